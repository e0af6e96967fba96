import { describe, expect, it } from 'vitest';
import { packageOf, readTree, resolveImport, type SourceFile, sourceFile } from './source-tree.ts';

/** Lists, for each project, which projects it may import and which packages it must not use. */
const projects: Record<string, { readonly imports: readonly string[]; readonly forbidden: RegExp }> = {
  contract: { imports: ['contract'], forbidden: /^(?!(?:zod|uuid)$)/ },
  server: { imports: ['server', 'contract'], forbidden: /^(react|@chakra-ui|@tanstack|dexie|@emotion)/ },
  app: { imports: ['app', 'contract'], forbidden: /^(node:|fastify|@fastify|pg$|kysely|jose)/ },
  // Runs in the bundler only.
  build: { imports: ['build', 'contract', 'app'], forbidden: /^(fastify|@fastify|pg$|kysely|jose)/ },
};

/** A file imports its own layer and those before it; layers in one entry do not import each other (docs/architecture.md). */
const layers: readonly (readonly string[])[] = [
  ['theme'],
  ['lib'],
  ['api'],
  ['cache'],
  ['outbox'],
  ['background'],
  ['kept-input'],
  ['reads'],
  ['calls'],
  ['events'],
  ['ui'],
  ['fields'],
  ['printing'],
  ['resources', 'sync-center'],
  ['features'],
  ['shell'],
  ['arabic'],
  ['form-registry.ts'],
  ['screens.tsx'],
  ['routes.tsx'],
  ['main.tsx'],
];

/** The same for src/server. `routes` are the routes of all subjects; the texts of a subject are of the layer of messages. */
const serverLayers: readonly (readonly string[])[] = [
  ['messages'],
  ['platform'],
  ['db'],
  ['ledger'],
  ['records'],
  ['history'],
  ['accounts', 'merges', 'students'],
  ['families'],
  ['closes', 'expenses'],
  ['books', 'staff'],
  ['enrolments'],
  ['refunds'],
  ['debts'],
  ['resources'],
  ['collections', 'renewals', 'withdrawals'],
  ['months'],
  ['branch', 'reports'],
  ['backups', 'exports', 'imports', 'receipts', 'search'],
  ['devices'],
  ['idempotency'],
  ['transfers'],
  ['http'],
  ['events'],
  ['routes'],
  ['app.ts'],
  ['serve.ts'],
  ['admin', 'demo', 'start-server.ts', 'build-if-needed.ts'],
  ['admin.ts', 'demo.ts', 'main.ts'],
];

const outboxLayers: readonly (readonly string[])[] = [['model'], ['store'], ['sender'], ['recovery']];

/** Lists packages that a layer must not import: the outbox engine runs without React. */
const forbiddenInLayer: Readonly<Record<string, RegExp>> = { outbox: /^(react|react-dom|@chakra-ui)/ };

const projectOf = (path: string) => /^src\/([^/]+)\//.exec(path)?.[1] ?? '';
const layerOf = (path: string) => /^src\/app\/([^/]+)/.exec(path)?.[1];
function serverLayerOf(path: string): string | undefined {
  if (/^src\/server\/.*texts\.(?:en|ar)\.ts$/.test(path)) return 'messages';
  return /^src\/server\/.*\/routes(?:\.ts|\/)/.test(path)
    ? 'routes'
    : /^src\/server\/([^/]+)/.exec(path)?.[1];
}
const outboxLayerOf = (path: string) => /^src\/app\/outbox\/([^/]+)\//.exec(path)?.[1];
const featureOf = (path: string) => /^src\/app\/features\/([^/]+)\//.exec(path)?.[1];
const rankOf = (order: readonly (readonly string[])[], name: string) =>
  order.findIndex((layer) => layer.includes(name));

function importDirectionViolations(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, imports }) =>
    imports.flatMap((specifier) => {
      const target = resolveImport(path, specifier);
      const reason = target ? forbiddenTarget(path, target) : forbiddenPackage(path, specifier);
      return reason ? `${path} imports ${specifier}: ${reason}` : [];
    }),
  );
}

function forbiddenPackage(path: string, specifier: string): string | undefined {
  const name = specifier.startsWith('node:') ? specifier : packageOf(specifier);
  if (!name) return undefined;
  if (projects[projectOf(path)]?.forbidden.test(name)) return 'this project must not use the package';
  const inLayer = forbiddenInLayer[layerOf(path) ?? ''];
  return inLayer?.test(name) ? 'this layer must not use the package' : undefined;
}

function forbiddenTarget(path: string, target: string): string | undefined {
  if (!projects[projectOf(path)]?.imports.includes(projectOf(target))) return 'project out of reach';
  const feature = featureOf(path);
  if (feature && featureOf(target) && feature !== featureOf(target)) return 'features are independent';
  return (
    upward(layers, layerOf(path), layerOf(target)) ??
    upward(serverLayers, serverLayerOf(path), serverLayerOf(target)) ??
    upward(outboxLayers, outboxLayerOf(path), outboxLayerOf(target))
  );
}

function upward(
  order: readonly (readonly string[])[],
  from: string | undefined,
  to: string | undefined,
): string | undefined {
  if (from === undefined || to === undefined || from === to) return undefined;
  const [rank, targetRank] = [rankOf(order, from), rankOf(order, to)];
  if (rank < 0 || targetRank < 0) return `"${rank < 0 ? from : to}" is not in the list of layers`;
  return targetRank < rank ? undefined : `${to} is not below ${from}`;
}

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
