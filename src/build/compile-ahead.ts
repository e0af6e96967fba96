import type { Plugin } from 'vite';

/** Only read at the top of a file. It tells the engine that each function of the file is called at once. */
const HINT = '//# allFunctionsCalledOnLoad';

/**
 * The engine compiles functions of marked files beside the main thread while it reads them. Otherwise it parses each
 * again, on the main thread, when it is first called (decision 122). Engines that do not know the mark ignore it.
 */
export function compileAhead(groups: readonly string[]): Plugin {
  return {
    name: 'compile-ahead',
    apply: 'build',
    augmentChunkHash: ({ name }) => (groups.includes(name) ? HINT : undefined),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && groups.includes(file.name)) file.code = `${HINT}\n${file.code}`;
        }
      },
    },
  };
}
