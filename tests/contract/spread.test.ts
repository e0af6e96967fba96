import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sum } from '#contract/money.ts';
import { inPayingOrder, spread } from '#contract/rules/spread.ts';

const piastres = fc.bigInt({ min: 0n, max: 1_000_000n });

describe('spread()', () => {
  it('fills debts in their order, up to what remains', () => {
    expect(spread(400n, [300n, 200n, 100n])).toEqual({ parts: [300n, 100n, 0n], rest: 0n });
    expect(spread(700n, [300n, -5n, 100n])).toEqual({ parts: [300n, 0n, 100n], rest: 300n });
    expect(spread(150n, [50n, 200n], [120n, 30n])).toEqual({ parts: [50n, 100n], rest: 0n });
  });

  it('parts and rest always come to the sum, and no part exceeds what remains', () => {
    fc.assert(
      fc.property(piastres, fc.array(piastres), fc.array(piastres), (amount, remaining, kept) => {
        const { parts, rest } = spread(amount, remaining, kept);
        expect(sum(parts) + rest).toBe(amount);
        expect(parts.every((part, index) => part >= 0n && part <= (remaining[index] ?? 0n))).toBe(true);
        if (rest > 0n) expect(parts).toEqual(remaining);
      }),
    );
  });
});

describe('the order in which a sum pays debts', () => {
  it('is the chosen student first, then the family, each oldest first', () => {
    const debt = (student: string, day: string) => ({ student, day });
    const debts = [
      debt('hana', '2026-09-01'),
      debt('omar', '2026-11-01'),
      debt('hana', '2026-08-01'),
      debt('omar', '2026-10-01'),
    ];
    expect(
      inPayingOrder(debts, (student) => student === 'omar').map(({ student, day }) => `${student} ${day}`),
    ).toEqual(['omar 2026-10-01', 'omar 2026-11-01', 'hana 2026-08-01', 'hana 2026-09-01']);
  });
});
