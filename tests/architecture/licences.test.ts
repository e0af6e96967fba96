import { expect, it } from 'vitest';
import { isPermissive, licenceProblems, lockedPackages } from '../support/licences.ts';

it('the licence of every package is permissive, but for tools that are not shipped', () =>
  expect(
    licenceProblems(lockedPackages()),
    'Choose another package, or say in tests/support/licences.ts why it is not shipped',
  ).toEqual([]));

it.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-or-later)', true],
  ['MIT AND Apache-2.0', true],
  ['Apache-2.0 AND LGPL-3.0-or-later', false],
  ['GPL-3.0-only', false],
  ['none', false],
])('%s is permissive: %s', (expression, expected) => expect(isPermissive(expression)).toBe(expected));

it.each([
  ['sneaky', true],
  ['lightningcss', false],
])('%s with a licence that is not permissive is found', (name, dev) =>
  expect(licenceProblems([...lockedPackages(), { name, licence: 'AGPL-3.0-only', dev }])).toEqual([
    `${name}: AGPL-3.0-only`,
  ]));
