import { describe, expect, it } from 'vitest';
import { importDirectionViolations, layers, serverLayerOf, serverLayers } from './import-rules.ts';
import { readTree, sourceFile } from './source-tree.ts';

const source = readTree('src');

it('reads the whole source tree', () => {
  expect(source.map(({ path }) => path)).toContain('src/contract/money.ts');
});

it('lists every folder and top-level file of src/app as a layer', () => {
  const inApp = source.flatMap(({ path }) => /^src\/app\/([^/]+)/.exec(path)?.[1] ?? []);
  expect([...new Set(inApp)].sort()).toEqual(layers.flat().sort());
});

it('lists every folder and top-level file of src/server as a layer', () => {
  const inServer = source.flatMap(({ path }) => serverLayerOf(path) ?? []);
  expect([...new Set(inServer)].sort()).toEqual(serverLayers.flat().sort());
});

describe('import direction', () => {
  it('is respected by the whole source tree', () =>
    expect(
      importDirectionViolations(source),
      'Move the shared code to an earlier layer: docs/architecture.md, Layers of the app and The server',
    ).toEqual([]));

  it.each([
    ['src/contract/a.ts', '#server/config.ts'],
    ['src/contract/a.ts', 'react'],
    ['src/contract/a.ts', 'node:fs'],
    ['src/server/a.ts', '#app/api/session.ts'],
    ['src/server/db/a.ts', '#server/months/months.ts'],
    ['src/server/months/a.ts', '#server/http/etag.ts'],
    ['src/server/months/a.ts', './routes.ts'],
    ['src/server/records/a.ts', '#server/books/books.ts'],
    ['src/server/books/a.ts', '#server/staff/staff.ts'],
    ['src/server/http/a.ts', '#server/months/routes.ts'],
    ['src/app/api/a.ts', '../../server/config.ts'],
    ['src/app/api/a.ts', 'node:fs'],
    ['src/app/api/a.ts', '#app/cache/query-client.ts'],
    ['src/app/outbox/store/a.ts', 'react'],
    ['src/app/outbox/model/a.ts', '../store/outbox-db.ts'],
    ['src/app/sync-center/a.tsx', '#app/resources/list/pager.tsx'],
    ['src/app/features/dashboard/a.tsx', '../months/work-history-page.tsx'],
    ['src/app/features/dashboard/a.tsx', '#app/shell/top-bar.tsx'],
    ['src/app/somewhere-new/a.ts', '#app/lib/store.ts'],
  ])('forbids %s to import %s', (path, specifier) => {
    expect(importDirectionViolations([sourceFile(path, `import { x } from '${specifier}';`)])).toHaveLength(
      1,
    );
  });

  it.each([
    `import type { X } from '#server/platform/config.ts';`,
    `const page = import('#server/platform/config.ts');`,
    `export * from '#server/platform/config.ts';`,
    `export { x } from '#server/platform/config.ts';`,
    `import '#server/platform/config.ts';`,
  ])('is checked in every import syntax: %s', (text) => {
    expect(importDirectionViolations([sourceFile('src/contract/a.ts', text)])).toHaveLength(1);
  });

  it.each([
    ['src/server/a.ts', '#contract/money.ts'],
    ['src/server/a.ts', 'node:fs'],
    ['src/server/enrolments/a.ts', '#server/books/books.ts'],
    ['src/app/routes.tsx', '#app/features/months/work-history-page.tsx'],
    ['src/app/features/months/a.tsx', './months-table.tsx'],
    ['src/app/features/months/a.tsx', '#app/reads/branch-queries.ts'],
    ['src/contract/a.ts', 'zod'],
  ])('allows %s to import %s', (path, specifier) => {
    expect(importDirectionViolations([sourceFile(path, `import { x } from '${specifier}';`)])).toEqual([]);
  });
});
