import { packageOf, resolveImport, type SourceFile } from './source-tree.ts';

/** Lists, for each project, which projects it may import and which packages it must not use. */
const projects: Record<string, { readonly imports: readonly string[]; readonly forbidden: RegExp }> = {
  contract: { imports: ['contract'], forbidden: /^(?!(?:zod|uuid)$)/ },
  server: { imports: ['server', 'contract'], forbidden: /^(react|@chakra-ui|@tanstack|dexie|@emotion)/ },
  app: { imports: ['app', 'contract'], forbidden: /^(node:|fastify|@fastify|pg$|kysely|jose)/ },
  // Runs in the bundler only.
  build: { imports: ['build', 'contract', 'app'], forbidden: /^(fastify|@fastify|pg$|kysely|jose)/ },
};

/**
 * Orders the layers of src/app: a file imports its own layer and those before it.
 * Layers in one entry stand beside each other and do not import each other. docs/architecture.md explains each.
 */
export const layers: readonly (readonly string[])[] = [
  ['theme'],
  ['lib'],
  ['api'],
  ['cache'],
  ['outbox'],
  ['background'],
  ['drafts'],
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

/**
 * Orders the folders of src/server in the same way. `routes` are the routes of all subjects.
 * Subjects do not know who calls them. The texts of a subject stand in its folder and are of the layer of messages, which loads them.
 */
export const serverLayers: readonly (readonly string[])[] = [
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
  ['branch', 'reports', 'transfers'],
  ['backups', 'exports', 'imports', 'receipts', 'search'],
  ['devices'],
  ['idempotency'],
  ['http'],
  ['events'],
  ['routes'],
  ['app.ts'],
  ['serve.ts'],
  ['admin', 'demo', 'start-server.ts', 'build-if-needed.ts'],
  ['admin.ts', 'demo.ts', 'main.ts'],
];

/** Orders the folders of src/app/outbox the same way. */
const outboxLayers: readonly (readonly string[])[] = [['model'], ['store'], ['sender'], ['recovery']];

/** Lists packages that a layer must not import: the outbox engine runs without React. */
const forbiddenInLayer: Readonly<Record<string, RegExp>> = { outbox: /^(react|react-dom|@chakra-ui)/ };

const projectOf = (path: string) => /^src\/([^/]+)\//.exec(path)?.[1] ?? '';
const layerOf = (path: string) => /^src\/app\/([^/]+)/.exec(path)?.[1];
export function serverLayerOf(path: string): string | undefined {
  if (/^src\/server\/.*texts\.(?:en|ar)\.ts$/.test(path)) return 'messages';
  return /^src\/server\/.*\/routes(?:\.ts|\/)/.test(path)
    ? 'routes'
    : /^src\/server\/([^/]+)/.exec(path)?.[1];
}
const outboxLayerOf = (path: string) => /^src\/app\/outbox\/([^/]+)\//.exec(path)?.[1];
const featureOf = (path: string) => /^src\/app\/features\/([^/]+)\//.exec(path)?.[1];
const rankOf = (order: readonly (readonly string[])[], name: string) =>
  order.findIndex((layer) => layer.includes(name));

/** Returns every import that points to a higher layer, another feature or a forbidden package. */
export function importDirectionViolations(files: readonly SourceFile[]): string[] {
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
