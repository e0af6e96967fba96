import { describe, expect, it } from 'vitest';
import { figures, month, monthBody, monthHasEnded, monthSpan } from '#contract/month.ts';
import { remaining } from '#contract/rules/payable.ts';

describe('figures', () => {
  it('are in the order of the specification, with Bus Revenue before the total', () =>
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
      'Refunds',
      'Total Net Profit',
      'Total Debts',
      'Book Debts',
    ]));

  it('have unique names', () => expect(new Set(figures.map(({ name }) => name)).size).toBe(figures.length));

  it('are marked as totals if they sum other figures', () =>
    expect(figures.filter((figure) => 'total' in figure).map(({ name }) => name)).toEqual([
      'expenses',
      'revenue',
      'total_net_profit',
      'debts',
    ]));
});

describe('a month', () => {
  it('of a minimal server has zero for absent figures and null for our own', () => {
    const read = month.parse({ id: 3, name: 'November', status: 'running' });
    expect(read).toMatchObject({ id: '3', start_date: null, revenue: '0.00', total_net_profit: '0.00' });
    for (const figure of figures) expect(read[figure.name]).toBe('added' in figure ? null : '0.00');
  });

  it('may have a negative profit', () =>
    expect(month.parse({ id: '3', name: 'a', status: 'ended', total_net_profit: '-250.5' })).toMatchObject({
      total_net_profit: '-250.50',
    }));

  it('with an unknown status counts as ended', () =>
    expect(month.parse({ id: '3', name: 'a', status: 'archived' }).status).toBe('ended'));

  it.each(['', '  ', undefined])('rejects the name %j', (name) =>
    expect(monthBody.safeParse({ name }).error?.issues[0]?.message).toBe('This cannot be empty'));

  it('is recognised as ended', () =>
    expect(monthHasEnded('November')).toBe('November has ended. Undo the month to change its records.'));

  it('shows the first and last day of a month', () => {
    expect(monthSpan({ start_date: '2026-11-01', end_date: '2026-11-30' })).toBe('1/11/2026 – 30/11/2026');
    expect(monthSpan({ start_date: '2026-11-01T08:00:00Z', end_date: null })).toBe('since 1/11/2026');
  });
});

describe('the remaining amount of an enrolment', () => {
  it('is its price minus the paid amount and the installments', () =>
    expect(remaining(300_000n, 100_000n, [50_000n, 1n])).toBe(149_999n));

  it('is zero when everything is paid', () => expect(remaining(300_000n, 300_000n)).toBe(0n));

  it('is negative after an overpayment', () => expect(remaining(10_000n, 10_000n, [1n])).toBe(-1n));
});
