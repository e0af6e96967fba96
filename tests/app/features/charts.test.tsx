import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { chooseDeviceDigits } from '#app/lib/digits.ts';
import { chooseDeviceLanguage } from '#app/lib/language.ts';
import { BranchCharts } from '#app/resources/month/charts/branch-charts.tsx';
import { labelsOf, partsOfShortAmount, scaleOf } from '#app/resources/month/charts/plot.tsx';
import { SessionProvider } from '#app/shell/session-provider.tsx';
import { figures } from '#contract/month.ts';
import { withoutUnseen } from '#contract/typed-text.ts';
import { flush } from '../outbox/device.ts';
import { renderStyled } from '../render.tsx';
import { renderScreen, ScriptedServer } from '../resources/render-screen.tsx';

/** Matches a text whatever marks keep its numbers in order. */
const seen = (text: string) => (content: string) => withoutUnseen(content) === text;

const zeros = Object.fromEntries(figures.map(({ name }) => [name, '0.00']));

const monthOf = (place: number, sums: Record<string, string> = {}) => ({
  ...zeros,
  id: `m${place}`,
  name: `Month ${place}`,
  status: 'ended',
  start_date: '2026-10-01',
  end_date: '2026-10-31',
  revenue: `${place * 1000}.00`,
  expenses: '4000.00',
  total_net_profit: `${place * 1000 - 4000}.00`,
  ...sums,
});
const monthsUpTo = (count: number) => Array.from({ length: count }, (_, place) => monthOf(count - place));

const showBranchCharts = (waiting = 0n) =>
  renderStyled(
    <MemoryRouter>
      <SessionProvider>
        <BranchCharts waiting={waiting} />
      </SessionProvider>
    </MemoryRouter>,
  );
const showMonths = (months: readonly ReturnType<typeof monthOf>[]) => {
  const server = new ScriptedServer();
  server.list('/month/', months);
  return { server, ...showBranchCharts() };
};
const chart = (months: string) => screen.findByRole('img', { name: new RegExp(`^Bar chart of ${months}:`) });

const shortAmount = (amount: bigint) => partsOfShortAmount(amount).join('');

describe('scaleOf', () => {
  it('returns round steps from zero that include every amount', () => {
    const { ticks } = scaleOf([6_581_950n, 3_848_200n]);
    expect(ticks.map(shortAmount)).toEqual(['0', '20K', '40K', '60K', '80K']);
  });

  it('reaches below zero for a loss', () => {
    const { ticks, shareOf } = scaleOf([500_000n, -150_000n]);
    expect(ticks.map(shortAmount)).toEqual(['-2K', '0', '2K', '4K', '6K']);
    expect(shareOf(-200_000n)).toBe(0);
    expect(shareOf(0n)).toBe(0.25);
    expect(shareOf(600_000n)).toBe(1);
  });

  it('returns a scale without any payment', () => {
    const { ticks, shareOf } = scaleOf([0n]);
    expect(ticks).toEqual([0n, 100n]);
    expect(shareOf(0n)).toBe(0);
  });
});

describe('labelsOf', () => {
  const named = (count: number) =>
    Array.from({ length: count }, (_, place) => ({
      id: `${place}`,
      name: `Month ${String(place).padStart(3, '0')}`,
      running: false,
      revenue: 0n,
      expenses: 0n,
      profit: 0n,
    }));

  it.each([
    1, 12, 120,
  ])('returns labels of %i months that overlap neither each other nor the edges', (count) => {
    const slot = Math.max(10, 640 / count);
    const whole = slot * count;
    const spans = labelsOf(named(count), slot, whole).map(({ text, x, anchor }) => {
      const width = text.length * 8;
      const from = anchor === 'end' ? x - width : anchor === 'middle' ? x - width / 2 : x;
      return { from, to: from + width, text };
    });
    expect(spans.at(-1)?.text).toBe(named(count).at(-1)?.name);
    for (const [place, { from, to }] of spans.entries()) {
      expect(from).toBeGreaterThanOrEqual(spans[place - 1]?.to ?? 0);
      expect(to).toBeLessThanOrEqual(whole);
    }
  });
});

describe('the chart of income by day', () => {
  const sums = { total_income: '0', franchise_expenses: '0', total_expenses: '0', total_profit: '0' };
  const october = { start_date: '2026-10-01', end_date: '2026-10-31' };
  const showDays = (days: readonly [day: string, income: string][], waiting = 0n) => {
    const server = new ScriptedServer();
    server.list('/month/', [monthOf(1, { name: 'October', ...october })]);
    const income_by_day = days.map(([day, income]) => ({ day, income }));
    server.on('GET /dashboard/branch/', { body: { ...sums, income_by_day } });
    return showBranchCharts(waiting);
  };
  const line = () => screen.findByRole('img', { name: /^Line chart of the income of/ });

  it('has a column for every day of the month, and a point for each day with income', async () => {
    showDays([
      ['2026-10-02', '300.00'],
      ['2026-10-31', '50.50'],
    ]);
    const picture = await line();
    expect(picture).toHaveAccessibleName('Line chart of the income of 31 days, in L.E.');
    expect(picture.querySelectorAll('[data-dot=income]')).toHaveLength(2);
    expect(within(picture).getByText('2 Oct: L.E. 300.00')).toBeInTheDocument();
    expect(within(picture).getByText('3 Oct: L.E. 0.00')).toBeInTheDocument();
    expect(picture).toHaveAccessibleDescription('October. Best day: 2 Oct, L.E. 300.00.');
  });

  it('begins at the right in Arabic, with the names of its days and amounts in the chosen digits', async () => {
    await chooseDeviceLanguage('ar');
    await chooseDeviceDigits('arabic-indic');
    showDays([
      ['2026-10-02', '20000.00'],
      ['2026-10-31', '50.50'],
    ]);
    const picture = await screen.findByRole('img', { name: /Line chart/ });
    const [first = 0, second = 0] = [...picture.querySelectorAll('[data-dot=income]')].map((dot) =>
      Number(dot.getAttribute('cx')),
    );
    expect(first).toBeGreaterThan(second);
    const places = [...picture.querySelectorAll('[data-whole]')].map((place) =>
      Number(place.getAttribute('x')),
    );
    expect(places.at(0)).toBeGreaterThan(places.at(-1) ?? 0);
    expect(within(picture).getByText(seen('٢ أكتوبر: L.E. ٢٠٬٠٠٠٫٠٠'))).toBeInTheDocument();
    expect(screen.getByText(seen('٢٠ ألف'))).toBeInTheDocument();
    await chooseDeviceDigits('latin');
    await chooseDeviceLanguage('en');
  });

  it('describes what it omits: other dates and pending money', async () => {
    showDays(
      [
        ['2026-09-30', '20.00'],
        ['2026-10-02', '300.00'],
      ],
      50_000n,
    );
    expect(await line()).toHaveAccessibleDescription(
      'October. Best day: 2 Oct, L.E. 300.00. L.E. 20.00 is dated before or after these days. L.E. 500.00 that waits to be sent is not in it yet.',
    );
  });

  it('shows the same days as a table, newest first', async () => {
    showDays([['2026-10-30', '75.00']]);
    const details = document.getElementById((await line()).getAttribute('aria-details') ?? '');
    if (!details) throw new Error('The picture has no details.');
    await userEvent.click(within(details).getByText('Show as a table'));
    const rows = within(details).getAllByRole('row');
    expect(rows.slice(0, 3).map(({ textContent }) => textContent)).toEqual([
      'DayIncome',
      '31 OctL.E. 0.00',
      '30 OctL.E. 75.00',
    ]);
  });

  it('is omitted if the server does not send it', async () => {
    const server = new ScriptedServer();
    server.list('/month/', monthsUpTo(2));
    server.on('GET /dashboard/branch/', { body: sums });
    showBranchCharts();
    await chart('2 months');
    expect(screen.queryByRole('figure', { name: 'Income by day' })).toBeNull();
  });
});

describe('the charts of the dashboard', () => {
  it('show two bars and a point for every month, oldest first', async () => {
    const { container } = showMonths(monthsUpTo(3));
    const picture = await chart('3 months');
    expect(picture.querySelectorAll('[data-bar=revenue]')).toHaveLength(3);
    expect(picture.querySelectorAll('[data-bar=expenses]')).toHaveLength(3);
    const heights = [...picture.querySelectorAll('[data-bar=revenue]')].map((bar) =>
      Number(bar.getAttribute('height')),
    );
    expect(heights).toEqual([...heights].sort((a, b) => a - b));
    const points = container.querySelector('polyline[data-line=profit]')?.getAttribute('points');
    expect(points?.split(' ')).toHaveLength(3);
    expect(
      within(picture).getByText(
        'Month 1: revenue L.E. 1,000.00, expenses L.E. 4,000.00, a loss of L.E. 3,000.00',
      ),
    ).toBeInTheDocument();
  });

  it('have a description and a table of their values', async () => {
    showMonths([monthOf(9, { status: 'running' }), ...monthsUpTo(3)]);
    const picture = await chart('4 months');
    expect(picture).toHaveAccessibleDescription(
      'Best month: Month 3 with a loss of L.E. 1,000.00. Weakest: Month 1 with a loss of L.E. 3,000.00.',
    );
    const details = document.getElementById(picture.getAttribute('aria-details') ?? '');
    if (!details) throw new Error('The picture has no details.');
    await userEvent.click(within(details).getByText('Show as a table'));
    const rows = within(within(details).getByRole('table')).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'MonthRevenueExpensesProfit',
      'Month 9L.E. 9,000.00L.E. 4,000.00L.E. 5,000.00',
      'Month 3L.E. 3,000.00L.E. 4,000.00L.E. -1,000.00',
      'Month 2L.E. 2,000.00L.E. 4,000.00L.E. -2,000.00',
      'Month 1L.E. 1,000.00L.E. 4,000.00L.E. -3,000.00',
    ]);
  });

  it('are left out until money moved', async () => {
    const none = { revenue: '0.00', expenses: '0.00', total_net_profit: '0.00' };
    const { server, unmount } = showMonths([monthOf(1, { ...none, status: 'running' })]);
    await waitFor(() => expect(server.sent('GET', '/month/')).not.toEqual([]));
    await act(() => flush());
    expect(screen.queryByRole('figure')).toBeNull();
    unmount();
    showBranchCharts(50_000n);
    await chart('one month');
  });

  it('show a single month and its revenue by kind, largest first', async () => {
    showMonths([monthOf(6, { bus_revenue: '2000.00', kids_course_revenue: '4000.00' })]);
    expect(await chart('one month')).toHaveAccessibleDescription(
      'Month 6: revenue L.E. 6,000.00, expenses L.E. 4,000.00, a profit of L.E. 2,000.00.',
    );
    const byKind = within(await screen.findByRole('figure', { name: 'Revenue by kind' }));
    const parts = byKind.getAllByRole('listitem');
    expect(parts.slice(0, 3).map(({ textContent }) => textContent)).toEqual([
      'Kids CoursesL.E. 4,000.00',
      'BusL.E. 2,000.00',
      expect.stringContaining('L.E. 0.00'),
    ]);
    expect(parts[1]?.querySelector('[data-bar]')).toHaveAttribute('width', '50%');
    await userEvent.click(byKind.getByText('Show as a table'));
    const rows = byKind.getAllByRole('row').map(({ textContent }) => textContent);
    expect(rows.slice(0, 3)).toEqual([
      'KindRevenueShare',
      'Kids CoursesL.E. 4,000.0066.7 %',
      'BusL.E. 2,000.0033.3 %',
    ]);
    expect(rows.at(-1)).toBe('TotalL.E. 6,000.00');
  });

  it('read all months once if there is more than one page', async () => {
    const { server } = showMonths(monthsUpTo(120));
    expect((await chart('120 months')).querySelectorAll('[data-bar=revenue]')).toHaveLength(120);
    expect(server.sent('GET', '/month/').filter(({ query }) => query.has('no_pagination'))).toHaveLength(1);
  });

  it('request only one page if that contains all months', async () => {
    const { server } = showMonths(monthsUpTo(10));
    await chart('10 months');
    expect(server.sent('GET', '/month/').some(({ query }) => query.has('no_pagination'))).toBe(false);
  });

  it('describe which months they show if a server pages every list', async () => {
    const server = new ScriptedServer();
    const rows = monthsUpTo(30);
    server.on('GET /month/', { body: { count: 30, next: null, previous: null, results: rows.slice(0, 10) } });
    showBranchCharts();
    expect(await chart('10 months')).toHaveAccessibleDescription(/The newest 10 of 30 months\.$/);
  });
});

describe('the chart of Work History', () => {
  it('references the table of months if that contains all of them', async () => {
    const server = new ScriptedServer();
    server.list('/month/', monthsUpTo(3));
    renderScreen('/work-history');
    const picture = await chart('3 months');
    const details = document.getElementById(picture.getAttribute('aria-details') ?? '');
    expect(details).toContainElement(await screen.findByRole('table', { name: 'Months' }));
    expect(screen.queryByText('Show as a table')).toBeNull();
  });

  it('has its own table if the page shows fewer months', async () => {
    const server = new ScriptedServer();
    server.list('/month/', monthsUpTo(12));
    renderScreen('/work-history');
    await chart('12 months');
    expect(screen.getByText('Show as a table')).toBeInTheDocument();
  });
});
