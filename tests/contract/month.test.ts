import { describe, expect, it } from 'vitest';
import { remaining } from '#contract/calculations/remaining.ts';
import { figures, month, monthBody, monthHasEnded, monthSpan } from '#contract/month.ts';

describe('figures', () => {
  it('stand in the order of the specification, with Bus Revenue added before the total', () =>
    expect(figures.map(({ label }) => label)).toEqual([
      'Book Expenses',
      'Salaries',
      'Franchise Expenses',
      'Total Expenses',
      'Book Revenue',
      'Home Schooling Revenue',
      'Summer Course Revenue',
      'Adult_course Revenue',
      'Kids Course Revenue',
      'Nursery Revenue',
      'Bus Revenue',
      'Total Revenue',
      'Total Net Profit',
      'Total Debts',
      'Book Debts',
    ]));

  it('have names of their own', () =>
    expect(new Set(figures.map(({ name }) => name)).size).toBe(figures.length));

  it('are totals where they sum others', () =>
    expect(figures.filter((figure) => 'total' in figure).map(({ name }) => name)).toEqual([
      'expenses',
      'revenue',
      'total_net_profit',
      'debts',
    ]));
});

describe('a month', () => {
  it('of a poor host reads its figures as zero, but for those that are ours: of them it tells nothing', () => {
    const read = month.parse({ id: 3, name: 'November', status: 'running' });
    expect(read).toMatchObject({ id: '3', start_date: null, revenue: '0.00', total_net_profit: '0.00' });
    for (const figure of figures) expect(read[figure.name]).toBe('added' in figure ? null : '0.00');
  });

  it('reads a negative profit: a month may have made a loss', () =>
    expect(month.parse({ id: '3', name: 'a', status: 'ended', total_net_profit: '-250.5' })).toMatchObject({
      total_net_profit: '-250.50',
    }));

  it('in a state nobody knows counts as ended', () =>
    expect(month.parse({ id: '3', name: 'a', status: 'archived' }).status).toBe('ended'));

  it.each(['', '  ', undefined])('refuses a month whose name is %j', (name) =>
    expect(monthBody.safeParse({ name }).error?.issues[0]?.message).toBe('This cannot be empty'));

  it('says which one has ended', () =>
    expect(monthHasEnded('November')).toBe('November has ended. Undo the month to change its records.'));

  it('shows the first and last day of a month', () => {
    expect(monthSpan({ start_date: '2026-11-01', end_date: '2026-11-30' })).toBe('1/11/2026 – 30/11/2026');
    expect(monthSpan({ start_date: '2026-11-01T08:00:00Z', end_date: null })).toBe('since 1/11/2026');
  });
});

describe('what remains of an enrolment', () => {
  it('is its price without what was paid and without its installments', () =>
    expect(remaining(300_000n, 100_000n, [50_000n, 1n])).toBe(149_999n));

  it('is nothing when all is paid', () => expect(remaining(300_000n, 300_000n)).toBe(0n));

  it('shows a debt of the branch as negative, never as nothing', () =>
    expect(remaining(10_000n, 10_000n, [1n])).toBe(-1n));
});
