import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldChanges } from '#app/outbox/store/entry-change.ts';
import { type Change, canonicalValue, changeOf, mergeChange } from '#contract/change.ts';
import type { Draft } from '#contract/define-resource.ts';
import { resources } from '#contract/resources/registry.ts';

const { fields } = resources['adult-course'];

const opened: Draft = {
  student: '7',
  receipt_number: '12',
  level: '1',
  period: '3',
  transportation_type: 'parent',
  price: '3000.00',
  paid_amount: '300.00',
  custom_date: null,
  notes: null,
};

/** Generates what a person edits in one form: few fields and few values, so that they meet and come back. */
const edits = fc.record(
  {
    paid_amount: fc.constantFrom('300.00', '300', '400.00', '500.00'),
    price: fc.constantFrom('3000.00', '2500.00'),
    notes: fc.constantFrom(null, '', 'Called', 'Moves away'),
    receipt_number: fc.constantFrom('12', '13'),
  },
  { requiredKeys: [] },
);

const apply = (record: Draft, change: Change): Draft => ({
  ...record,
  ...mergeChange(fields, change, record).changes,
});
const canonical = (record: Draft) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, canonicalValue(field, record[name])]),
  );
const nothing: Change = { base: {}, yours: {} };

describe('waiting changes of one record', () => {
  it('folded are the same as applied one after the other, whatever others changed beside them', () => {
    const property = fc.property(fc.array(edits, { maxLength: 6 }), fc.boolean(), (forms, paidElsewhere) => {
      let shown = opened;
      let folded = nothing;
      for (const edited of forms) {
        const later = changeOf(fields, shown, { ...shown, ...edited });
        const next = foldChanges(fields, folded, later);
        expect(next).toBeDefined();
        folded = next ?? folded;
        shown = { ...shown, ...edited };
      }
      expect(canonical(apply(opened, folded))).toEqual(canonical(shown));
      const changed = Object.keys(changeOf(fields, opened, shown).yours).sort();
      expect(Object.keys(folded.yours).sort()).toEqual(changed);
      expect(Object.keys(folded.base).sort()).toEqual(changed);
      const elsewhere = { ...opened, level: '2', ...(paidElsewhere && { transportation_type: 'bus' }) };
      expect(canonical(apply(elsewhere, folded))).toEqual(
        canonical({ ...shown, level: '2', ...(paidElsewhere && { transportation_type: 'bus' }) }),
      );
    });
    fc.assert(property, { seed: 2026, numRuns: 1_000 });
  });

  it('are folded only if the later one was made upon the earlier one, else both are merged by the server', () => {
    const property = fc.property(edits, edits, (first, second) => {
      const earlier = changeOf(fields, opened, { ...opened, ...first });
      const later = changeOf(fields, opened, { ...opened, ...second });
      const folded = foldChanges(fields, earlier, later);
      const between = apply(opened, earlier);
      const { conflicts } = mergeChange(fields, later, between);
      expect(folded === undefined).toBe(Object.keys(conflicts).length > 0);
      if (folded) expect(canonical(apply(opened, folded))).toEqual(canonical(apply(between, later)));
    });
    fc.assert(property, { seed: 2026, numRuns: 1_000 });
  });

  it('keep the base of the first form as it was read', () => {
    const first = changeOf(fields, opened, { ...opened, paid_amount: '400' });
    const second = changeOf(fields, { ...opened, paid_amount: '400' }, { ...opened, paid_amount: '500' });
    expect(foldChanges(fields, first, second)).toEqual({
      base: { paid_amount: '300.00' },
      yours: { paid_amount: '500' },
    });
  });
});
