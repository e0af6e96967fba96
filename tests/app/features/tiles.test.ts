import { describe, expect, it } from 'vitest';
import { tilesOf } from '#app/features/dashboard/tile-grid.tsx';
import { monthOfFigures } from '#app/reads/figures.ts';
import { type Figures, figures } from '#contract/month.ts';
import { someSums as november, noSums as sums } from '../resources/samples.ts';

const zero = Object.fromEntries(figures.map(({ name }) => [name, '0.00'])) as unknown as Figures;

describe('tilesOf', () => {
  it('compares each sum with the previous month', () => {
    const previous = {
      ...zero,
      name: 'October',
      revenue: '1000.00',
      expenses: '400.00',
      total_net_profit: '1200.00',
    };
    const changes = tilesOf(november, { previous }).map(({ change }) => [change?.text, change?.tone]);
    expect(changes).toEqual([
      ['50% more than October', 'good'],
      ['L.E. 200.00 more than October', 'bad'],
      ['25% less than October', 'good'],
      ['The same as October', 'plain'],
    ]);
  });

  it('says that a running month is compared with a whole one', () => {
    const previous = { ...zero, name: 'October', revenue: '1000.00', expenses: '400.00' };
    const [income, , expenses] = tilesOf(november, { previous, isRunning: true });
    expect(income?.change).toMatchObject({
      text: '50% more than all of October',
      difference: 'L.E. 500.00',
      tone: 'good',
    });
    expect(expenses?.change).toMatchObject({
      text: '25% less than all of October so far',
      tone: 'plain',
    });
  });

  it('leaves a malformed sum of the server unknown', () => {
    const [income, expenses] = tilesOf({ ...sums, total_income: 'n/a' });
    expect(income?.amount).toBeUndefined();
    expect(expenses?.amount).toBe(0n);
  });

  it('compares with nothing if a sum of the previous month is malformed', () => {
    const previous = { ...zero, name: 'October', revenue: 'n/a' };
    const [income, expenses] = tilesOf(sums, { previous });
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
