import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { cacheDb } from '#app/cache/device/cache-db.ts';
import { currentDay } from '#app/lib/branch-day.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { save } from '#app/outbox/sender/save.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import { ownTakenQuery } from '#app/reads/drawer-queries.ts';
import { OPEN_DRAWERS_PATH, OWN_DRAWER_PATH } from '#contract/closes.ts';
import { DEBTS_PATH } from '#contract/debts.ts';
import { formatMoney, parsePiastres } from '#contract/money.ts';
import { figures } from '#contract/month.ts';
import { RENEWALS_PATH } from '#contract/renewals.ts';
import { resources } from '#contract/resources/registry.ts';
import { gate } from '../../support/gate.ts';
import { flush } from '../outbox/device.ts';
import { create, newInstallment } from '../outbox/mutations.ts';
import { heading, renderScreen, ScriptedServer } from '../resources/render-screen.tsx';
import { enrolment, installment, settled, storedRecord, someSums as sums } from '../resources/samples.ts';

const zeros = Object.fromEntries(figures.map(({ name }) => [name, '0.00'])) as Record<
  (typeof figures)[number]['name'],
  string
>;
const tile = async (name: string) => {
  const card = (await screen.findByRole('heading', { name })).closest('article');
  if (!card) throw new Error(`No tile ${name}`);
  return card;
};

describe('DashboardPage', () => {
  it('shows zeros and offers to create a month to a branch without months', async () => {
    new ScriptedServer();
    renderScreen('/');
    await heading('Al Nour');
    expect(screen.getByText('Dokki')).toBeInTheDocument();
    expect(await screen.findByText('No month yet. Create one to begin.')).toBeInTheDocument();
    expect(await tile('Total income')).toHaveTextContent('L.E. 0.00');
    expect(screen.getByRole('button', { name: 'Create New Month' })).toBeEnabled();
    expect(screen.queryByRole('button', { name: /End Month|Undo Month/ })).toBeNull();
  });

  it('shows the button that creates a month above the parts that arrive later', async () => {
    const server = new ScriptedServer();
    server.signedInAs('manager');
    const { letGo: answer, until: asked } = gate();
    server.on('GET /branch/getting-started/', async () => {
      await asked;
      return { body: { students: false, users: false } };
    });
    renderScreen('/');
    const button = () => screen.getByRole('button', { name: 'Create New Month' });
    await waitFor(() => expect(button()).toBeEnabled());
    answer();
    const later = await screen.findByRole('region', { name: 'Getting started' });
    expect(button().compareDocumentPosition(later)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('keeps room for its lists while they load, and draws what stands below them when they have it', async () => {
    const server = new ScriptedServer();
    server.signedInAs('manager');
    const today = currentDay();
    server.list('/month/', [
      { ...zeros, id: '1', name: 'Now', status: 'running', start_date: today, end_date: null },
    ]);
    server.declares({ filters: true, renewals: true, current_month: 'running', current_month_name: 'Now' });
    const [sumsGate, renewalsGate] = [gate(), gate()];
    server.on('GET /dashboard/branch/', async () => {
      await sumsGate.until;
      return { body: sums };
    });
    server.on(`GET ${RENEWALS_PATH}`, async () => {
      await renewalsGate.until;
      return { body: { kinds: [{ resource: 'bus', ending: 4, ended: 3 }] } };
    });
    renderScreen('/');
    const latest = await screen.findByRole('region', { name: 'Latest payments' });
    expect(latest).toHaveAttribute('aria-busy', 'true');
    expect(latest).not.toHaveTextContent('No payments yet.');
    expect(screen.getByRole('region', { name: 'Debts to call about' })).toHaveAttribute('aria-busy', 'true');
    sumsGate.letGo();
    await screen.findByText('No payments yet.');
    expect(screen.queryByRole('region', { name: 'Current month' })).toBeNull();
    renewalsGate.letGo();
    const month = await screen.findByRole('region', { name: 'Current month' });
    expect(screen.getByRole('region', { name: 'To renew' }).compareDocumentPosition(month)).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
    expect(screen.getByRole('region', { name: 'Latest payments' })).toHaveAttribute('aria-busy', 'false');
  });

  it('draws what stands below a list whose read has failed', async () => {
    const server = new ScriptedServer();
    server.declares({ renewals: true, closes: true, current_month: 'running', current_month_name: 'Now' });
    for (const path of [RENEWALS_PATH, OPEN_DRAWERS_PATH, OWN_DRAWER_PATH, '/month/', '/bus/'])
      server.on(`GET ${path}`, { status: 403, body: { detail: 'Not yours.' } });
    renderScreen('/');
    await screen.findByRole('region', { name: 'Current month' });
    await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull());
  });

  it('creates no month before the server has said that none runs, whatever the device has kept', async () => {
    const server = new ScriptedServer();
    const branch = { name: 'Al Nour', address: 'Dokki', idempotency: true };
    const button = () => screen.findByRole('button', { name: 'Create New Month' });
    const { router } = renderScreen('/');
    await screen.findByText('No month yet. Create one to begin.');
    expect(await button()).toBeEnabled();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    await act(() => router.navigate('/sync'));
    const { letGo: answer, until: asked } = gate();
    server.on('GET /branch/details/', async () => {
      await asked;
      return { body: { ...branch, current_month: 'running', current_month_name: 'November' } };
    });
    await act(() => router.navigate('/'));
    expect(await screen.findByText('No month yet. Create one to begin.')).toBeInTheDocument();
    expect(await button()).toBeDisabled();
    answer();
    await screen.findByText('November');
    expect(await button()).toBeDisabled();
    expect(await button()).toHaveAccessibleDescription('End the running month first to create a new one.');
  });

  it('names no count of payments and no closed drawers before the server has said so', async () => {
    const server = new ScriptedServer();
    server.declares({ idempotency: true, closes: true });
    for (const path of [OWN_DRAWER_PATH, OPEN_DRAWERS_PATH])
      server.on(`GET ${path}`, { status: 503, body: { detail: 'Not now.' } });
    renderScreen('/');
    const today = within(await screen.findByRole('region', { name: 'Today' }));
    const drawers = await today.findByText('Drawers not closed');
    expect(drawers.closest('li')).toHaveTextContent('Drawers not closed–');
    expect(today.getByText('Taken by the branch today').closest('li')).toHaveTextContent(
      /^Taken by the branch today–$/,
    );
  });

  describe('what was taken today', () => {
    const since = new Date(new Date().setUTCHours(0, 0, 0, 0)).toISOString();
    const drawer = { since: null, last: null, kept: null, unfinished: null };
    const collection = (): Mutation =>
      create('collection', {
        receipt_number: '1',
        payments: [{ resource: 'adult-course', related_record: 'c1', paid_amount: '300.00' }],
      });
    let server: ScriptedServer;
    let taken: { count: number; total: string };
    const fact = async (label: string | RegExp) =>
      (await within(await screen.findByRole('region', { name: 'Today' })).findByText(label)).closest('li');

    beforeEach(async () => {
      await outboxDb().outbox.clear();
      server = new ScriptedServer();
      taken = { count: 0, total: '0.00' };
      server.declares({ idempotency: true, closes: true, collections: true });
      server.on(`GET ${OWN_DRAWER_PATH}`, () => ({ body: { ...drawer, taken: { since, ...taken } } }));
    });

    const asStaff = () => server.signedInAs('staff');

    it('counts a collection once that the server has, although its answer was lost', async () => {
      asStaff();
      server.on('POST /collections/', () => {
        taken = { count: 1, total: '300.00' };
        throw new TypeError('Failed to fetch');
      });
      const { unmount } = renderScreen('/');
      await waitFor(async () => expect(await fact(/^Taken/)).toHaveTextContent('L.E. 0.00'));
      const texts = new Set<string>();
      const look = () => texts.add(screen.queryByText(/^Taken/)?.closest('li')?.textContent ?? '');
      const watching = new MutationObserver(look);
      watching.observe(document.body, { characterData: true, childList: true, subtree: true });
      await act(async () => void (await save(collection())));
      await waitFor(() => expect([...texts].join()).toContain('300.00'));
      unmount();
      renderScreen('/');
      await waitFor(async () => expect(await fact(/^Taken/)).toHaveTextContent('300.00'));
      await act(() => flush());
      watching.disconnect();
      expect([...texts].filter((text) => text.split('300.00').length > 2)).toEqual([]);
    });

    it('holds nothing of what credit pays', async () => {
      asStaff();
      const inParts = create('collection', {
        receipt_number: '1',
        payments: [{ resource: 'adult-course', related_record: 'c1', paid_amount: '300.00' }],
        tenders: [
          { payment_method: 'credit', amount: '100.00' },
          { payment_method: 'cash', amount: '200.00' },
        ],
      });
      renderScreen('/');
      await waitFor(async () => expect(await fact(/^Taken/)).toHaveTextContent('L.E. 0.00'));
      server.offline = true;
      await act(async () => void (await save(inParts)));
      await waitFor(async () =>
        expect(await fact(/^Taken/)).toHaveTextContent('L.E. 200.00 more waits to be sent from this device'),
      );
    });

    it('offers the jobs of the desk to staff, and the month below', async () => {
      asStaff();
      renderScreen('/');
      const desk = within(await screen.findByRole('navigation', { name: 'At the desk' }));
      expect(
        desk.getAllByRole('link').map((link) => [link.textContent?.trim(), link.getAttribute('href')]),
      ).toEqual([
        ['Take payment', '/take-payment'],
        ['New student', '/students/add-student'],
        ['Sell a book', '/books/payout/add-payout'],
        ['Expense', '/expenses/add-expenses'],
      ]);
      await userEvent.click(desk.getByRole('button', { name: 'Enrol' }));
      await userEvent.click(await screen.findByRole('menuitem', { name: 'Kids Courses' }));
      await heading('Create Course');
    });

    it('is told to managers of the last seven days, by person and by method', async () => {
      const week = {
        since: '2026-11-21T00:00:00.000Z',
        count: 5,
        total: '900.00',
        people: [
          { user: '8', user_name: 'Omar Said', count: 4, total: '600.00' },
          { user: '7', user_name: 'Mona Adel', count: 1, total: '300.00' },
        ],
        methods: [
          { payment_method: 'cash', count: 4, total: '700.00' },
          { payment_method: 'instapay', count: 1, total: '200.00' },
        ],
      };
      server.on(`GET ${OPEN_DRAWERS_PATH}`, {
        body: { drawers: [], taken: { since, count: 0, total: '0.00', people: [] }, week },
      });
      renderScreen('/');
      const panel = await screen.findByRole('region', { name: 'Taken since 21/11/2026' });
      expect(panel).toHaveTextContent('L.E. 900.00');
      expect(
        within(panel)
          .getAllByRole('listitem')
          .map(({ textContent }) => textContent),
      ).toEqual([
        'Omar Said4 paymentsL.E. 600.00',
        'Mona Adel1 paymentL.E. 300.00',
        expect.stringMatching(/^Cash L\.E\. 700\.00.*L\.E\. 200\.00$/),
      ]);
      expect(screen.queryByRole('navigation', { name: 'At the desk' })).toBeNull();
    });

    it('is what the branch took for a manager, then by person', async () => {
      const people = [
        { user: '8', user_name: 'Omar Said', count: 90, total: '65000.00' },
        { user: '7', user_name: 'Mona Adel', count: 4, total: '5000.00' },
      ];
      server.on(`GET ${OPEN_DRAWERS_PATH}`, {
        body: { drawers: [], taken: { since, count: 94, total: '70000.00', people } },
      });
      renderScreen('/');
      await waitFor(async () =>
        expect(await fact('Taken by the branch today')).toHaveTextContent(
          'Taken by the branch todayL.E. 70,000.0094 paymentsOmar SaidL.E. 65,000.00Mona AdelL.E. 5,000.00',
        ),
      );
      server.offline = true;
      await act(async () => void (await save(collection())));
      await waitFor(async () =>
        expect(await fact('Taken by the branch today')).toHaveTextContent(
          'L.E. 70,000.0094 payments · L.E. 300.00 more waits to be sent from this device',
        ),
      );
    });

    it('is kept with its time for a reload without a connection', async () => {
      asStaff();
      taken = { count: 2, total: '450.00' };
      const { unmount } = renderScreen('/');
      await waitFor(async () => expect(await fact('Taken by you today')).toHaveTextContent('L.E. 450.00'));
      await waitFor(async () => {
        const kept = await cacheDb().queries.toArray();
        expect(kept.map(({ queryKey }) => queryKey)).toContainEqual(ownTakenQuery().queryKey);
      });
      unmount();
      server.offline = true;
      renderScreen('/');
      await waitFor(async () =>
        expect(await fact('Taken by you today')).toHaveTextContent(
          /L\.E\. 450\.002 payments · as of today at/,
        ),
      );
    });
  });

  it('shows what is not sent yet beside the sums of the server', async () => {
    const server = new ScriptedServer();
    server.on('GET /dashboard/branch/', { body: sums });
    renderScreen('/');
    expect(await tile('Total income')).toHaveTextContent('L.E. 1,500.00');
    server.offline = true;
    await save(newInstallment('c1', '500.00', enrolment));
    await screen.findByText('Not sent yet: 1 entry, L.E. 500.00 received');
    expect(await tile('Total income')).toHaveTextContent('L.E. 1,500.00');
    expect(await tile('Total profit')).toHaveTextContent('L.E. 1,200.00');
  });

  it('lists the latest payments and the largest debts with phone numbers', async () => {
    const server = new ScriptedServer();
    server.on('GET /adult-course/', ({ query }) => {
      const rows = query.has('is_installment') ? [enrolment, settled] : [installment, enrolment, settled];
      return { body: { count: rows.length, next: null, previous: null, results: rows } };
    });
    renderScreen('/');
    const latest = within(await screen.findByRole('region', { name: 'Latest payments' }));
    await latest.findByText('Adult Courses · Receipt 1002 · 9/11/2026');
    const debts = within(screen.getByRole('region', { name: 'Debts to call about' }));
    expect(await debts.findByText('L.E. 2,000.00')).toBeInTheDocument();
    expect(debts.getAllByRole('listitem')).toHaveLength(1);
    expect(debts.getByText('01001234567')).toBeInTheDocument();
    expect(debts.getByRole('link', { name: 'Call Mona Adel, 01001234567' })).toHaveAttribute(
      'href',
      'tel:01001234567',
    );
  });

  it('counts what one receipt pays as one of the latest payments', async () => {
    const server = new ScriptedServer();
    const part = { ...installment, collection: 'k1', receipt_number: '55' };
    const other = storedRecord(resources.bus, {
      ...part,
      student_data: enrolment.student_data,
      ...{ id: 'b1', paid_amount: '30.00', price: null },
    });
    server.list('/adult-course/', [part, { ...part, id: 'i2' }]);
    server.list('/bus/', [other]);
    renderScreen('/');
    const latest = within(await screen.findByRole('region', { name: 'Latest payments' }));
    expect(await latest.findByText(/^Adult Courses, Bus · Receipt 55/)).toBeInTheDocument();
    expect(latest.getAllByRole('listitem')).toHaveLength(1);
    const paid = 2n * parsePiastres(String(installment.paid_amount)) + 3000n;
    expect(latest.getByText(formatMoney(paid))).toBeInTheDocument();
  });

  it('shows the server’s detail if the sums cannot be read', async () => {
    const server = new ScriptedServer();
    server.on('GET /dashboard/branch/', { status: 400, body: { detail: 'The books are being counted.' } });
    renderScreen('/');
    expect(await screen.findByText(/The books are being counted\./)).toBeInTheDocument();
  });

  it('lists who owes most, once with all debts, and calls a parent', async () => {
    const server = new ScriptedServer();
    server.on('GET /branch/details/', { body: { name: 'Al Nour', idempotency: true, debts: true } });
    const debtor = {
      id: 's1',
      name: 'Mona Adel',
      phone: '',
      father_phone: null,
      mother_phone: '01112223334',
    };
    const owed = { total: '2900.00', remaining: '2900.00', debts: 3, oldest: '2026-09-01', age_days: 81 };
    server.on(`GET ${DEBTS_PATH}`, {
      body: { count: 1, next: null, previous: null, results: [{ ...debtor, ...owed }] },
    });
    renderScreen('/');
    const debts = within(await screen.findByRole('region', { name: 'Debts to call about' }));
    expect(await debts.findByText('L.E. 2,900.00')).toBeInTheDocument();
    expect(debts.getAllByRole('listitem')).toHaveLength(1);
    expect(debts.getByRole('listitem')).toHaveTextContent('3 debts, the oldest 81 days · 01112223334');
    expect(debts.getByRole('link', { name: 'Call Mona Adel, 01112223334' })).toHaveAttribute(
      'href',
      'tel:01112223334',
    );
    expect(debts.getByRole('link', { name: /^Mona Adel/ })).toHaveAttribute(
      'href',
      '/take-payment?student=s1',
    );
  });
});
