import type { ElementType } from 'react';
import { jsxDEV as create, Fragment, type JSXSource } from 'react/jsx-dev-runtime';
import { drawn } from './drawn.ts';
import type { Props } from './props.ts';

// What the development build and tests call in place of jsx-runtime.ts.
export type { JSX } from 'react';
export { Fragment };

export const jsxDEV = (
  type: ElementType,
  props: Props,
  key: string | undefined,
  isStatic: boolean,
  source?: JSXSource,
  self?: unknown,
) => create(type, drawn(type, props), key, isStatic, source, self);
