import type { ComponentType } from 'react';
import { withTexts } from './language.ts';

/** Loads a page only when its route is opened, with all texts of the language. */
export function page<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return async () => ({ Component: (await withTexts(load))[name] });
}
