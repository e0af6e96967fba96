import { packageOf, resolveImport, type SourceFile } from './source-tree.ts';

/** Which rooms a room may look into, and which packages belong to none of its business. */
const rooms: Record<string, { readonly sees: readonly string[]; readonly never: RegExp }> = {
  contract: { sees: ['contract'], never: /^(?!zod$)/ },
  server: { sees: ['server', 'contract'], never: /^(react|@chakra-ui|@tanstack|dexie|@emotion)/ },
  app: { sees: ['app', 'contract'], never: /^(node:|fastify|@fastify|pg$|kysely|jose)/ },
};

const roomOf = (path: string) => /^src\/([^/]+)\//.exec(path)?.[1] ?? '';
const featureOf = (path: string) => /^src\/app\/features\/([^/]+)\//.exec(path)?.[1];
/** What stands in no folder of the app puts it together: main, routes. */
const isTop = (path: string) => /^src\/app\/[^/]+$/.test(path);

/** Rooms look only where they may, features never at each other, and nothing looks up at the routes. */
export function wrongDirections(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, imports }) =>
    imports.flatMap((specifier) => {
      const target = resolveImport(path, specifier);
      const why = target ? wrongWay(path, target) : wrongPackage(path, specifier);
      return why ? `${path} imports ${specifier}: ${why}` : [];
    }),
  );
}

function wrongPackage(path: string, specifier: string): string | undefined {
  const name = specifier.startsWith('node:') ? specifier : packageOf(specifier);
  return name && rooms[roomOf(path)]?.never.test(name) ? 'not a package of this room' : undefined;
}

function wrongWay(path: string, target: string): string | undefined {
  if (!rooms[roomOf(path)]?.sees.includes(roomOf(target))) return 'this room may not see that one';
  if (isTop(target) && !isTop(path)) return 'the routes stand above everything';
  const feature = featureOf(target);
  if (!feature || isTop(path) || featureOf(path) === feature) return undefined;
  return featureOf(path) ? 'features do not know each other' : 'only routes know features';
}

/** Imports that leave their room by `../`, miss their file ending, or go round the package's `imports`. */
export function crookedImports(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, imports }) =>
    imports.flatMap((specifier) => {
      const target = resolveImport(path, specifier);
      if (!target) return /^[#~@]\//.test(specifier) ? `${path}: ${specifier} is no known way` : [];
      if (specifier.startsWith('.') && roomOf(target) !== roomOf(path)) {
        return `${path}: ${specifier} leaves the room, write #${roomOf(target)}/…`;
      }
      return /\.\w+$/.test(target) ? [] : `${path}: ${specifier} has no file ending`;
    }),
  );
}

/** Groups of files that import each other in a ring, each as one line. */
export function importRings(files: readonly SourceFile[]): string[] {
  const known = new Map(files.map((file) => [file.path, file]));
  const rings: string[] = [];
  const finished = new Set<string>();
  const walk = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) {
      rings.push([...trail.slice(start), path].join(' → '));
      return;
    }
    if (finished.has(path)) return;
    for (const specifier of known.get(path)?.imports ?? []) {
      const target = resolveImport(path, specifier);
      if (target && known.has(target)) walk(target, [...trail, path]);
    }
    finished.add(path);
  };
  for (const { path } of files) walk(path, []);
  return rings;
}
