import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balanceOf } from '#contract/ledger/effects.ts';
import { entriesOf, type MoneyRecord } from '#contract/ledger/entries.ts';
import { type Movement, movementsOf } from '#contract/ledger/movements.ts';
import { type MadeMovement, rightsProblem } from '#contract/ledger/rights.ts';

/** A movement with its maker and its day; days are counted. */
type Written = Movement & { readonly record: string; readonly madeBy: string; readonly at: number };

const MANAGER = 'manager';
const people = [MANAGER, 'mona', 'omar'] as const;
type Person = (typeof people)[number];
type Change = (records: ReadonlyMap<string, MoneyRecord>) => ReadonlyMap<string, MoneyRecord | undefined>;

/** A desk with a ledger: whoever is refused writes nothing. */
class Desk {
  readonly records = new Map<string, MoneyRecord>();
  ledger: Written[] = [];
  day = 1;
  #ids = 0;
  #closes = 0;

  nextId(): string {
    this.#ids += 1;
    return String(this.#ids);
  }

  close(person: Person): void {
    this.#closes += 1;
    const close = `close ${this.#closes}`;
    this.ledger = this.ledger.map((one) =>
      one.holder === person && one.close === null ? { ...one, close } : one,
    );
  }

  /** @returns whether it was written */
  write(person: Person, change: Change): boolean {
    const changed = change(this.records);
    const added = [...changed].flatMap(([record, value]) =>
      movementsOf(
        this.ledger.filter((one) => one.record === record),
        entriesOf(value),
      ).map(
        (movement): Written => ({ ...movement, id: this.nextId(), record, madeBy: person, at: this.day }),
      ),
    );
    const about = new Set(added.flatMap(({ record, payable }) => [record, payable]));
    const seen = [...this.ledger, ...added].filter(
      ({ record, payable }) => about.has(record) || (payable && about.has(payable)),
    );
    const movements = seen.map(
      (one): MadeMovement => ({
        ...one,
        isNew: added.includes(one),
        isOfToday: one.at === this.day,
        isOwn:
          one.at === this.day &&
          one.close === null &&
          one.madeBy === person &&
          (one.recordedBy ?? person) === person,
        isPrinted: false,
        returnsCopies: false,
      }),
    );
    const may = () => person === MANAGER;
    if (rightsProblem({ movements, limit: 1_000n }, may)) return false;
    // What the records themselves refuse: less than nothing is owed or kept.
    const all = [...this.ledger, ...added];
    const isNegative = (balance: 'owed' | 'credit', of: (one: Written) => string | null) =>
      all.some(
        (one) =>
          of(one) &&
          balanceOf(
            balance,
            all.filter((other) => of(other) === of(one)),
          ) < 0n,
      );
    if (isNegative('owed', ({ payable }) => payable) || isNegative('credit', ({ creditOf }) => creditOf))
      return false;
    this.ledger = all;
    for (const [record, value] of changed) {
      if (value) this.records.set(record, value);
      else this.records.delete(record);
    }
    return true;
  }
}

const amount = fc.integer({ min: 1, max: 20 }).map((hundreds) => BigInt(hundreds) * 100n);
const step = fc.record({
  person: fc.constantFrom(...people),
  kind: fc.constantFrom(
    ...(['enrolment', 'enrolment', 'payment', 'payment', 'refund', 'refund', 'change', 'change'] as const),
    ...(['credit', 'student', 'delete', 'day', 'close'] as const),
  ),
  amount,
  student: fc.constantFrom('A', 'B'),
  method: fc.constantFrom('cash', 'card', 'credit'),
  forgives: fc.boolean(),
  place: fc.nat(20),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const common = (desk: Desk, person: string) => ({
  id: desk.nextId(),
  resource: 'bus' as const,
  day: `2026-03-${String(desk.day).padStart(2, '0')}`,
  month: '1',
  recordedBy: person,
  reference: null,
});

const payableOf = (
  desk: Desk,
  { person, student, amount: paid, method }: Step,
  pays: MoneyRecord | undefined,
): MoneyRecord | undefined => {
  const isPayment = pays?.source === 'payable';
  const whose = isPayment ? pays.student : student;
  return {
    source: 'payable',
    ...common(desk, person),
    pays: isPayment ? pays.id : null,
    student: whose,
    price: isPayment ? null : 2_000n,
    listPrice: null,
    discount: 0n,
    paid,
    method,
    collection: null,
    isImported: false,
    // Whose credit it takes is typed by anybody.
    usedCredit: method === 'credit' ? [{ student, amount: paid }] : [],
  };
};

function changeOf(desk: Desk, one: Step): Change | undefined {
  const records = [...desk.records.values()];
  const payables = records.filter((record) => record.source === 'payable' && record.pays === null);
  const chosen = records[one.place % Math.max(1, records.length)];
  const payable = payables[one.place % Math.max(1, payables.length)];
  const put = (record: MoneyRecord | undefined) =>
    record ? () => new Map([[record.id, record]]) : undefined;
  switch (one.kind) {
    case 'enrolment':
      return put(payableOf(desk, one, undefined));
    case 'payment':
      return payable && put(payableOf(desk, one, payable));
    case 'refund':
    case 'credit':
      return put(
        one.kind === 'refund' && payable?.source !== 'payable'
          ? undefined
          : {
              source: 'refund',
              ...common(desk, one.person),
              payable: one.kind === 'refund' && payable ? payable.id : null,
              student: payable?.source === 'payable' ? payable.student : one.student,
              amount: one.amount,
              forgives: one.kind === 'refund' && one.forgives,
              method: one.kind === 'credit' ? 'cash' : one.method,
            },
      );
    case 'change':
      if (chosen?.source === 'payable')
        return put({
          ...chosen,
          ...(chosen.price !== null && one.forgives
            ? { price: one.amount }
            : chosen.method !== 'credit' && {
                paid: one.amount,
                method: one.method === 'credit' ? 'cash' : one.method,
              }),
        });
      return chosen?.source === 'refund'
        ? put({ ...chosen, amount: one.amount, forgives: one.forgives && chosen.payable !== null })
        : undefined;
    case 'student': {
      if (payable?.source !== 'payable') return undefined;
      const along = records.filter(
        (record) =>
          record.id === payable.id ||
          (record.source === 'payable' && record.pays === payable.id) ||
          (record.source === 'refund' && record.payable === payable.id),
      );
      return () =>
        new Map(along.map((record) => [record.id, { ...record, student: one.student } as MoneyRecord]));
    }
    case 'delete':
      return chosen &&
        !records.some(
          (record) =>
            ('pays' in record && record.pays === chosen.id) ||
            ('payable' in record && record.payable === chosen.id),
        )
        ? () => new Map([[chosen.id, undefined]])
        : undefined;
    default:
      return undefined;
  }
}

/** What the branch has of a payable: owed, or in a drawer, less what it keeps as credit for it. */
const worthOf = (ledger: readonly Written[], payable: string) => {
  const ofOne = ledger.filter((one) => one.payable === payable);
  return balanceOf('owed', ofOne) + balanceOf('money', ofOne) - balanceOf('credit', ofOne);
};

describe('whatever staff do, in any order, alone or by two', { timeout: 60_000 }, () => {
  const runs = fc.array(step, { minLength: 25, maxLength: 45, size: 'max' });
  const play = (
    steps: readonly Step[],
    look: (one: Step, before: readonly Written[], desk: Desk) => void,
  ) => {
    const desk = new Desk();
    let written = 0;
    for (const one of steps) {
      if (one.kind === 'day') desk.day += 1;
      else if (one.kind === 'close') desk.close(one.person);
      else {
        const before = desk.ledger;
        const change = changeOf(desk, one);
        if (!change || !desk.write(one.person, change)) continue;
        written += 1;
        if (one.person !== MANAGER) look(one, before, desk);
      }
    }
    return written;
  };

  const always = (look: (one: Step, before: readonly Written[], desk: Desk) => void) =>
    fc.assert(
      fc.property(runs, (steps) => void play(steps, look)),
      { numRuns: 250 },
    );

  it('a debt that others recorded, or of another day, never shrinks without money for it', () =>
    always(({ person }, before, desk) => {
      for (const payable of new Set(before.flatMap(({ payable }) => payable ?? []))) {
        const priced = before.filter((one) => one.record === payable);
        if (priced.every((one) => one.madeBy === person && one.at === desk.day && one.close === null))
          continue;
        expect(worthOf(desk.ledger, payable)).toBeGreaterThanOrEqual(worthOf(before, payable));
      }
    }));

  it('money that others took in, or of another day, or that was counted, stays where it is', () =>
    always(({ person }, before, desk) => {
      const closed = (one: Written) => one.madeBy !== person || one.at !== desk.day || one.close !== null;
      const reversed = new Set(desk.ledger.slice(before.length).map(({ reverses }) => reverses));
      const taken = before.filter(
        (one) => reversed.has(one.id) && closed(one) && one.type !== 'price' && one.type !== 'discount',
      );
      expect(taken).toEqual([]);
    }));

  it('no more money goes out for a payable by a method than they took in for it today', () =>
    always(({ person }, before, desk) => {
      const isOut = ({ type }: Written) => type === 'refund' || type === 'credit_payout';
      for (const { payable, method } of desk.ledger.slice(before.length).filter(isOut)) {
        const moved = desk.ledger.filter(
          (one) =>
            one.payable === payable &&
            one.method === method &&
            one.madeBy === person &&
            one.at === desk.day &&
            one.close === null,
        );
        expect(balanceOf('money', moved)).toBeGreaterThanOrEqual(0n);
      }
    }));

  it('credit pays for its owner only', () =>
    always((_one, before, desk) => {
      const used = desk.ledger
        .slice(before.length)
        .filter(({ type, amount }) => type === 'credit_payment' && amount > 0n);
      for (const { student, creditOf } of used) expect(creditOf).toBe(student);
    }));

  it('most of these histories write something', () => {
    const written = fc.sample(runs, { numRuns: 100, seed: 7 }).map((steps) => play(steps, () => undefined));
    expect(written.filter((count) => count > 2).length).toBeGreaterThan(80);
  });
});
