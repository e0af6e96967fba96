import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BASE, canonicalValue, changedMeanwhile, changeOf, mergeChange } from '#contract/change.ts';
import type { Draft } from '#contract/define-resource.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf, resources } from '#contract/resources/registry.ts';

const { fields } = resources['adult-course'];

const stored = {
  student: '7',
  level: 'A1',
  transportation_type: 'no',
  price: '1000.00',
  paid_amount: '300.00',
  receipt_number: '12',
  custom_date: null,
  notes: null,
};

describe('merge of a change', () => {
  test('a note from a stale form leaves the payment of another device in place', () => {
    const change = changeOf(fields, stored, { ...stored, notes: 'call her' });
    const merged = mergeChange(fields, change, { ...stored, paid_amount: '600.00' });
    expect(merged).toEqual({ changes: { notes: 'call her' }, conflicts: {} });
  });

  test('an amount that both sides changed is a conflict with its three values', () => {
    const change = changeOf(fields, stored, { ...stored, paid_amount: '500' });
    const merged = mergeChange(fields, change, { ...stored, paid_amount: '600.00' });
    expect(merged.changes).toEqual({});
    expect(merged.conflicts).toEqual({ paid_amount: { base: '300.00', yours: '500', now: '600.00' } });
  });

  test('the same new value on both sides is no conflict', () => {
    const change = changeOf(fields, stored, { ...stored, paid_amount: '600' });
    expect(mergeChange(fields, change, { ...stored, paid_amount: '600.00' })).toEqual({
      changes: {},
      conflicts: {},
    });
  });

  test('members of base that are no fields are ignored', () => {
    const change = { base: { colour: 'red', remaining_amount: '1.00' }, yours: { colour: 'blue' } };
    expect(mergeChange(fields, change, stored)).toEqual({ changes: {}, conflicts: {} });
  });

  test('a field without a new value is untouched', () => {
    expect(mergeChange(fields, { base: { notes: null }, yours: {} }, stored).changes).toEqual({});
  });
});

describe('change of a form', () => {
  test('the whole object that a form sends has only the touched fields as its change', () => {
    const form = { ...stored, price: '1,000', paid_amount: '300', notes: '', custom_date: '', student: 7 };
    expect(changeOf(fields, stored, form)).toEqual({ base: {}, yours: {} });
    expect(changeOf(fields, stored, { ...form, level: 'B1' })).toEqual({
      base: { level: 'A1' },
      yours: { level: 'B1' },
    });
  });

  test('an absent value and an empty one are the same base', () => {
    const { notes: _, ...without } = stored;
    expect(changeOf(fields, without, { ...stored, notes: 'x' }).base).toEqual({ notes: null });
  });
});

test.each(resourceNames)('no field of %s has the name of the base', (name) => {
  const { fields: resourceFields, computed, installment } = resourceOf(name);
  expect(Object.keys({ ...resourceFields, ...computed, ...installment?.fields })).not.toContain(BASE);
});

test('the answer about a changed record is read with and without conflicts', () => {
  const current = { id: '4', version: 3 };
  expect(changedMeanwhile.parse({ detail: 'x', current })).toEqual({ detail: 'x', current });
  expect(changedMeanwhile.safeParse({ detail: 'x' }).success).toBe(false);
});

const names = Object.keys(fields);
const value = fc.constantFrom('1', '2', '3', null);
const record = fc
  .tuple(...names.map(() => value))
  .map((values) => Object.fromEntries(names.map((name, index) => [name, values[index]])));
const canonical = (row: Draft) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, canonicalValue(field, row[name])]));
const apply = (row: Draft, changes: Draft) => canonical({ ...row, ...changes });

describe('every merge', () => {
  test('sets each field to the stored value, or to a new one whose base was stored', () => {
    fc.assert(
      fc.property(record, record, record, (before, draft, now) => {
        const { changes, conflicts } = mergeChange(fields, changeOf(fields, before, draft), now);
        const [result, old, theirs, mine] = [apply(now, changes), ...[before, now, draft].map(canonical)];
        for (const name of names) {
          expect([theirs?.[name], mine?.[name]]).toContain(result[name]);
          if (result[name] !== theirs?.[name]) expect(theirs?.[name]).toBe(old?.[name]);
          if (name in conflicts) expect(result[name]).toBe(theirs?.[name]);
        }
      }),
    );
  });

  test('gives the same record in either order where two changes touch different fields', () => {
    fc.assert(
      fc.property(record, record, record, fc.array(fc.boolean(), { minLength: 20 }), (before, a, b, mask) => {
        const part = (row: Draft, maskValue: boolean) =>
          Object.fromEntries(
            names.map((name, at) => [name, mask[at] === maskValue ? row[name] : before[name]]),
          );
        const [one, other] = [part(a, true), part(b, false)].map((row) => changeOf(fields, before, row));
        if (!one || !other) throw new Error('two changes expected');
        const inOrder = (changes: (typeof one)[]) =>
          changes.reduce((row: Draft, change) => {
            const merged = mergeChange(fields, change, row);
            expect(merged.conflicts).toEqual({});
            return apply(row, merged.changes);
          }, canonical(before));
        expect(inOrder([one, other])).toEqual(inOrder([other, one]));
      }),
    );
  });

  test('changes nothing when it is repeated', () => {
    fc.assert(
      fc.property(record, record, record, (before, draft, now) => {
        const change = changeOf(fields, before, draft);
        const merged = mergeChange(fields, change, now);
        const again = mergeChange(fields, change, apply(now, merged.changes));
        expect(again.changes).toEqual({});
        expect(Object.keys(again.conflicts)).toEqual(Object.keys(merged.conflicts));
      }),
    );
  });
});
