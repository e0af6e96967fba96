import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { levels } from '#contract/choices.ts';
import { computedMoney, flag, timestamp } from '#contract/computed-fields.ts';
import {
  choice,
  defineField,
  fieldWith,
  money,
  optionalDate,
  optionalLongText,
  optionalText,
  readId,
  reference,
  text,
} from '#contract/fields.ts';
import { resources } from '#contract/resources/registry.ts';
import { inputs } from '#contract/texts/inputs.en.ts';
import { sentences } from '#contract/texts/sentences.en.ts';

function outcome(schema: z.ZodType, value: unknown): { kept: unknown } | { says: string | undefined } {
  const parsed = schema.safeParse(value);
  return parsed.success ? { kept: parsed.data } : { says: parsed.error.issues[0]?.message };
}

const unstorable = 'This text has characters that cannot be stored';

describe.each([
  { field: text('name'), limit: 255 },
  { field: optionalText('stage'), limit: 255 },
  { field: optionalLongText('notes'), limit: 2000 },
])('a text field ($field.kind, optional: $field.optional)', ({ field, limit }) => {
  it('stores text of any script unchanged', () => {
    expect(outcome(field.write, 'Mona Adel منى 👩‍🎓')).toEqual({ kept: 'Mona Adel منى 👩‍🎓' });
  });

  it('trims text', () => expect(outcome(field.write, '  Mona ')).toEqual({ kept: 'Mona' }));

  it('accepts text of the maximum length and not one character more', () => {
    expect(outcome(field.write, 'x'.repeat(limit))).toEqual({ kept: 'x'.repeat(limit) });
    expect(outcome(field.write, 'x'.repeat(limit + 1))).toEqual({ says: `Use at most ${limit} characters` });
  });

  it.each([
    'null byte \0',
    'lone surrogate \ud800',
    '\udc00',
  ])('rejects the text %j, which cannot be stored', (value) =>
    expect(outcome(field.write, value)).toEqual({ says: unstorable }));

  it.each([5, true, {}, ['a']])('rejects %j, which is not text', (value) =>
    expect(outcome(field.write, value)).toEqual({ says: 'Invalid input' }));
});

describe('a required text', () => {
  it.each(['', '   ', undefined])('counts as missing when it is %j', (value) =>
    expect(outcome(text('name').write, value)).toEqual({ says: inputs.required }));

  it('rejects null as a required text', () => expect(text('name').write.safeParse(null).success).toBe(false));
});

describe.each([
  optionalText('phone'),
  optionalLongText('notes'),
  optionalDate('customDate'),
])('an optional $kind field', ({ write }) => {
  it.each(['', null])('stores null for an optional value of %j', (value) =>
    expect(outcome(write, value)).toEqual({ kept: null }));
  it('leaves an absent optional value absent', () =>
    expect(outcome(write, undefined)).toEqual({ kept: undefined }));
});

it('optional text of spaces only is stored as null', () =>
  expect(outcome(optionalText('phone').write, '   ')).toEqual({ kept: null }));

describe('a money field', () => {
  const { write, read } = money('paidAmount', () => sentences.paidAmountMissing);

  it.each([
    ['1250', '1250.00'],
    ['1,250.5', '1250.50'],
    ['١٢٥٠', '1250.00'],
    ['0', '0.00'],
    ['99999999.99', '99999999.99'],
  ])('stores the typed amount %j as %s', (typed, kept) => expect(outcome(write, typed)).toEqual({ kept }));

  it.each(['', '  ', undefined])('reports an amount of %j as missing', (value) =>
    expect(outcome(write, value)).toEqual({ says: 'Paid amount is required' }));

  it.each(['-1', 'ten', '1.005', '1e5'])('rejects the amount %j', (value) =>
    expect(outcome(write, value)).toEqual({ says: 'Enter an amount such as 1250 or 1250.50' }));

  it('rejects one piastre more than the largest amount', () =>
    expect(outcome(write, '100000000')).toEqual({ says: 'Enter at most 99,999,999.99' }));

  it.each([12.5, 0, null, [], true])('rejects %j: money is never a float', (value) =>
    expect(write.safeParse(value).success).toBe(false));

  it.each([
    ['1250', '1250.00'],
    ['-3.5', '-3.50'],
    [1250, '1250.00'],
  ])('reads the answer %j as %s', (answered, kept) => expect(outcome(read, answered)).toEqual({ kept }));

  it.each(['', 'n/a', Number.NaN, 0.1 + 0.2])('rejects the answer %j as money', (answered) =>
    expect(read.safeParse(answered).success).toBe(false));

  it('reads null as a computed amount that is not applicable', () =>
    expect(outcome(computedMoney('remainingAmount').read, null)).toEqual({ kept: null }));
});

describe('a choice field', () => {
  const { write, read } = choice('level', levels);

  it('accepts only its own values', () => {
    for (const { value } of levels) expect(outcome(write, value)).toEqual({ kept: value });
    for (const value of ['0', '19', 'Level 1', '01', ' 1']) {
      expect(outcome(write, value)).toEqual({ says: 'Choose one of the list' });
    }
  });

  it.each(['', undefined])('reports a choice of %j as missing', (value) =>
    expect(outcome(write, value)).toEqual({ says: inputs.required }));

  it('reads unknown values of a newer server, and null', () => {
    expect(outcome(read, '99')).toEqual({ kept: '99' });
    expect(outcome(read, null)).toEqual({ kept: null });
  });
});

describe('a reference field', () => {
  const { write } = reference('relatedRecord', 'adult-course', () => sentences.relatedRecordMissing);

  it.each([
    ['12', '12'],
    [12, '12'],
    ['0192f0c1-7b1c-7c3e-9d55-0d5f7a1b2c3d', '0192f0c1-7b1c-7c3e-9d55-0d5f7a1b2c3d'],
  ])('keeps %j as opaque text', (id, kept) => expect(outcome(write, id)).toEqual({ kept }));

  it.each(['', undefined])('reports a reference of %j as missing', (value) =>
    expect(outcome(write, value)).toEqual({ says: 'Related record is required' }));

  it.each(['1; drop table', '../2', 'x'.repeat(65), null, {}])('rejects %j as an id', (value) =>
    expect(outcome(write, value)).toEqual({ says: 'Invalid input' }));
});

describe('a date field', () => {
  const { write, read } = optionalDate('customDate');

  it('stores a day as it was typed', () =>
    expect(outcome(write, '2026-11-30')).toEqual({ kept: '2026-11-30' }));

  it.each(['2026-02-30', '30/11/2026', 'today', '2026-11-30T00:00:00Z'])('rejects %j as a date', (value) =>
    expect(outcome(write, value)).toEqual({ says: 'Enter a date such as 2026-11-30' }));

  it.each(
    Object.values(resources).flatMap(({ name, fields }) =>
      Object.entries(fields).flatMap(([field, { kind, write }]) =>
        kind === 'date' ? [{ name, field, write }] : [],
      ),
    ),
  )('rejects a year typed wrong as $field of $name', ({ field, write }) => {
    const now = new Date().getUTCFullYear();
    expect(outcome(write, `${now}-01-31`)).toEqual({ kept: `${now}-01-31` });
    expect(outcome(write, `${now + 36}-01-31`)).toEqual({ says: expect.stringMatching(/^Look at the year/) });
    expect('says' in outcome(write, '1926-01-31')).toBe(field !== 'birthdate');
  });

  it('reads the day of an instant', () =>
    expect(outcome(read, '2026-11-30T10:00:00Z')).toEqual({ kept: '2026-11-30' }));
});

describe('read-only fields', () => {
  it.each([
    timestamp('createdAt'),
    flag('installment'),
    computedMoney('remainingAmount'),
  ])('a $kind is rejected in a body', ({ write }) =>
    expect(write.safeParse('2026-11-30').success).toBe(false));

  it('an absent flag is read as false', () => {
    expect(outcome(flag('installment').read, undefined)).toEqual({ kept: false });
    expect(outcome(flag('installment').read, true)).toEqual({ kept: true });
  });
});

it.each([
  ['7', '7'],
  [7, '7'],
])('reads the id %j as text', (id, kept) => expect(outcome(readId, id)).toEqual({ kept }));

describe('the schema of what is typed', () => {
  it('is built at its first use, once for a field and its changed copies', () => {
    let built = 0;
    const field = defineField('name', { kind: 'text', optional: false, read: z.string() }, () => {
      built++;
      return z.string().min(1);
    });
    const changed = fieldWith(field, { immutable: true });
    expect(changed).toMatchObject({ kind: 'text', label: 'Name', immutable: true });
    expect(Object.keys(changed)).toContain('write');
    expect(built).toBe(0);
    expect(changed.write.safeParse('').success).toBe(false);
    expect(field.write.parse('Mona')).toBe('Mona');
    expect(built).toBe(1);
  });

  it.each(Object.values(resources))('is left unbuilt where $name is declared', ({ fields, installment }) => {
    const builtEarly = Object.entries({ ...fields, ...installment?.fields })
      // The parts of a plan share one schema.
      .filter(([, { kind }]) => kind !== 'parts')
      .filter(([, field]) => Object.getOwnPropertyDescriptor(field, 'write')?.get === undefined)
      .map(([name]) => name);
    expect(builtEarly).toEqual([]);
  });
});
