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

const isBuild = ({ path }: SourceFile) => path.startsWith('src/build/');
const source = readTree('src').filter((file) => !isBuild(file));

const packagesIn = (files: readonly SourceFile[]) =>
  new Set(files.flatMap(({ imports }) => imports.flatMap((one) => packageOf(one) ?? [])));

it('the sources import only runtime dependencies', () => {
  const running = new Set(Object.keys(manifest.dependencies));
  const strangers = [...packagesIn(source)].filter((name) => !running.has(name));
  expect(strangers, 'Move them to dependencies in package.json').toEqual([]);
});

it('every runtime dependency is imported', () => {
  const used = packagesIn(source);
  const unused = Object.keys(manifest.dependencies).filter((name) => !used.has(name));
  expect(unused, 'Remove them, or move them to devDependencies').toEqual([]);
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

/** Asks for Node 22 and runs on 20.19; the server's own tests load it. @fastify/static takes no earlier one. */
const tolerated = 'node_modules/content-disposition';

it('no locked package but one excludes a Node version that the product runs on', () => {
  const strict = Object.entries(locked).flatMap(([name, { engines, os }]) =>
    nodeVersions
      .filter((version) => !os && name !== tolerated && !isInRange(version, engines?.node ?? '*'))
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
])('packages are found in the import %s', (text, names) =>
  expect([...packagesIn([sourceFile('src/app/a.ts', text)])]).toEqual(names));
