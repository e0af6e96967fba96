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

/** Node versions that the product promises to run on. */
const nodeVersions = ['20.19.0', '22.13.0', '24.0.0'];

const lockedPackage = z.object({
  engines: z.object({ node: z.string().optional() }).optional(),
  /** Systems that the package is for; npm leaves it out elsewhere, without a warning. */
  os: z.array(z.string()).optional(),
});
const locked = z
  .object({ packages: z.record(z.string(), lockedPackage) })
  .parse(JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8'))).packages;

/** Returns the numbers of a version or of the beginning of one; missing ones are 0. */
const numbersOf = (version: string) =>
  [0, 1, 2].map((at) => Number.parseInt(version.replace(/^[v=]+/, '').split('.')[at] ?? '0', 10) || 0);

function compare(one: string, other: string): number {
  const [left, right] = [numbersOf(one), numbersOf(other)];
  const at = left.findIndex((number, index) => number !== right[index]);
  return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
}

/** Tells whether a version is in one range such as ">=18 <23", "^20.19.0" or "20 || >=22". */
function isInRange(version: string, range: string): boolean {
  return range.split('||').some((alternative) =>
    (alternative.match(/(?:>=|<=|>|<|\^|~)?\s*v?[\d.x*]+/g) ?? ['*']).every((part) => {
      const [, sign = '', bound = ''] = /^(>=|<=|>|<|\^|~)?\s*(.*)$/.exec(part) ?? [];
      const order = compare(version, bound);
      if (bound === '*' || bound === 'x') return true;
      if (sign === '>=') return order >= 0;
      if (sign === '<=') return order <= 0;
      if (sign === '>') return order > 0;
      if (sign === '<') return order < 0;
      const [major, minor] = numbersOf(bound);
      const [ownMajor, ownMinor] = numbersOf(version);
      return order >= 0 && ownMajor === major && (sign !== '~' || ownMinor === minor);
    }),
  );
}

it('no locked package excludes a Node version that the product runs on', () => {
  const strict = Object.entries(locked).flatMap(([name, { engines, os }]) =>
    nodeVersions
      .filter((version) => !os && !isInRange(version, engines?.node ?? '*'))
      .map((version) => `${name} asks for ${engines?.node}, not ${version}`),
  );
  expect(strict, 'Choose another version, or override it in package.json').toEqual([]);
});

it.each([
  ['20.19.0', '>=22', false],
  ['22.13.0', '^20.19.0 || ^22.12.0 || >=24.0.0', true],
  ['22.13.0', '^20.9.0', false],
  ['24.0.0', '>= 18 < 24', false],
  ['20.19.0', '18 || 20 || >=22', true],
  ['20.19.0', '~20.18.0', false],
  ['20.19.0', '*', true],
])('%s in the range %s: %s', (version, range, isIn) => expect(isInRange(version, range)).toBe(isIn));

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
