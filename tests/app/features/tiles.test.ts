import { describe, expect, it } from 'vitest';
import { tilesOf } from '#app/features/dashboard/tiles.ts';

const sums = {
  total_income: '0.00',
  franchise_expenses: '0.00',
  total_expenses: '0.00',
  total_profit: '0.00',
};
const nothing = { income: 0n, byFigure: {}, count: 0, unknown: [] };

describe('the tiles', () => {
  it('count what the server has acknowledged since they were read, and call only the rest waiting', () => {
    const unsent = { income: 50_000n, byFigure: { adult_course_revenue: 50_000n }, count: 1, unknown: [] };
    const pending = {
      income: 150_000n,
      byFigure: { adult_course_revenue: 150_000n },
      count: 2,
      unknown: [],
      unsent,
    };
    const [income, , , profit] = tilesOf(sums, pending);
    expect(income).toMatchObject({ amount: 150_000n, pending: 50_000n });
    expect(profit).toMatchObject({ amount: 150_000n, pending: 50_000n });
  });

  it('say nothing of waiting where all has arrived', () => {
    const pending = { income: 100_000n, byFigure: {}, count: 1, unknown: [], unsent: nothing };
    expect(tilesOf(sums, pending)[0]).toMatchObject({ amount: 100_000n, pending: 0n });
  });

  it('leave a malformed sum of the server unknown', () => {
    const pending = { ...nothing, unsent: nothing };
    const [income, expenses] = tilesOf({ ...sums, total_income: 'n/a' }, pending);
    expect(income?.amount).toBeUndefined();
    expect(expenses?.amount).toBe(0n);
  });
});
