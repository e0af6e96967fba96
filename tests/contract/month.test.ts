import { describe, expect, it } from 'vitest';
import { figures, month, monthBody, monthSpan } from '#contract/month.ts';

describe('figures', () => {
  it('have unique names', () => expect(new Set(figures.map(({ name }) => name)).size).toBe(figures.length));
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

  it('shows the first and last day of a month', () => {
    expect(monthSpan({ start_date: '2026-11-01', end_date: '2026-11-30' })).toBe('1/11/2026 – 30/11/2026');
    expect(monthSpan({ start_date: '2026-11-01T08:00:00Z', end_date: null })).toBe('since 1/11/2026');
  });
});
