import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PublishedChange } from '#server/events/change-listener.ts';
import { ChangeOrder } from '#server/events/change-order.ts';
import { versionOf } from '#server/store/branch-changes.ts';

const change = (shard: number, count: number): PublishedChange => ({
  branchId: 1n,
  shard,
  count,
  resource: `${shard}/${count}`,
  key: undefined,
});
const START = 1_000;

/** Returns an order that has read these counts. */
function orderFrom(counts: Readonly<Record<number, number>>): ChangeOrder {
  const order = new ChangeOrder();
  order.advance(new Map(Object.entries(counts).map(([shard, count]) => [Number(shard), count])));
  return order;
}

describe('the order of changes', () => {
  it('delivers each change once, in the order of its shard, however they are heard', () => {
    const heard = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 40 }).chain((shards) => {
      const counts = new Map<number, number>();
      const changes = shards.map((shard) => {
        const count = (counts.get(shard) ?? START) + 1;
        counts.set(shard, count);
        return change(shard, count);
      });
      const twice = [...changes, ...changes.filter((_, index) => index % 3 === 0)];
      return fc.shuffledSubarray(twice, { minLength: twice.length });
    });
    fc.assert(
      fc.property(heard, (changes) => {
        const order = orderFrom({ 0: START, 1: START, 2: START, 3: START });
        const given = changes.flatMap((one) => order.add(one, 0));
        expect(new Set(given)).toEqual(new Set(given.filter((one, at) => given.indexOf(one) === at)));
        const expected = new Map([0, 1, 2, 3].map((shard) => [shard, START]));
        for (const { shard, count } of given) {
          expect(count).toBe((expected.get(shard) ?? 0) + 1);
          expected.set(shard, count);
        }
        expect(given).toHaveLength(new Set(changes.map(({ resource }) => resource)).size);
        expect(order.version).toBe(versionOf(expected));
        expect(order.hasGap).toBe(false);
      }),
    );
  });

  it('keeps its version while an earlier change is missing', () => {
    const order = orderFrom({ 0: 10, 1: 20 });
    const before = order.version;
    expect(order.add(change(0, 12), 0)).toEqual([]);
    expect([order.version, order.hasGap]).toEqual([before, true]);
    expect(order.add(change(0, 11), 0).map(({ count }) => count)).toEqual([11, 12]);
    expect(order.hasGap).toBe(false);
    expect(order.version).not.toBe(before);
  });

  it('has different versions for equally many changes of different shards', () => {
    const [one, other] = [orderFrom({ 0: 10, 1: 10 }), orderFrom({ 0: 10, 1: 10 })];
    one.add(change(0, 11), 0);
    other.add(change(1, 11), 0);
    expect(one.version).not.toBe(other.version);
    one.add(change(1, 11), 0);
    other.add(change(0, 11), 0);
    expect(one.version).toBe(other.version);
  });

  it('waits with what it hears until the counts are read', () => {
    const order = new ChangeOrder();
    expect(order.add(change(0, 11), 0)).toEqual([]);
    expect(order.isRead).toBe(false);
    order.advance(new Map([[0, 10]]));
    expect(order.version).toBe(orderFrom({ 0: 11 }).version);
    expect(order.add(change(0, 11), 0)).toEqual([]);
    expect(order.add(change(0, 12), 0)).toHaveLength(1);
  });

  it('delivers the first change of a new shard', () => {
    const order = orderFrom({ 0: 10 });
    expect(order.add(change(5, 1_700_000_000_000), 0)).toHaveLength(1);
    expect(order.add(change(5, 1_700_000_000_001), 0)).toHaveLength(1);
  });

  it('skips a missing change only after its successor has waited', () => {
    const order = orderFrom({ 0: 10 });
    order.add(change(0, 12), 100);
    expect(order.skipGaps(99)).toBe(false);
    expect(order.hasGap).toBe(true);
    expect(order.skipGaps(100)).toBe(true);
    expect(order.hasGap).toBe(false);
    expect(order.version).toBe(orderFrom({ 0: 12 }).version);
    expect(order.add(change(0, 11), 200)).toEqual([]);
    expect(order.add(change(0, 13), 200)).toHaveLength(1);
  });

  it('delivers a change of everything at once, with all before it', () => {
    const order = orderFrom({ 0: 10 });
    order.add(change(0, 12), 0);
    expect(order.add({ ...change(0, 15), resource: 'everything' }, 0).map(({ count }) => count)).toEqual([
      15,
    ]);
    expect([order.hasGap, order.version]).toEqual([false, orderFrom({ 0: 15 }).version]);
    expect(order.add(change(0, 11), 0)).toEqual([]);
  });

  it('is behind counts with a change that was not heard', () => {
    const order = orderFrom({ 0: 10 });
    expect(order.isBehind(new Map([[0, 10]]))).toBe(false);
    expect(order.isBehind(new Map([[0, 11]]))).toBe(true);
    expect(order.isBehind(new Map([[1, 1]]))).toBe(true);
  });
});
