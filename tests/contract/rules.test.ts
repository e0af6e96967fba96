import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDecimal, parsePiastres } from '#contract/money.ts';
import {
  isPayable,
  mostPayable,
  paidWithinPrice,
  payableProblem,
  remaining,
} from '#contract/rules/payable.ts';
import { netSalary, salaryProblem } from '#contract/rules/salary.ts';
import { spread } from '#contract/rules/spread.ts';
import { isInStock, payoutPrice, payoutPriceKept, stockProblem } from '#contract/rules/stock.ts';

const piastres = fc.bigInt({ min: 0n, max: 1_000_000n });

describe('what may be paid', () => {
  it('is what remains, and nothing above', () => {
    expect(mostPayable(remaining(300_00n, 100_00n, [50_00n]))).toBe(150_00n);
    expect(payableProblem(150_00n, 150_00n)).toBeUndefined();
    expect(payableProblem(150_01n, 150_00n)).toBe('Only L.E. 150.00 remains to be paid.');
    expect(payableProblem(1n, 0n)).toBe('Nothing remains to be paid.');
  });

  it('is the same for an installment, a first payment and a sum that is spread', () => {
    fc.assert(
      fc.property(piastres, piastres, (amount, remains) => {
        const first = paidWithinPrice({
          price: formatDecimal(remains),
          paid_amount: formatDecimal(amount),
        });
        expect(first?.message).toBe(payableProblem(amount, remains));
        expect(spread(amount, [remains]).rest === 0n).toBe(isPayable(amount, remains));
      }),
    );
  });
});

describe('copies', () => {
  it('are handed out as long as there are any', () => {
    expect([isInStock(2n, 2n), isInStock(3n, 2n)]).toEqual([true, false]);
    expect(stockProblem(2n, 1n)).toBe('Only 1 copy in stock.');
    expect(stockProblem(2n, -1n)).toBe('Only 0 copies in stock.');
  });

  it('cost a price that is exact to the piastre', () => {
    expect(payoutPrice(8_555n, 3n)).toBe(25_665n);
    expect(payoutPrice(0n, 7n)).toBe(0n);
  });

  it('keep their unit price when their number changes', () => {
    expect(payoutPriceKept(17_110n, 2n, 5n)).toBe(42_775n);
    expect(payoutPriceKept(17_110n, 2n, 1n)).toBe(8_555n);
  });
});

describe('a salary', () => {
  it('is paid less the open deductions, down to nothing', () => {
    const salary = parsePiastres('5000');
    const open = (...deductions: bigint[]) => ({ deductions, advances: [], bonuses: [] });
    expect(netSalary(salary, open(300_00n, 200_00n))).toMatchObject({
      base: salary,
      deducted: 500_00n,
      net: 4500_00n,
    });
    expect(salaryProblem('Mona', netSalary(salary, open(salary)))).toBeUndefined();
    expect(salaryProblem('Mona', netSalary(salary, open(salary, 1n)))).toBe(
      'The deductions of Mona come to L.E. 5,000.01, more than the salary of L.E. 5,000.00. Lower or delete a deduction first.',
    );
  });

  it('leaves of a later part what does not fit into it, the largest deductions first, in any order', () => {
    const last = { base: 5000n, bonus: 0n, deducted: 0n, advanced: 0n, paidBefore: 0n, amount: 4000n };
    for (const deductions of [
      [600n, 300n, 200n],
      [200n, 600n, 300n],
    ]) {
      const open = { deductions, advances: [300n], bonuses: [50n] };
      expect(netSalary(9000n, open, last)).toMatchObject({ base: 5000n, deducted: 500n, net: 250n });
    }
  });
});
