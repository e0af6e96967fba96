import { expect, it } from 'vitest';
import { bodyShape, createBody, patchBody, type Resource, rowShape } from '#contract/define-resource.ts';
import { memoizeBy } from '#contract/memoize-by.ts';
import { resources } from '#contract/resources/registry.ts';

it('memoizeBy() computes a value once for each key', () => {
  const asked: object[] = [];
  const nameOf = memoizeBy((of: { name: string }) => {
    asked.push(of);
    return { title: of.name };
  });
  const one = { name: 'one' };
  const other = { name: 'one' };
  expect(nameOf(one)).toBe(nameOf(one));
  expect(nameOf(other)).not.toBe(nameOf(one));
  expect(asked).toEqual([one, other]);
});

const all: readonly Resource[] = Object.values(resources);

it.each(all)('the schemas of $plural are built only once', (resource) => {
  expect(rowShape(resource)).toBe(rowShape(resource));
  expect(bodyShape(resource)).toBe(bodyShape(resource));
  expect(createBody(resource)).toBe(createBody(resource));
  expect(patchBody(resource)).toBe(patchBody(resource));
});
