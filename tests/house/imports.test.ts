import { describe, expect, it } from 'vitest';
import { crookedImports, importRings, wrongDirections } from './import-walls.ts';
import { readTree, sourceFile } from './source-tree.ts';

const source = readTree('src');

it('the source is there to be read', () => {
  expect(source.map(({ path }) => path)).toContain('src/contract/money.ts');
});

describe('direction', () => {
  it('holds in the whole source', () => expect(wrongDirections(source)).toEqual([]));

  it.each([
    ['src/contract/a.ts', '#server/config.ts'],
    ['src/contract/a.ts', '#app/main.tsx'],
    ['src/contract/a.ts', 'react'],
    ['src/contract/a.ts', 'node:fs'],
    ['src/server/a.ts', '#app/data/session.ts'],
    ['src/server/a.ts', 'react-dom/server'],
    ['src/app/data/a.ts', '#server/config.ts'],
    ['src/app/data/a.ts', '../../server/config.ts'],
    ['src/app/data/a.ts', 'node:fs'],
    ['src/app/data/a.ts', '#app/features/months/work-history-page.tsx'],
    ['src/app/shell/a.tsx', '#app/features/months/work-history-page.tsx'],
    ['src/app/features/dashboard/a.tsx', '../months/work-history-page.tsx'],
    ['src/app/features/dashboard/a.tsx', '#app/routes.tsx'],
  ])('a wall stands between %s and %s', (path, specifier) => {
    expect(wrongDirections([sourceFile(path, `import { x } from '${specifier}';`)])).toHaveLength(1);
  });

  it.each([
    `import type { X } from '#server/config.ts';`,
    `const page = import('#server/config.ts');`,
    `export * from '#server/config.ts';`,
    `export { x } from '#server/config.ts';`,
    `import '#server/config.ts';`,
  ])('no way of writing it goes round: %s', (text) => {
    expect(wrongDirections([sourceFile('src/contract/a.ts', text)])).toHaveLength(1);
  });

  it.each([
    ['src/server/a.ts', '#contract/money.ts'],
    ['src/server/a.ts', 'node:fs'],
    ['src/app/routes.tsx', '#app/features/months/work-history-page.tsx'],
    ['src/app/main.tsx', './routes.tsx'],
    ['src/app/features/months/a.tsx', './months-table.tsx'],
    ['src/app/features/months/a.tsx', '#app/data/online-calls.ts'],
    ['src/contract/a.ts', 'zod'],
  ])('lets %s import %s', (path, specifier) => {
    expect(wrongDirections([sourceFile(path, `import { x } from '${specifier}';`)])).toEqual([]);
  });
});

describe('the way an import is written', () => {
  it('is straight in the whole source', () => expect(crookedImports(source)).toEqual([]));

  it.each([
    '../../contract/money.ts',
    './fields',
    '#contract/fields',
    '@/shell/page.tsx',
    '../server/a.ts',
  ])('the import of %s is found to be written wrongly', (specifier) => {
    const planted = sourceFile('src/app/data/a.ts', `import { x } from '${specifier}';`);
    expect(crookedImports([planted])).toHaveLength(specifier === '../server/a.ts' ? 0 : 1);
  });
});

describe('rings', () => {
  it('are nowhere in the source', () => expect(importRings(source)).toEqual([]));

  it('are found however long', () => {
    const planted = ['b', 'c', 'a'].map((next, index) =>
      sourceFile(`src/app/${'abc'[index]}.ts`, `import './${next}.ts';`),
    );
    expect(importRings(planted)).toEqual(['src/app/a.ts → src/app/b.ts → src/app/c.ts → src/app/a.ts']);
  });

  it('are not mistaken for two ways to one file', () => {
    const planted = [
      sourceFile('src/app/a.ts', `import './b.ts'; import './c.ts';`),
      sourceFile('src/app/b.ts', `import './c.ts';`),
      sourceFile('src/app/c.ts', ''),
    ];
    expect(importRings(planted)).toEqual([]);
  });
});
