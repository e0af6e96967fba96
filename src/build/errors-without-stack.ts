import type { Plugin } from 'vite';

const REACT_DOM = /react-dom\/cjs\/react-dom-client\.production\.js$/;
/** Finds the errors that React makes once, when its file is read, and throws to itself. */
const SIGNAL = /\b(\w+Exception) = Error\((formatProdErrorMessage\(\d+\))\)/g;

/** Returns React's file with those errors made without a stack. @throws {Error} if an upgrade has changed them */
export function withoutStacks(code: string): string {
  if (code.search(SIGNAL) === -1) throw new Error('React makes none of the errors that it threw to itself.');
  return code.replace(SIGNAL, '$1 = Object.create(Error.prototype, { message: { value: $2 } })');
}

/**
 * Makes React's own signals without a stack, which nobody reads. Where developer tools, Lighthouse or a bench
 * watch the page, Chromium parses the whole file again for the line of each first error: 20 ms of a start.
 */
export function errorsWithoutStack(): Plugin {
  return {
    name: 'errors-without-stack',
    apply: 'build',
    transform: { filter: { id: REACT_DOM }, handler: (code) => ({ code: withoutStacks(code), map: null }) },
  };
}
