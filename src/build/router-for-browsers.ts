import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The folder of the router's production build. */
export const ROUTER_BUILD = join(import.meta.dirname, '../../node_modules/react-router/dist/production');
const entries = new Map([
  ['react-router', 'index.mjs'],
  ['react-router/dom', 'dom-export.mjs'],
]);

/** Describes texts of the router's build that keep what the app never uses, and what replaces them. */
const replacements: readonly (readonly [found: RegExp, by: string])[] = [
  // A call at the top of a file is kept with all that it names: NavLink and Form, which send forms to loaders.
  [/^(var \w+ = )(?=\w+\.forwardRef\()/gm, '$1/* @__PURE__ */ '],
  // Names for tools of developers, which keep their components.
  [/^\w+\.displayName = ".*";$/gm, ''],
  // Links ask a server of the router's own framework for what the next page needs.
  [/return shouldPrefetch && !isAbsolute \? .* : link;/g, 'return link;'],
];

/** Returns the module without what the app never uses. @throws {Error} if an upgrade has changed the module */
export function withoutFramework(code: string): string {
  return replacements.reduce((text, [found, by]) => {
    if (text.search(found) === -1) throw new Error(`The router has nothing like ${found}.`);
    return text.replace(found, by);
  }, code);
}

/**
 * Takes the router's own production build, without its parts for a server. Its entry points name the build for
 * development whatever is built; the other one has no warnings to carry.
 */
export function routerForBrowsers(): Plugin {
  return {
    name: 'router-for-browsers',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^react-router(?:\/dom)?$/ },
      handler: (id) => join(ROUTER_BUILD, entries.get(id) ?? ''),
    },
    transform: {
      filter: { id: /react-router\/dist\/production\/chunk-\w+\.mjs$/ },
      handler: (code) =>
        code.includes('LinkWithRef') ? { code: withoutFramework(code), map: null } : undefined,
    },
  };
}
