import type { ESTree, Plugin } from 'vite';

/** After each dynamic import of a file of the build. */
const RETRY = '.catch(globalThis.retryImport)';

/** Ends of the imports, in the order of the text. An address that is made at run time is the app's own concern. */
function endsOfImports(value: unknown, found: number[] = []): number[] {
  if (Array.isArray(value)) for (const one of value) endsOfImports(one, found);
  else if (typeof value === 'object' && value !== null) {
    const node = value as Partial<ESTree.Node>;
    const isNamed = node.type === 'ImportExpression' && node.source?.type === 'Literal';
    if (isNamed && node.end !== undefined) found.push(node.end);
    else for (const child of Object.values(value)) endsOfImports(child, found);
  }
  return found;
}

/**
 * A file that failed to load is imported again by src/app/lib/import-again.ts. Done to the files that are written, since
 * one file can hold several modules.
 */
export function retryImports(): Plugin {
  return {
    name: 'retry-imports',
    apply: 'build',
    renderChunk: {
      filter: { code: 'import(' },
      handler(code) {
        let retried = '';
        let at = 0;
        for (const end of endsOfImports(this.parse(code))) {
          retried += code.slice(at, end) + RETRY;
          at = end;
        }
        return { code: retried + code.slice(at), map: null };
      },
    },
  };
}
