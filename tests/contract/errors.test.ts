import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldErrors, problemsOf, readErrorBody } from '#contract/errors.ts';
import { problemsIn } from '#contract/problems.ts';

describe('readErrorBody()', () => {
  it('reads a sentence for the whole request', () =>
    expect(readErrorBody({ detail: 'Invalid page.' })).toEqual({ detail: 'Invalid page.', fields: [] }));

  it('reads the first of the form-level messages', () =>
    expect(readErrorBody({ non_field_errors: ['Wrong password', 'and more'] })).toEqual({
      detail: 'Wrong password',
      fields: [],
    }));

  it('reads messages at fields, one or several each', () =>
    expect(readErrorBody({ name: ['This cannot be empty', 'Too short'], phone: 'Invalid input' })).toEqual({
      detail: undefined,
      fields: [
        { field: 'name', message: 'This cannot be empty' },
        { field: 'name', message: 'Too short' },
        { field: 'phone', message: 'Invalid input' },
      ],
    }));

  it('reads a sentence together with field messages', () =>
    expect(readErrorBody({ detail: 'Refused', paid_amount: ['Too much'] })).toEqual({
      detail: 'Refused',
      fields: [{ field: 'paid_amount', message: 'Too much' }],
    }));

  it('reads the errors of lines with the place of each', () =>
    expect(readErrorBody({ payments: [{}, { paid_amount: ['Too much'] }], notes: ['Too long'] })).toEqual({
      detail: undefined,
      fields: [
        { field: 'payments.1.paid_amount', message: 'Too much' },
        { field: 'notes', message: 'Too long' },
      ],
    }));

  it('ignores unknown keys beside a sentence', () =>
    expect(readErrorBody({ detail: 'Token is invalid', messages: [{ token_class: 'Access' }] })).toEqual({
      detail: 'Token is invalid',
      fields: [],
    }));

  it.each([
    '<html>',
    null,
    undefined,
    5,
    { detail: 5 },
    { name: [1] },
    { status: { code: 1 } },
    ['no'],
  ])('returns undefined for %j', (body) => expect(readErrorBody(body)).toBeUndefined());
});

it('a written error body is read back unchanged', () => {
  const problems = [
    { field: 'name', message: 'a' },
    { field: 'phone', message: 'b' },
    { field: 'name', message: 'c' },
  ];
  const { fields } = readErrorBody(fieldErrors(problems)) ?? {};
  expect(fields).toHaveLength(3);
  expect(fields).toEqual(expect.arrayContaining(problems));
});

it('a field may have any name, even that of an object property', () => {
  const body = fieldErrors([{ field: 'constructor', message: 'a' }]);
  expect(readErrorBody(body)?.fields).toEqual([{ field: 'constructor', message: 'a' }]);
});

it("zod's issues are assigned to their top-level field, others to the form", () => {
  const schema = z
    .object({ lines: z.array(z.object({ amount: z.string() })) })
    .refine(() => false, { message: 'Not together', when: () => true });
  const problems = problemsOf(schema.safeParse({ lines: [{ amount: 5 }] }).error ?? new z.ZodError([]));
  expect(problems.map(({ field }) => field)).toEqual(['lines', 'non_field_errors']);
});

describe('the facts of a problem', () => {
  const overpaid = {
    field: 'paid_amount',
    message: 'Only L.E. 300.00 remains to be paid.',
    code: 'overpaid',
    most: '300.00',
    current: { resource: 'bus', id: '9', remaining_amount: '300.00' },
  };
  const body = { paid_amount: [overpaid.message], problems: [overpaid] };

  it('stand beside the shapes of the specification', () => {
    const { problems: _, ...shape } = body;
    expect(readErrorBody(body)).toEqual(readErrorBody(shape));
    expect(problemsIn(body)).toEqual([overpaid]);
  });

  it('are left out where they cannot be read, and absent of another server', () => {
    const newer = { ...overpaid, code: 'of-a-newer-server' };
    expect(problemsIn({ ...body, problems: [newer, overpaid, null] })).toEqual([overpaid]);
    for (const other of [undefined, null, 'busy', { detail: 'No' }, { problems: 'No' }])
      expect(problemsIn(other)).toEqual([]);
  });
});
