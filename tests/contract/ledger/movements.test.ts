import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balanceOf, balances, type MovementType } from '#contract/ledger/effects.ts';
import { entriesOf, type MoneyRecord } from '#contract/ledger/entries.ts';
import { type Movement, movementsOf, standing } from '#contract/ledger/movements.ts';

const amount = fc.bigInt({ min: 0n, max: 5_000n });
const person = fc.constantFrom('1', '2');
const common = {
  id: fc.constant('7'),
  day: fc.constantFrom('2026-03-01', '2026-03-02'),
  month: fc.constant('4'),
  recordedBy: person,
  reference: fc.constant(null),
};
const method = fc.constantFrom('cash', 'card');

const enrolment: fc.Arbitrary<MoneyRecord> = fc
  .record({
    source: fc.constant('payable' as const),
    resource: fc.constant('bus' as const),
    ...common,
    pays: fc.constant(null),
    student: person,
    price: amount,
    discount: amount,
    paid: amount,
    method: fc.constantFrom('cash', 'card', 'credit'),
    collection: fc.constant(null),
    isImported: fc.boolean(),
  })
  .map((record) => ({
    ...record,
    listPrice: record.discount > 0n ? record.price + record.discount : null,
    usedCredit:
      record.method === 'credit' && record.paid > 0n
        ? [{ student: record.student, amount: record.paid }]
        : [],
  }));
const refund: fc.Arbitrary<MoneyRecord> = fc.record({
  source: fc.constant('refund' as const),
  resource: fc.constant('bus' as const),
  ...common,
  payable: fc.constantFrom('7', null),
  student: person,
  amount,
  forgives: fc.boolean(),
  method: fc.constantFrom('cash', 'card', 'credit'),
});
const spending: fc.Arbitrary<MoneyRecord> = fc.record({
  source: fc.constant('spending' as const),
  resource: fc.constant('expense' as const),
  ...common,
  type: fc.constantFrom('expense' as const, 'salary' as const),
  amount,
  fromDrawer: fc.boolean(),
  method,
  category: fc.constantFrom('rent', null),
});

const cashMove: fc.Arbitrary<MoneyRecord> = fc.record({
  source: fc.constant('cash-move' as const),
  resource: fc.constant('cash-move' as const),
  ...common,
  way: fc.constantFrom('brought' as const, 'handed_over' as const, 'banked' as const),
  amount,
  drawer: person,
  close: fc.constant(null),
});
const close: fc.Arbitrary<MoneyRecord> = fc.record({
  source: fc.constant('close' as const),
  resource: fc.constant('cash-move' as const),
  ...common,
  drawer: fc.constant('1'),
  float: fc.oneof(amount, fc.constant(null)),
});

/** Carries a record through its states; undefined is a deleted one. A close counts what stands after some of them. */
function history(states: readonly { record: MoneyRecord | undefined; counted: boolean }[]) {
  const ledger: Movement[] = [];
  const steps = states.map(({ record, counted }, step) => {
    const added = movementsOf(ledger, entriesOf(record)).map((movement, place) => ({
      ...movement,
      id: `${step}.${place}`,
    }));
    ledger.push(...added);
    if (counted)
      for (const [place, movement] of ledger.entries())
        if (movement.close === null) ledger[place] = { ...movement, close: `close ${step}` };
    return { added, after: [...ledger] };
  });
  return { ledger, steps };
}

const states = (record: fc.Arbitrary<MoneyRecord>) =>
  fc.array(fc.record({ record: fc.option(record, { nil: undefined }), counted: fc.boolean() }), {
    minLength: 1,
    maxLength: 12,
  });

describe.each([
  ['an enrolment', enrolment],
  ['a refund', refund],
  ['a spending', spending],
  ['cash between drawer, office and bank', cashMove],
  ['a drawer close', close],
])('the movements of %s', (_name, record) => {
  it('have the balances of the record as it is now, whatever it was before', () => {
    fc.assert(
      fc.property(states(record), (given) => {
        const entries = entriesOf(given.at(-1)?.record);
        const { ledger } = history(given);
        for (const balance of balances) expect(balanceOf(balance, ledger)).toBe(balanceOf(balance, entries));
        expect(standing(ledger)).toHaveLength(entries.length);
      }),
    );
  });

  it('are not written again for the same record', () => {
    fc.assert(
      fc.property(states(record), (given) => {
        const last = given.at(-1)?.record;
        const { steps } = history([...given, { record: last, counted: false }]);
        expect(steps.at(-1)?.added).toEqual([]);
      }),
    );
  });

  it('take back each movement once, with the opposite amount and all its facts', () => {
    fc.assert(
      fc.property(states(record), (given) => {
        const { ledger } = history(given);
        const taken = ledger.flatMap(({ reverses }) => reverses ?? []);
        expect(new Set(taken).size).toBe(taken.length);
        for (const { id, reverses, amount: negative, close, corrects: _, ...facts } of ledger) {
          if (reverses === null) continue;
          const original = ledger.find((movement) => movement.id === reverses);
          expect(original).toMatchObject({ ...facts, amount: -negative });
        }
      }),
    );
  });
});

it('a changed payment stays in the close that counted it, and no open drawer moves', () => {
  fc.assert(
    fc.property(fc.array(enrolment, { minLength: 2, maxLength: 8 }), (given) => {
      const [first, ...later] = given.map((record) => ({ ...record, recordedBy: '1', method: 'cash' }));
      const counted = { ...first, paid: 100n, isImported: false } as MoneyRecord;
      const { ledger } = history([
        { record: counted, counted: true },
        ...later.map((record) => ({ record: record as MoneyRecord, counted: false })),
      ]);
      const money = ledger.filter(({ type, holder }) => type === 'payment' && holder === '1');
      expect(money.map(({ close }) => close)).toEqual(money.map(() => 'close 0'));
    }),
  );
});

const facts = { student: '1', reference: null, recordedBy: '2', day: '2026-03-01', month: null };
const ofBus = { ...facts, resource: 'bus', method: 'cash' } as const;
const bus: MoneyRecord = {
  ...{
    ...ofBus,
    source: 'payable',
    id: '7',
    pays: null,
    usedCredit: [],
    collection: null,
    isImported: false,
  },
  ...{ price: 900n, listPrice: 1_000n, discount: 100n, paid: 300n },
};
const back = { ...ofBus, source: 'refund', id: '8', payable: '7', amount: 300n, forgives: true } as const;

it.each<[string, MoneyRecord, Partial<Record<MovementType, bigint>>]>([
  ['an enrolment with a discount and a first payment', bus, { price: 1_000n, discount: 100n, payment: 300n }],
  ['a refund that is not owed any more', back, { refund: 300n, forgiven: 300n }],
])('%s says what is owed, paid and given up', (_name, record, expected) => {
  expect(entriesOf(record).map((entry) => [entry.type, entry.amount])).toEqual(Object.entries(expected));
});
