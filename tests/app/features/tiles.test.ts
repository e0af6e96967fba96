import { describe, expect, it } from 'vitest';
import { tilesOf } from '#app/features/dashboard/tiles.ts';
import { monthOfFigures } from '#app/reads/figures.ts';
import { type Figures, figures } from '#contract/month.ts';

const sums = {
  total_income: '0.00',
  franchise_expenses: '0.00',
  total_expenses: '0.00',
  total_profit: '0.00',
};
const nothing = { income: 0n, byFigure: {}, count: 0, unknown: [] };

describe('tilesOf with pending money', () => {
  it('adds entries acknowledged since the read, but labels only unsent ones as pending', () => {
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

  it('labels nothing as pending if every entry is acknowledged', () => {
    const pending = { income: 100_000n, byFigure: {}, count: 1, unknown: [], unsent: nothing };
    expect(tilesOf(sums, pending)[0]).toMatchObject({ amount: 100_000n, pending: 0n });
  });

  it('leaves a malformed sum of the server unknown', () => {
    const pending = { ...nothing, unsent: nothing };
    const [income, expenses] = tilesOf({ ...sums, total_income: 'n/a' }, pending);
    expect(income?.amount).toBeUndefined();
    expect(expenses?.amount).toBe(0n);
  });

  it('compares with nothing if a sum of the previous month is malformed', () => {
    const zero = Object.fromEntries(figures.map(({ name }) => [name, '0.00'])) as unknown as Figures;
    const previous = { ...zero, name: 'October', revenue: 'n/a' };
    const [income, expenses] = tilesOf(sums, { ...nothing, unsent: nothing }, { previous });
    expect(income).toMatchObject({ amount: 0n, change: undefined });
    expect(expenses?.change?.text).toBe('The same as October');
  });
});

describe('monthOfFigures', () => {
  it('is the month that the answer names, else that of the branch', () => {
    const month = { id: 'm1', name: 'November', status: 'ended' } as const;
    expect(monthOfFigures({ month }, { current_month: 'running' })).toEqual({ id: 'm1', running: false });
    expect(monthOfFigures({ month: null }, undefined)).toEqual({ running: false });
    expect(monthOfFigures({}, { current_month: 'ended' })).toEqual({ running: false });
    expect(monthOfFigures({}, { current_month: null })).toEqual({ running: true });
    expect(monthOfFigures(undefined, undefined)).toEqual({ running: true });
  });
});
