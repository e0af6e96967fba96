import { expect, it } from 'vitest';
import type { z } from 'zod';
import { countBody } from '#contract/closes.ts';
import { collectionBody } from '#contract/collections.ts';
import { importBody } from '#contract/imports.ts';
import { plan } from '#contract/resources/debt-notes.ts';
import { mergeBody } from '#contract/student-merges.ts';

/** Tells of being parsed. */
const watched = (looked: () => void) =>
  new Proxy(
    {},
    {
      get(_target, name) {
        if (typeof name === 'string') looked();
        return undefined;
      },
    },
  );

const list = (count: number, element: unknown) => Array.from({ length: count }, () => element);
const record = (count: number, element: unknown) =>
  Object.fromEntries(list(count, element).map((value, index) => [`n${index}`, value]));

it.each<[string, z.ZodType, (element: unknown) => unknown, string, string]>([
  ['parts of a plan', plan.fields.parts.write, (part) => list(37, part), '', 'Use at most 36 parts'],
  [
    'payments of a collection',
    collectionBody,
    (payment) => ({ receipt_number: '1', payments: list(500, payment) }),
    'payments',
    'Pay at most 100 debts',
  ],
  [
    'records of a collection',
    collectionBody,
    (made) => ({ receipt_number: '1', records: list(500, made) }),
    'records',
    'Add at most',
  ],
  ['fields of a merge', mergeBody, (name) => ({ other: '1', take: list(33, name) }), 'take', 'no field'],
  ['pieces of a count', countBody, (pieces) => ({ pieces: record(10, pieces) }), 'pieces', 'no such note'],
  [
    'columns of a file',
    importBody,
    (column) => ({ target: 'student', columns: record(201, column) }),
    'columns',
    'fewer columns',
  ],
  [
    'rows of a file',
    importBody,
    (choice) => ({ target: 'student', columns: {}, rows: record(100_001, choice) }),
    'rows',
    'fewer rows',
  ],
])('too many %s are refused before one of them is parsed', (_what, schema, make, field, sentence) => {
  let looked = 0;
  const { error } = schema.safeParse(make(watched(() => looked++)));
  expect(error?.issues.filter(({ path }) => path.join('.') === field).map(({ message }) => message)).toEqual([
    expect.stringContaining(sentence),
  ]);
  expect(looked).toBe(0);
});
