import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { packageOf, projectRoot, readTree, type SourceFile, sourceFile } from './source-tree.ts';

const versions = z.record(z.string(), z.string()).default({});
const manifest = z
  .object({ dependencies: versions, devDependencies: versions, optionalDependencies: versions })
  .parse(JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')));

/** Lists the packages that the product is built on and the files that must import them. */
const requiredPackages = {
  src: [
    'react',
    'react-dom',
    'react-router-dom',
    '@tanstack/react-query',
    '@tanstack/query-sync-storage-persister',
    '@tanstack/react-query-persist-client',
    'dexie',
    'workbox-window',
    'react-hook-form',
    'zod',
    '@hookform/resolvers',
    '@chakra-ui/react',
    '@emotion/react',
    'react-datepicker',
    'date-fns',
  ],
  tests: ['vitest', 'fake-indexeddb'],
  build: ['vite-plugin-pwa'],
};

const config = (name: string) => sourceFile(name, readFileSync(join(projectRoot, name), 'utf8'));
const source = readTree('src');
const tests = readTree('tests');
const build = [config('vite.config.ts')];

const packagesIn = (files: readonly SourceFile[]) =>
  new Set(files.flatMap(({ imports }) => imports.flatMap((one) => packageOf(one) ?? [])));

it.each([
  ['src', source],
  ['tests', tests],
  ['build', build],
] as const)('%s uses every package that the design names for it', (where, files) => {
  const used = packagesIn(files);
  const unused = requiredPackages[where].filter((name) => !used.has(name));
  expect(unused, 'Use them, or change the list of this test with a decision').toEqual([]);
});

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

it.each([
  [`import { z } from 'zod';`, ['zod']],
  [`import x from '@tanstack/react-query/build/x.js';`, ['@tanstack/react-query']],
  [`import fs from 'node:fs'; import '#app/a.ts'; import './b.ts'; import 'virtual:pwa-register';`, []],
])('packages are found in the import %s', (text, names) =>
  expect([...packagesIn([sourceFile('src/app/a.ts', text)])]).toEqual(names));
