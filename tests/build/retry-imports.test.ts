import { parseAst, type Rolldown } from 'vite';
import { expect, it } from 'vitest';
import { retryImports } from '../../src/build/retry-imports.ts';

function rendered(code: string): string {
  const { handler } = retryImports().renderChunk as unknown as {
    handler(this: Pick<Rolldown.PluginContext, 'parse'>, code: string): { code: string };
  };
  return handler.call({ parse: parseAst }, code).code;
}

it('puts every dynamic import through the retry, also of one module among several in a file', () => {
  expect(rendered('const a = () => import("./a.js"), b = import("./b.js").then((e) => e.t);')).toBe(
    'const a = () => import("./a.js").catch(globalThis.retryImport), b = import("./b.js").catch(globalThis.retryImport).then((e) => e.t);',
  );
});

it('leaves an import of an address that is made at run time as it is', () => {
  expect(rendered('import(address);')).toBe('import(address);');
});
