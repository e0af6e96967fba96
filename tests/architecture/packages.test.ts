import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { projectRoot } from '../support/project-root.ts';
import { packageOf, readTree, type SourceFile, sourceFile } from './source-tree.ts';

const versions = z.record(z.string(), z.string()).default({});
const manifest = z
  .object({ dependencies: versions, devDependencies: versions, optionalDependencies: versions })
  .parse(JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')));

/** The program that builds runs from the sources, with the packages of development. */
const isOfServer = ({ path }: SourceFile) =>
  /^src\/(server|contract)\//.test(path) && path !== 'src/server/build-if-needed.ts';

const packagesIn = (files: readonly SourceFile[]) =>
  new Set(files.flatMap(({ imports }) => imports.flatMap((one) => packageOf(one) ?? [])));

/** Without imports of types alone, which the built file does not have. */
const asBuilt = ({ path, text }: SourceFile) =>
  sourceFile(path, text.replace(/^(import|export) type [^;]*;$/gm, ''));

const source = readTree('src');
const ofServer = packagesIn(source.filter(isOfServer).map(asBuilt));

it('the dependencies are the packages that the built server imports', () =>
  expect(
    Object.keys(manifest.dependencies).sort(),
    'The bundler builds the rest into the app: it belongs to devDependencies',
  ).toEqual([...ofServer].sort()));

it('every package that the sources import is in package.json', () => {
  const known = new Set([...Object.keys(manifest.dependencies), ...Object.keys(manifest.devDependencies)]);
  expect([...packagesIn(source)].filter((name) => !known.has(name))).toEqual([]);
});

it('every version of a package is pinned', () => {
  const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
  const loose = Object.entries(all).filter(
    ([, version]) => !/^(npm:.+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  );
  expect(loose).toEqual([]);
});

const nodeVersions = ['20.19.0', '22.13.0', '24.0.0'];

/** Systems that a package is for; npm leaves it out elsewhere, without a warning. */
const lockedPackage = z.object({ location: z.string(), os: z.array(z.string()).optional() });

/** Asks npm, which reads the ranges of `engines` in the lock file. */
function packagesWithout(versions: readonly string[]): string[] {
  const selectors = versions.map(
    (version) => `:attr(engines, [node]):not(:semver(${version}, :attr(engines, [node])))`,
  );
  const words = ['query', selectors.join(', '), '--package-lock-only'];
  const answer = execFileSync('npm', words, { cwd: projectRoot, encoding: 'utf8' });
  const found = z.array(lockedPackage).parse(JSON.parse(answer));
  return found.flatMap(({ location, os }) => (os ? [] : [location]));
}

it('no locked package excludes a Node version that the product runs on', () => {
  expect(packagesWithout(['16.0.0'])).not.toEqual([]);
  expect(packagesWithout(nodeVersions), 'Choose another version, or override it').toEqual([]);
});

it.each([
  [`import { z } from 'zod';`, ['zod']],
  [`import x from '@tanstack/react-query/build/x.js';`, ['@tanstack/react-query']],
  [`import fs from 'node:fs'; import '#app/a.ts'; import './b.ts'; import 'virtual:pwa-register';`, []],
  [
    `import type { A } from 'a';\nimport type {\n  B,\n} from 'b';\nimport { c } from 'c';\nexport type { D } from 'd';`,
    ['c'],
  ],
])('packages are found in the import %s', (text, names) =>
  expect([...packagesIn([asBuilt(sourceFile('src/app/a.ts', text))])]).toEqual(names));
