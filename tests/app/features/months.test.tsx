import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { reportReachable, reportUnreachable } from '#app/api/connection.ts';
import { save } from '#app/outbox/sender/save.ts';
import { dayOfMonth } from '#app/resources/month/month-state.ts';
import { currentToasts } from '#app/ui/toast/notify.ts';
import { DEBTS_PATH } from '#contract/debts.ts';
import { figures } from '#contract/month.ts';
import { gate } from '../../support/gate.ts';
import { flush } from '../outbox/device.ts';
import { newStudent } from '../outbox/mutations.ts';
import { heading, renderScreen, ScriptedServer, toasts } from '../resources/render-screen.tsx';

const zeros = Object.fromEntries(figures.map(({ name }) => [name, '0.00']));
const october = {
  ...zeros,
  id: 'm1',
  name: 'October',
  status: 'ended',
  start_date: '2026-10-01',
  end_date: '2026-10-31',
  revenue: '9000.00',
};
const november = {
  ...zeros,
  id: 'm2',
  name: 'November',
  status: 'running',
  start_date: '2026-11-01',
  end_date: null,
  adult_course_revenue: '1500.00',
  revenue: '1500.00',
  total_net_profit: '1500.00',
};

const branch = (status: string | null, name: string | null, more: object = {}) => ({
  body: {
    name: 'Al Nour',
    address: 'Dokki',
    current_month: status,
    current_month_name: name,
    idempotency: true,
    merges: true,
    ...more,
  },
});

const openRunning = (declared: object = {}) => {
  const server = new ScriptedServer();
  server.list('/month/', [november, october]);
  server.on('GET /branch/details/', branch('running', 'November', declared));
  return { server, ...renderScreen('/work-history') };
};
const openEnded = (declared: object = {}) => {
  const server = new ScriptedServer();
  server.list('/month/', [october]);
  server.on('GET /branch/details/', branch('ended', 'October', declared));
  return { server, ...renderScreen('/work-history') };
};
const months = () => screen.findByRole('table', { name: 'Months' });
const ask = async (action: 'End Month' | 'Undo Month', month: string) => {
  await userEvent.click(await screen.findByRole('button', { name: action }));
  return within(await screen.findByRole('alertdialog', { name: `${action}: ${month}` }));
};

describe('Work History', () => {
  it('has every column of the specification in its order and groups', async () => {
    openRunning();
    const table = within(await months());
    const headers = table.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(headers).toEqual([
      ...['Expenses', 'Revenue', 'Result', 'Debts'],
      ...['Name', 'Status', ...figures.map(({ label }) => label), 'Start Date', 'End Date', 'Actions'],
    ]);
    expect(table.getByRole('row', { name: /^October Ended/ })).toHaveTextContent('1/10/202631/10/2026');
  });

  it('leads to the page of a month, with its money by payment method', async () => {
    const { server } = openRunning({ month_breakdown: true, payment_methods: true });
    server.on('GET /month/m1/', { body: october });
    server.on('GET /month/m1/breakdown/', {
      body: {
        by_method: [
          { payment_method: 'cash', received: '8000.00', paid_out: '250.00' },
          { payment_method: 'instapay', received: '1000.00', paid_out: '0.00' },
        ],
        credit: { given: '300.00', used: '100.00', paid_out: '0.00', balance: '200.00' },
        expenses_by_category: [
          { category: 'rent', count: 2, total: '9000.00' },
          { category: null, count: 1, total: '4.00' },
        ],
      },
    });
    server.on('GET /branch/settings/', {
      body: {
        id: '1',
        version: 1,
        payment_methods: [{ id: 'instapay', name: 'InstaPay', name_ar: '', kind: 'wallet' }],
        expense_categories: [{ id: 'rent', name: 'Rent', name_ar: '' }],
      },
    });
    await userEvent.click(await screen.findByRole('link', { name: 'October' }));
    expect(await heading('October')).toBeVisible();
    const byMethod = within(await screen.findByRole('table', { name: 'By payment method' }));
    expect(byMethod.getByRole('row', { name: /^Cash/ })).toHaveTextContent('CashL.E. 8,000.00L.E. 250.00');
    expect(await byMethod.findByRole('row', { name: /^InstaPay/ })).toHaveTextContent('L.E. 1,000.00');
    const credit = within(await screen.findByRole('table', { name: 'Credit of families' }));
    expect(credit.getByRole('row', { name: /^Owed to families now/ })).toHaveTextContent('L.E. 200.00');
    const spent = within(await screen.findByRole('table', { name: 'Expenses by category' }));
    expect(spent.getByRole('row', { name: /^Rent/ })).toHaveTextContent('Rent2L.E. 9,000.00');
    expect(spent.getByRole('row', { name: /^Without a category/ })).toHaveTextContent('1L.E. 4.00');
  });

  it('sets a month beside the month before and a year before, and opens the rows of a figure', async () => {
    const { server } = openRunning({ month_breakdown: true });
    const lastYear = { ...october, id: 'm0', name: 'November of last year' };
    server.list('/month/', [
      november,
      { ...october, adult_course_revenue: '2000.00', book_debts: '40.00' },
      { ...lastYear, start_date: '2025-11-02', end_date: '2025-11-30', adult_course_revenue: '900.00' },
    ]);
    server.on('GET /month/m2/', { body: { ...november, salaries: '900.00', book_debts: '70.00' } });
    server.on('GET /month/m2/breakdown/', { body: { by_method: [] } });
    await userEvent.click((await screen.findAllByRole('link', { name: 'November' }))[0] as HTMLElement);
    const figuresOf = within(await screen.findByRole('table', { name: 'All figures' }));
    await waitFor(() =>
      expect(figuresOf.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
        ...['Figure', 'So far', 'October', 'November of last year', 'Change'],
      ]),
    );
    const row = (name: RegExp) => figuresOf.getByRole('row', { name });
    expect(row(/^Adult_course Revenue/)).toHaveTextContent('Adult_course Revenue1,500.002,000.00900.00−25%');
    expect(row(/^Total Revenue/)).toHaveTextContent('Total Revenue1,500.009,000.009,000.00−83%');
    expect(row(/^Salaries/)).toHaveTextContent('900.000.000.00–');
    expect(row(/^Book Debts/)).toHaveTextContent('70.0040.000.00+75%');
    const links = figuresOf.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual(
      expect.arrayContaining([
        '/courses/adult?month=m2',
        '/employees/salaries?month=m2',
        '/books/payout?month=m2&owing=true',
      ]),
    );
    expect(within(row(/^Total Revenue/)).queryByRole('link')).toBeNull();
  });

  it('says before the end what is still open, and what only other devices know', async () => {
    const { server } = openRunning({ month_checklist: true, advances: true });
    const nothing = { unpaid_employees: 0, open_deductions: 0, open_drawers: 0, owing_payouts: 0 };
    const listed = async (checklist: object) => {
      server.on('GET /month/checklist/', { body: { ...nothing, unpaid_enrolments: [], ...checklist } });
      await userEvent.click(await screen.findByRole('button', { name: 'End Month' }));
      const list = within(await screen.findByRole('region', { name: 'Before it ends' }));
      expect(list.getByText(/^What is not sent yet from other devices is known on them alone/)).toBeVisible();
      return list;
    };
    const open = await listed({
      unpaid_employees: 4,
      open_drawers: 2,
      owing_payouts: 1,
      unpaid_enrolments: [{ resource: 'bus', count: 3 }],
    });
    await waitFor(() =>
      expect(open.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
        ['4 employees without a salary this month', '/employees/salaries/pay'],
        ['2 drawers are not closed', '/closes'],
        ['1 book payout with a debt', '/books/payout?owing=true'],
        ['3 enrolments without a payment: Bus', '/busses?owing=true&month=m2'],
      ]),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await (await listed({})).findByText('Nothing is open.')).toBeVisible();
  });

  it('omits a column that the server sends for no month', async () => {
    const { bus_revenue: _, ...withoutBus } = { ...november, bus_revenue: undefined };
    const server = new ScriptedServer();
    server.list('/month/', [withoutBus]);
    server.on('GET /branch/details/', branch('running', 'November'));
    renderScreen('/work-history');
    const table = within(await months());
    expect(table.getByRole('columnheader', { name: 'Nursery Revenue' })).toBeInTheDocument();
    expect(table.queryByRole('columnheader', { name: 'Bus Revenue' })).toBeNull();
  });

  it('reads whether the month was toggled before it toggles again after a lost answer, on a server without idempotency keys', async () => {
    const { server } = openRunning({ idempotency: false });
    const dialog = await ask('End Month', 'November');
    server.on('POST /month/end-undo/', () => {
      // The toggle is performed and its answer is lost; so is the first check of the outcome.
      server.on('GET /month/', { status: 503, body: { detail: 'Later.' } });
      return { status: 503, body: { detail: 'Later.' } };
    });
    await userEvent.click(dialog.getByRole('button', { name: 'End Month' }));
    await dialog.findByText(/Later\./);
    server.list('/month/', [{ ...november, status: 'ended' }, october]);
    await userEvent.click(dialog.getByRole('button', { name: 'End Month' }));
    expect(await dialog.findByText('The server has carried it out: November has ended.')).toBeVisible();
    expect(dialog.queryByRole('button', { name: /End Month|Undo Month/ })).toBeNull();
    expect(server.sent('POST', '/month/end-undo/')).toHaveLength(1);
  });

  it('44 says calmly that somebody else has ended the month, and shows it', async () => {
    const { server } = openRunning();
    const dialog = await ask('End Month', 'November');
    server.on('POST /month/end-undo/', () => {
      server.list('/month/', [{ ...november, status: 'ended' }, october]);
      server.on('GET /branch/details/', branch('ended', 'November'));
      return { status: 409, body: { detail: 'November has already ended.' } };
    });
    await userEvent.click(dialog.getByRole('button', { name: 'End Month' }));
    expect(await screen.findByRole('button', { name: 'Undo Month' })).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(currentToasts()).toMatchObject([{ message: 'November has already ended.', kind: 'info' }]);
    expect(server.sent('POST', '/month/end-undo/').map(({ body }) => body)).toEqual([
      { expect: 'running', month: 'm2' },
    ]);
  });

  it('44 an open End dialog does not become one that re-opens when the month ends elsewhere', async () => {
    const { server } = openRunning();
    const dialog = await ask('End Month', 'November');
    server.list('/month/', [{ ...november, status: 'ended' }, october]);
    server.on('GET /branch/details/', branch('ended', 'November'));
    const ended = () => dialog.queryByText('November has already ended.');
    // A reconnect joins a read that is under way, and that one may have the answer from before.
    for (let attempt = 0; attempt < 20 && !ended(); attempt += 1) {
      act(() => reportUnreachable());
      act(() => reportReachable());
      await act(() => flush());
    }
    expect(ended()).toBeInTheDocument();
    expect(dialog.queryByRole('button', { name: /End Month|Undo Month/ })).toBeNull();
    expect(server.sent('POST', '/month/end-undo/')).toEqual([]);
  });

  it('shows the running month on top, disables "Create month", and shows the figures before the end', async () => {
    const { server } = openRunning();
    const card = within(await screen.findByRole('region', { name: 'The running month' }));
    expect(card.getAllByText('L.E. 1,500.00')).toHaveLength(2);
    const create = screen.getByRole('button', { name: 'Create month' });
    expect(create).toBeDisabled();
    expect(create).toHaveAccessibleDescription('End the running month first to create a new one.');

    const dialog = await ask('End Month', 'November');
    expect(dialog.getByRole('region', { name: 'Revenue' })).toHaveTextContent(
      'Adult_course RevenueL.E. 1,500.00',
    );
    server.on('POST /month/end-undo/', {
      body: { ...november, status: 'ended', detail: 'November has ended.' },
    });
    server.on('GET /branch/details/', branch('ended', 'November'));
    await userEvent.click(dialog.getByRole('button', { name: 'End Month' }));
    expect(await screen.findByRole('button', { name: 'Undo Month' })).toBeInTheDocument();
    expect(toasts()).toEqual(['November has ended.']);
  });

  it('keeps room for the running month above the months while they are read, not if they cannot be', async () => {
    const { server } = openRunning();
    const { letGo: refuse, until: asked } = gate();
    server.on('GET /month/', () => asked.then(() => ({ status: 403, body: { detail: 'Not for you.' } })));
    const card = await screen.findByRole('region', { name: 'The running month' });
    expect(card).toHaveAttribute('aria-busy', 'true');
    expect(within(card).getByRole('heading', { name: 'November' })).toBeVisible();
    expect(within(card).getByText('Total Revenue')).toBeVisible();
    const list = screen.getByRole('status', { name: 'Loading months' });
    expect(card.compareDocumentPosition(list)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    refuse();
    expect(await screen.findByText(/Not for you/)).toBeVisible();
    expect(screen.queryByRole('region', { name: 'The running month' })).toBeNull();
  });

  it('says whose debts the month has, and what is owed in all', async () => {
    const { server } = openRunning({ debts: true });
    server.on(`GET ${DEBTS_PATH}`, {
      body: {
        count: 14,
        results: [],
        totals: { '0-30': '3000.00', '31-60': '50000.00', '61-90': '0.00', 'over-90': '0.00' },
        counts: { '0-30': 3, '31-60': 11, '61-90': 0, 'over-90': 0 },
      },
    });
    const card = within(await screen.findByRole('region', { name: 'The running month' }));
    expect(card.getByText('Total Debts').closest('div')).toHaveTextContent(
      'Total DebtsL.E. 0.00Of the enrolments and books of this month.',
    );
    const all = 'In all L.E. 53,000.00 are owed by 14 students';
    expect(await card.findByRole('link', { name: all })).toHaveAttribute('href', '/debts');
    const dialog = await ask('End Month', 'November');
    expect(await dialog.findByRole('link', { name: all })).toBeInTheDocument();
  });

  it('shows the number of pending entries before a month is ended', async () => {
    const { server } = openRunning();
    await months();
    server.on('POST /students/', { status: 503, body: { detail: 'Busy.' } });
    void save(newStudent('Sara'));
    await userEvent.click(screen.getByRole('button', { name: 'End Month' }));
    expect(await screen.findByText(/1 change is still on this device/)).toBeInTheDocument();
  });

  it('creates a month, and shows why it cannot', async () => {
    const { server } = openEnded();
    await months();
    await userEvent.click(screen.getByRole('button', { name: 'Create month' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create month' }));
    await userEvent.clear(dialog.getByLabelText('Name'));
    await userEvent.click(dialog.getByRole('button', { name: 'Create month' }));
    await waitFor(() =>
      expect(dialog.getByLabelText('Name')).toHaveAccessibleDescription('This cannot be empty'),
    );
    fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'November' } });
    server.on('POST /month/', { status: 409, body: {} });
    await userEvent.click(dialog.getByRole('button', { name: 'Create month' }));
    expect(
      await dialog.findByText('Error: There is a month in progress, please end it first to start new one.'),
    ).toBeInTheDocument();

    server.on('POST /month/', { status: 201, body: november });
    await userEvent.click(dialog.getByRole('button', { name: 'Create month' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(toasts()).toEqual(['November is running.']);
  });

  it('renames and deletes a month', async () => {
    const { server } = openEnded();
    await months();
    await userEvent.click(screen.getByRole('button', { name: 'Edit October' }));
    const name = await screen.findByLabelText('Name');
    expect(name).toHaveValue('October');
    fireEvent.change(name, { target: { value: 'October 2026' } });
    const conflicts = { name: { base: 'October', yours: 'October 2026', now: 'Autumn' } };
    server.on('PATCH /month/m1/', {
      status: 409,
      body: { detail: 'Changed.', conflicts, current: { ...october, name: 'Autumn' } },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText(/Somebody has named it “Autumn” meanwhile/)).toBeInTheDocument();
    server.on('PATCH /month/m1/', { body: { ...october, name: 'October 2026' } });
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(toasts()).toEqual(['Month saved: October 2026.']));
    expect(server.sent('PATCH', '/month/m1/').map(({ body }) => body)).toEqual([
      { id: 'm1', name: 'October 2026', base: { name: 'October' } },
      { id: 'm1', name: 'October 2026', base: { name: 'Autumn' } },
    ]);

    server.on('DELETE /month/m1/', { status: 409, body: { detail: '12 records hang on it.' } });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete October' }));
    expect(
      await screen.findByText('This action cannot be undone. This will permanently delete this month.'),
    ).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Error: 12 records hang on it.')).toBeInTheDocument();
  });

  it.each([
    ['To the next month: leave it waiting', 'next'],
    ['To October', 'this'],
  ])('asks where the money belongs that waits for the next month: %s', async (label, waiting) => {
    const { server } = openEnded({ month_waiting: true });
    server.on('GET /month/waiting/', { body: { count: 2, income: '200.00', expenses: '30.00' } });
    await months();
    const undo = await ask('Undo Month', 'October');
    expect(
      await undo.findByText('2 entries wait for the next month · L.E. 200.00 received · L.E. 30.00 paid out'),
    ).toBeInTheDocument();
    const choices = within(undo.getByRole('group', { name: 'Where does that belong?' }));
    expect(choices.getByRole('radio', { name: 'To the next month: leave it waiting' })).toBeChecked();
    await userEvent.click(choices.getByRole('radio', { name: label }));
    server.on('POST /month/end-undo/', { body: { ...october, status: 'running' } });
    await userEvent.click(undo.getByRole('button', { name: 'Undo Month' }));
    await waitFor(() =>
      expect(server.sent('POST', '/month/end-undo/').map(({ body }) => body)).toEqual([
        { expect: 'ended', month: 'm1', waiting },
      ]),
    );
  });

  it('asks nothing where nothing waits', async () => {
    const { server } = openEnded({ month_waiting: true });
    server.on('GET /month/waiting/', { body: { count: 0, income: '0.00', expenses: '0.00' } });
    await months();
    const undo = await ask('Undo Month', 'October');
    await waitFor(() => expect(server.sent('GET', '/month/waiting/')).not.toEqual([]));
    expect(undo.queryByRole('radio')).toBeNull();
  });

  it('asks for a reason to re-open a month, and shows the changes before it is ended again', async () => {
    const { server } = openEnded();
    await months();
    const undo = await ask('Undo Month', 'October');
    fireEvent.change(undo.getByLabelText(/^Reason/), { target: { value: 'A receipt was missing' } });
    const reopened = {
      ...october,
      status: 'running',
      end_date: null,
      reopened_at: '2026-11-02T08:00:00Z',
      reopened_by: 'Mona Adel',
      reopened_reason: 'A receipt was missing',
      changes: [{ figure: 'revenue', label: 'Total Revenue', before: '8950.00', after: '9000.00' }],
    };
    server.on('POST /month/end-undo/', { body: { ...reopened, detail: 'October is running again.' } });
    server.list('/month/', [reopened]);
    server.on('GET /branch/details/', branch('running', 'October'));
    await userEvent.click(undo.getByRole('button', { name: 'Undo Month' }));
    await waitFor(() => expect(toasts()).toEqual(['October is running again.']));
    expect(server.sent('POST', '/month/end-undo/')[0]?.body).toEqual({
      expect: 'ended',
      month: 'm1',
      reason: 'A receipt was missing',
    });

    const end = await ask('End Month', 'October');
    const since = end.getByRole('region', { name: 'Since it was reopened' });
    expect(since).toHaveTextContent('Reopened on 2/11/2026 by Mona Adel: A receipt was missing');
    expect(since).toHaveTextContent('Total RevenueL.E. 8,950.00 → L.E. 9,000.00');
    expect(end.queryByLabelText(/^Reason/)).toBeNull();
  });

  it('disables changes of months offline', async () => {
    const { server } = openEnded();
    await months();
    server.offline = true;
    await save(newStudent('Sara'));
    const undo = await screen.findByRole('button', { name: 'Undo Month' });
    await waitFor(() => expect(undo).toBeDisabled());
    expect(undo).toHaveAccessibleDescription('Months can be changed only with a connection to the server.');
    expect(screen.getByRole('button', { name: 'Delete October' })).toBeDisabled();
  });

  it('shows an empty state without months', async () => {
    new ScriptedServer();
    renderScreen('/work-history');
    await heading('Work History');
    expect(await screen.findByRole('heading', { name: 'No months yet' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /End Month|Undo Month/ })).toBeNull();
  });
});

describe('dayOfMonth', () => {
  it.each([
    ['2026-11-01', '2026-11-01', 1],
    ['2026-11-01', '2026-11-21', 21],
    ['2026-10-25', '2026-11-01', 8],
    ['2026-11-02', '2026-11-01', 1],
  ])('of a month that started on %s is, on %s, day %i', (start, today, day) => {
    expect(dayOfMonth(start, today)).toBe(day);
  });
});
