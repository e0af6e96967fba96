import '@testing-library/jest-dom/vitest';
import { cleanup, configure, prettyDOM } from '@testing-library/react';
import * as React from 'react';
import { afterEach, vi } from 'vitest';
import { matchDefaultStylesQuickly } from './default-styles.ts';

/** Prints the page when its message is read: a wait fails many times, and prints only its last failure. */
function elementError(message: string | null, container: Element): Error {
  const error = new Error(message ?? '');
  error.name = 'TestingLibraryElementError';
  let text: string | undefined;
  Object.defineProperty(error, 'message', {
    configurable: true,
    get: () => {
      text ??= [message, prettyDOM(container)].filter(Boolean).join('\n\n');
      return text;
    },
  });
  return error;
}

configure({ asyncUtilTimeout: 60_000, getElementError: elementError });

/** Stops React's development build from recording a stack trace for each element, which only its own warnings print. */
const internals: unknown = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
);
if (typeof internals === 'object' && internals !== null) {
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => Number.POSITIVE_INFINITY,
    set: () => {},
  });
}

/** Adds the browser APIs that components use and jsdom lacks. */
class NeverResizes implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

class NeverIntersects implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}

globalThis.ResizeObserver ??= NeverResizes;
globalThis.IntersectionObserver ??= NeverIntersects;
document.adoptedStyleSheets ??= [];
window.matchMedia ??= (query) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener() {},
    removeListener() {},
  });
window.scrollTo = () => {};
Element.prototype.scrollTo ??= () => {};
Element.prototype.scrollIntoView ??= () => {};
Element.prototype.hasPointerCapture ??= () => false;
Element.prototype.releasePointerCapture ??= () => {};

/** jsdom would match the rules of style elements against every element at each query by role. */
const insertBefore = Node.prototype.insertBefore.bind(document.head);
document.head.insertBefore = (node, before) =>
  node instanceof HTMLStyleElement ? node : insertBefore(node, before);

matchDefaultStylesQuickly(document);

/** Undoes what a test has replaced or stored. The hooks of its file run before this one. */
afterEach(() => {
  // Before the trees go: what they still schedule then must not be left on a clock that never runs again.
  vi.useRealTimers();
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});
