import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { reportReachable, reportUnreachable } from '#app/api/connection.ts';
import { createQueryClient } from '#app/cache/query-client.ts';
import { ReportsPage } from '#app/features/reports/reports-page.tsx';
import { renderPage } from '../../render.tsx';
import { ScriptedServer } from '../../resources/render-screen.tsx';

const DAYS = '/reports?from=2026-11-01&until=2026-11-28';
const giza = { id: 'b1', name: 'Giza', account_type: 'manager' };
const maadi = { id: '2', name: 'المعادي', account_type: 'manager' };

const line = (resource: string, payment_method: string | null, total: string) => ({
  ...{ resource, payment_method, recorded_by: '7', name: 'Mona Adel', category: null, count: 1, total },
});

const reportWith = (cash: readonly object[], debts: string, difference: string) => ({
  ...{ from: '2026-11-01', until: '2026-11-28', cash, over_time: [], debts },
  discounts: { count: 0, total: '0.00' },
  enrolments: [
    { resource: 'bus', started: 2, renewed: 1, ended: 0 },
    { resource: 'nursery', started: 3, renewed: 0, ended: 1 },
  ],
  drawers: { closes: 1, differing: 1, difference },
});

const ofGiza = reportWith(
  [
    line('bus', 'cash', '1000.10'),
    line('bus', 'visa', '500.00'),
    line('refund', 'cash', '100.00'),
    line('expense', 'cash', '50.05'),
  ],
  '200.00',
  '-15.50',
);
const ofMaadi = reportWith(
  [line('nursery', 'cash', '0.20'), line('expense', 'cash', '30.00')],
  '40.00',
  '5.00',
);

let server: ScriptedServer;

beforeEach(() => {
  server = new ScriptedServer();
  server.declares({ name: 'Giza', reports: true, branches: true });
  server.on('GET /reports/', { body: ofGiza });
  server.on('GET /reports/branches/', {
    body: {
      results: [
        { ...giza, report: ofGiza },
        { ...maadi, report: ofMaadi },
      ],
    },
  });
});
afterEach(() => reportReachable());

function open(path = DAYS, branches: readonly object[] = [giza, maadi], client = createQueryClient()) {
  server.signedInAs('manager', { branches });
  renderPage(<ReportsPage />, { path, client });
  return client;
}

const asked = () => server.sent('GET', '/reports/branches/').map(({ query }) => String(query));
const table = async () => screen.findByRole('table', { name: 'Branches' });
const rows = async () =>
  within(await table())
    .getAllByRole('row')
    .map((row) => Array.from(row.children, ({ textContent }) => textContent));

it('the figures of the branches stand beside each other with their total, for the days of the report', async () => {
  open();
  expect(await rows()).toEqual([
    ['Figure', 'Giza', 'المعادي', 'All branches'],
    ['Total income', '1,500.10', '0.20', '1,500.30'],
    ['Paid back', '100.00', '0.00', '100.00'],
    ['Total expenses', '50.05', '30.00', '80.05'],
    ['Result', '1,350.05', '-29.80', '1,320.25'],
    ['Owed at the end', '200.00', '40.00', '240.00'],
    ['New enrolments', '5', '5', '10'],
    ['Renewed enrolments', '1', '1', '2'],
    ['Differences of drawers', '-15.50', '5.00', '-10.50'],
  ]);
  expect(asked()).toEqual(['from=2026-11-01&until=2026-11-28']);
  expect(within(await table()).queryByRole('link')).toBeNull();
  // Wider than a phone: it is reached and scrolled with the keyboard.
  expect(screen.getByRole('region', { name: 'Branches' })).toHaveAttribute('tabindex', '0');
});

it('a figure of the report leads to its rows; without a connection other days are told not to be here', async () => {
  open(DAYS, [giza]);
  const row = async (name: RegExp) =>
    within(await screen.findByRole('table', { name: 'Figures' })).getByRole('row', { name });
  expect(await row(/^Income less/)).toHaveTextContent('1,350.05');
  expect(within(await row(/^Bus/)).getByRole('link', { name: 'Bus' })).toHaveAttribute(
    'href',
    '/busses?created_after=2026-11-01&created_before=2026-11-28',
  );
  server.goOffline();
  fireEvent.click(screen.getByRole('button', { name: 'This quarter' }));
  expect(await screen.findByText(/These days are not on this device\./)).toBeVisible();
});

it('a method narrows them, without what has no method', async () => {
  open(`${DAYS}&method=cash`);
  expect(await rows()).toEqual([
    ['Figure', 'Giza', 'المعادي', 'All branches'],
    ['Total income', '1,000.10', '0.20', '1,000.30'],
    ['Paid back', '100.00', '0.00', '100.00'],
    ['Total expenses', '50.05', '30.00', '80.05'],
    ['Result', '850.05', '-29.80', '820.25'],
  ]);
  cleanup();
  open(`${DAYS}&method=visa`);
  expect((await rows())[1]).toEqual(['Total income', '500.00', '0.00', '500.00']);
  expect(screen.getByText(/^Each branch has its own methods/)).toBeVisible();
});

it('for one person they are not compared: a person is another user in each branch', async () => {
  open(`${DAYS}&person=7`);
  expect(await screen.findByText(/^Branches are compared for everybody/)).toBeVisible();
  expect(screen.queryByRole('table', { name: 'Branches' })).toBeNull();
});

it('a failure of theirs leaves the report, and is tried again by itself', async () => {
  server.on('GET /reports/branches/', { status: 400, body: { detail: 'Too many days.' } });
  open();
  expect(await screen.findByText(/Too many days\./)).toBeVisible();
  expect(screen.getByRole('table', { name: 'Figures' })).toBeVisible();
  server.on('GET /reports/branches/', { body: { results: [{ ...giza, report: ofGiza }] } });
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect((await rows())[0]).toEqual(['Figure', 'Giza', 'All branches']);
});

it('without a connection they are those of the last read with its time, and other days say that they are not here', async () => {
  const client = open();
  await table();
  act(() => reportUnreachable());
  expect(screen.getByText(/^Read today at \d\d:\d\d\.$/)).toBeVisible();
  expect((await rows())[1]).toEqual(['Total income', '1,500.10', '0.20', '1,500.30']);
  cleanup();
  server.offline = true;
  open('/reports?from=2025-01-01&until=2025-01-31', [giza, maadi], client);
  expect(await screen.findByText(/^The figures of the branches of these days are not/)).toBeVisible();
});

it.each([
  ['one branch', [giza]],
  ['another branch in which they are staff', [giza, { ...maadi, account_type: 'staff' }]],
])('a manager with %s has no such section', async (_which, branches) => {
  open(DAYS, branches);
  await screen.findByRole('table', { name: 'Figures' });
  expect(screen.queryByText('Branches')).toBeNull();
  expect(asked()).toEqual([]);
});
