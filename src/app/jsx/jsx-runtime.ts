import type { ElementType } from 'react';
import { jsx as create, jsxs as createStatic, Fragment } from 'react/jsx-runtime';
import { drawn } from './drawn.ts';
import type { Props } from './props.ts';

// Compiled JSX calls these (jsxImportSource), so that every text of the app passes one place before it is drawn.
export type { JSX } from 'react';
export { Fragment };

export const jsx = (type: ElementType, props: Props, key?: string) => create(type, drawn(type, props), key);
export const jsxs = (type: ElementType, props: Props, key?: string) =>
  createStatic(type, drawn(type, props), key);
