import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { projectRoot } from './project-root.ts';

/** Licences that ask for no more than the author's name and the text of the licence. */
const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
]);

/** Tools that are neither in the app nor beside the server: names of packages, and why they are here. */
const toolsAlone: readonly (readonly [RegExp, string])[] = [
  [/^(@img\/sharp-|ico-endec$)/, 'draws the icons of the app'],
  [/^lightningcss(-|$)/, 'reads CSS in the bundler'],
  [/^axe-core$/, 'looks for faults of accessibility in tests'],
];

/** Tells whether an SPDX expression allows a permissive licence: "(MIT OR CC0-1.0)", "MIT AND ISC". */
export function isPermissive(expression: string): boolean {
  const choices = expression.replace(/[()]/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((one) => permissive.has(one.trim())));
}

const lock = z.object({
  packages: z.record(
    z.string(),
    z.object({ license: z.string().default('none'), dev: z.boolean().default(false) }),
  ),
});

export interface LockedPackage {
  readonly name: string;
  readonly licence: string;
  /** Not needed by the server; it may be built into the app all the same. */
  readonly dev: boolean;
}

export function lockedPackages(): LockedPackage[] {
  const { packages } = lock.parse(
    JSON.parse(readFileSync(path.join(projectRoot, 'package-lock.json'), 'utf8')),
  );
  return Object.entries(packages)
    .filter(([folder]) => folder !== '')
    .map(([folder, { license, dev }]) => ({
      name: folder.split('node_modules/').at(-1) ?? folder,
      licence: license,
      dev,
    }));
}

/** One line for each package whose licence is not permissive, and each exception that no package needs. */
export function licenceProblems(packages: readonly LockedPackage[]): string[] {
  const others = packages.filter(({ licence }) => !isPermissive(licence));
  const isTool = ({ name, dev }: LockedPackage) => dev && toolsAlone.some(([tools]) => tools.test(name));
  return [
    ...others.filter((one) => !isTool(one)).map(({ name, licence }) => `${name}: ${licence}`),
    ...toolsAlone
      .filter(([tools]) => !others.some(({ name }) => tools.test(name)))
      .map(([tools]) => `No package needs the exception ${tools}`),
  ];
}
