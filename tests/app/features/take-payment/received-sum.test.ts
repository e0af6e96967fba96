import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  creditUsed,
  emptyReceivedSum,
  layOut,
  usesCreditOfOthers,
} from '#app/features/take-payment/received-sum.ts';
import { familyOnDevice } from '#app/features/take-payment/use-family-debts.ts';
import { takeReceiptNumber } from '#app/resources/form/receipt-number.tsx';
import { formatDecimal } from '#contract/money.ts';

const debts = [
  { key: 'bus 1', remaining: 30_000n },
  { key: 'bus 2', remaining: 20_000n },
];
const partsOf = (laid: ReturnType<typeof layOut>) => [...laid.parts.values()].map(({ amount }) => amount);

describe('the sum laid over the debts', () => {
  it('is spread oldest first; typed parts stay, the others share the rest', () => {
    const received = { ...emptyReceivedSum, amount: '٤٠٠' };
    expect(partsOf(layOut(received, debts))).toEqual([30_000n, 10_000n]);
    const typed = { ...received, typed: new Map([['bus 1', '250']]) };
    expect(layOut(typed, debts)).toMatchObject({ total: 40_000n, isRight: true });
    expect(partsOf(layOut(typed, debts))).toEqual([25_000n, 15_000n]);
    expect(partsOf(layOut({ ...received, excluded: new Set(['bus 1']) }, debts))).toEqual([0n, 20_000n]);
  });

  it('says what is wrong where it is wrong', () => {
    expect(layOut({ ...emptyReceivedSum, amount: '600' }, debts)).toMatchObject({
      problem: 'L.E. 100.00 too much. Only L.E. 500.00 remains in all.',
      isRight: false,
    });
    expect(layOut({ ...emptyReceivedSum, amount: 'ten' }, debts).isRight).toBe(false);
    expect(layOut(emptyReceivedSum, debts).isRight).toBe(false);
    const over = layOut({ ...emptyReceivedSum, typed: new Map([['bus 2', '200.01']]) }, debts);
    expect(over.parts.get('bus 2')?.problem).toBe('Only L.E. 200.00 remains to be paid.');
    const parts = { ...emptyReceivedSum, amount: '100', typed: new Map([['bus 1', '150']]) };
    expect(layOut(parts, debts).problem).toBe('The parts come to L.E. 150.00, more than was received.');
  });

  it('credit pays what is owed beside the sum received, or all of it', () => {
    const use = (input: Partial<typeof emptyReceivedSum>, maximum: bigint, others = 0n) => {
      const received = { ...emptyReceivedSum, ...input };
      const credit = creditUsed(received, { debts, others, maximum });
      const { total, isRight } = layOut(received, debts, others, credit);
      return { credit, total, isRight };
    };
    expect(use({}, 15_000n)).toEqual({ credit: 15_000n, total: 15_000n, isRight: true });
    expect(use({}, 90_000n)).toEqual({ credit: 50_000n, total: 50_000n, isRight: true });
    expect(use({ amount: '350' }, 15_000n)).toEqual({ credit: 15_000n, total: 50_000n, isRight: true });
    expect(use({ amount: '450' }, 15_000n)).toEqual({ credit: 5_000n, total: 50_000n, isRight: true });
    expect(use({ amount: '500' }, 15_000n)).toEqual({ credit: 0n, total: 50_000n, isRight: true });
    expect(use({ amount: '600' }, 15_000n)).toMatchObject({ credit: 0n, isRight: false });
    expect(use({ amount: 'ten' }, 15_000n).isRight).toBe(false);
    const typed = new Map([['bus 1', '250']]);
    expect(use({ typed }, 15_000n)).toEqual({ credit: 15_000n, total: 25_000n, isRight: true });
    expect(use({ typed }, 90_000n)).toEqual({ credit: 25_000n, total: 25_000n, isRight: true });
    expect(use({ typed, amount: '100' }, 90_000n)).toEqual({
      credit: 35_000n,
      total: 45_000n,
      isRight: true,
    });
    expect(use({ excluded: new Set(['bus 2']) }, 90_000n)).toMatchObject({ credit: 30_000n, total: 30_000n });
    expect(use({}, 90_000n, 8_000n)).toEqual({ credit: 8_000n, total: 8_000n, isRight: true });
    expect(use({ amount: '10' }, 90_000n, 8_000n)).toEqual({
      credit: 57_000n,
      total: 58_000n,
      isRight: true,
    });
  });

  it('what can be saved always comes to what was received, and never to more than is owed', () => {
    const amount = fc.option(fc.bigInt({ min: 0n, max: 60_000n }), { nil: undefined });
    const text = (piastres: bigint | undefined) => (piastres === undefined ? '' : formatDecimal(piastres));
    fc.assert(
      fc.property(
        amount,
        amount,
        amount,
        amount,
        fc.subarray(['bus 1', 'bus 2']),
        (sum, maximum = 0n, one, two, excluded) => {
          const typed = new Map(
            [['bus 1', one] as const, ['bus 2', two] as const].flatMap(([key, part]) =>
              part === undefined ? [] : [[key, text(part)] as const],
            ),
          );
          const input = { amount: text(sum), excluded: new Set(excluded), typed };
          const credit = creditUsed(input, { debts, others: 0n, maximum });
          const laid = layOut(input, debts, 0n, credit);
          expect(credit).toBeLessThanOrEqual(maximum);
          if (!laid.isRight) return;
          expect(credit).toBeLessThanOrEqual(laid.total);
          expect(laid.total).toBe(sum === undefined ? laid.total : sum + credit);
          for (const { key, remaining } of debts)
            expect(laid.parts.get(key)?.amount).toBeLessThanOrEqual(excluded.includes(key) ? 0n : remaining);
        },
      ),
    );
  });
});

describe('receipt numbers of a device', () => {
  beforeEach(() => localStorage.clear());

  it('count up under a prefix of its own, which another device does not have', () => {
    const [first, second] = [takeReceiptNumber(), takeReceiptNumber()];
    expect(first).toMatch(/^[A-HJ-NP-Z2-9]{7}-1$/);
    expect(second).toBe(first.replace(/1$/, '2'));
    localStorage.clear();
    expect(takeReceiptNumber().slice(0, 7)).not.toBe(first.slice(0, 7));
  });

  it('are never given twice: not by a thousand devices, nor after a part of what is stored was lost or broken', () => {
    const given: string[] = [];
    const take = () => given.push(takeReceiptNumber());
    for (let device = 0; device < 1000; device++) {
      localStorage.clear();
      take();
      take();
    }
    const stored = Object.entries(localStorage);
    for (const [key, value] of stored)
      for (const broken of [undefined, '', 'null', '{}', value.slice(0, -2), value.replace(/\d+\D*$/, 'x')]) {
        for (const [name, text] of stored) localStorage.setItem(name, text);
        take();
        if (broken === undefined) localStorage.removeItem(key);
        else localStorage.setItem(key, broken);
        take();
        take();
        stored.splice(0, stored.length, ...Object.entries(localStorage));
      }
    const write = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    take();
    take();
    localStorage.clear();
    take();
    take();
    write.mockRestore();
    expect(new Set(given).size).toBe(given.length);
  });
});

describe('a family on the device', () => {
  const person = (id: string, phones: object) => ({ id, ...phones });

  it('is who shares the one column of phones that a desk has, each of two numbers in it', () => {
    const mona = person('1', { phone: '01012345678 / ٠١١١٢٣٤٥٦٧٨' });
    const known = [mona, person('2', { phone: '1012345678' }), person('3', { phone: '01112345678' })];
    expect(familyOnDevice(mona, known).map(({ id }) => id)).toEqual(['1', '2', '3']);
  });

  it('is who shares the number of a guardian, and so on from there, as the server finds it', () => {
    const mona = person('1', { father_phone: '01012345678' });
    const known = [
      mona,
      person('2', { mother_phone: '+20 101 234 5678', father_phone: '0225551234' }),
      person('3', { phone: '00201012345678' }),
      person('4', { mother_phone: '00202 2555 1234' }),
      person('5', { father_phone: '01112345678' }),
    ];
    expect(familyOnDevice(mona, known).map(({ id }) => id)).toEqual(['1', '2', '3', '4']);
    const crowd = Array.from({ length: 12 }, (_, index) =>
      person(`c${index}`, { father_phone: '01012345678' }),
    );
    expect(familyOnDevice(mona, [mona, ...crowd])).toHaveLength(1);
  });
});

it.each<[string, bigint, Readonly<Record<string, bigint>>, boolean]>([
  ['all of it pays for its owner', 300n, { owner: 300n, sibling: 200n }, false],
  ['the owner owes less than it', 300n, { owner: 200n, sibling: 200n }, true],
  ['the sibling is paid first', 100n, { sibling: 200n, owner: 300n }, true],
  ['none is used', 0n, { sibling: 200n }, false],
  ['more is used than the owner has', 301n, { owner: 500n }, true],
])('credit pays for another student or not: %s', (_case, credit, paid, expected) => {
  const payments = Object.entries(paid).map(([student, amount]) => ({ student, amount }));
  const creditOf = (student: string) => (student === 'owner' ? 300n : 0n);
  expect(usesCreditOfOthers({ payments, credit, creditOf })).toBe(expected);
});
