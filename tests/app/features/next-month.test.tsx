import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { save } from '#app/outbox/sender/save.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import { suggestedName } from '#app/resources/month/month-state.ts';
import { resources } from '#contract/resources/registry.ts';
import { create } from '../outbox/mutations.ts';
import { renderScreen, ScriptedServer, toasts } from '../resources/render-screen.tsx';
import { enrolment, installment, noSums, savedCollection, storedRecord } from '../resources/samples.ts';

const ended = { id: 'm1', name: 'November 2026', status: 'ended' };

let server: ScriptedServer;

beforeEach(async () => {
  const db = outboxDb();
  await Promise.all([db.outbox.clear(), db.discarded.clear(), db.facts.clear()]);
  server = new ScriptedServer();
  server.list('/month/', [ended]);
  server.on('GET /dashboard/branch/', { body: { ...noSums, month: ended } });
  server.declares({ current_month: 'ended', current_month_name: 'November 2026', idempotency: true });
});

const payment = (): Mutation =>
  create('adult-course', {
    is_installment: true,
    related_record: 'c1',
    receipt_number: '1',
    paid_amount: '137.00',
  });

describe('money saved while no month runs', () => {
  const declare = (current_month: string) =>
    server.declares({
      current_month,
      current_month_name: 'November 2026',
      idempotency: true,
      month_waiting: true,
    });
  const waiting = (count: number, income: string) =>
    server.on('GET /month/waiting/', { body: { count, income, expenses: '0.00' } });
  const undo = () => {
    server.on('GET /dashboard/branch/', { body: { ...noSums, month: { ...ended, status: 'running' } } });
    server.list('/month/', [{ ...ended, status: 'running' }]);
    declare('running');
  };
  /** Answers a call as a server that keeps the money for the next month. */
  const keepsFor = (call: string, income: string, body: object) => {
    declare('ended');
    waiting(0, '0.00');
    server.on(call, () => {
      waiting(1, income);
      return { status: 201, body };
    });
  };
  const openDashboard = async () => {
    const view = renderScreen('/');
    await screen.findByText(/^No month is running\./);
    return view;
  };
  const line = (paid_amount: string) =>
    storedRecord(resources['adult-course'], { ...installment, id: 'i9', paid_amount, month: null });

  it('says at once that it waits, and not any more once the server has it in the month that was undone', async () => {
    keepsFor('POST /adult-course/', '137.00', line('137.00'));
    const { unmount } = await openDashboard();
    await act(async () => void (await save(payment())));
    await waitFor(() =>
      expect(toasts().join()).toMatch(/L\.E\. 137\.00.*No month is running: it waits for the next month\./),
    );
    expect(
      await screen.findByText(/1 entry of the branch waits, with L\.E\. 137\.00 received\./),
    ).toBeInTheDocument();
    expect(screen.queryByText(/includes/)).toBeNull();
    unmount();
    waiting(0, '0.00');
    await openDashboard();
    await waitFor(() => expect(screen.queryByText(/137\.00/)).toBeNull());
  });

  it('says so of a collection as well, and goes on saying it while the month runs that was undone', async () => {
    const paid = { resource: 'adult-course', record: line('70.00') };
    keepsFor('POST /collections/', '70.00', savedCollection('1', [paid]));
    const { unmount } = await openDashboard();
    const payments = [{ resource: 'adult-course', related_record: 'c1', paid_amount: '70.00' }];
    const body = { receipt_number: '1', payments };
    await act(async () => void (await save({ ...payment(), resource: 'collection', body })));
    await waitFor(() => expect(toasts().join()).toContain('it waits for the next month.'));
    unmount();
    undo();
    renderScreen('/');
    expect(await screen.findByText(/^For the next month:/)).toHaveTextContent(
      'For the next month: 1 entry of the branch waits, with L.E. 70.00 received.',
    );
    expect(screen.queryByRole('button', { name: 'Create the next month' })).toBeNull();
  });

  it('says so offline as well, and the dashboard names the sum', async () => {
    await openDashboard();
    server.offline = true;
    await act(async () => void (await save(payment())));
    await waitFor(() => expect(toasts().join()).toContain('it waits for the next month.'));
    expect(await screen.findByText(/From this device, not sent yet: L\.E\. 137\.00\./)).toBeInTheDocument();
  });

  it('does not say so while a month runs', async () => {
    undo();
    renderScreen('/');
    await screen.findByRole('button', { name: 'End Month' });
    await screen.findByText('Total income');
    server.offline = true;
    await act(async () => void (await save(payment())));
    await screen.findByText('Not sent yet: 1 entry, L.E. 137.00 received');
    expect(toasts()).toEqual([]);
    expect(screen.queryByText(/No month is running/)).toBeNull();
  });

  it('is marked in the list', async () => {
    server.list('/adult-course/', [
      { ...enrolment, id: 'c1', month: 'm1' },
      { ...enrolment, id: 'c2', month: null },
    ]);
    renderScreen(resources['adult-course'].screens.list);
    expect(await screen.findAllByText('Waits for the next month')).toHaveLength(1);
  });

  it('leads to the next month, with the calendar month’s name filled in', async () => {
    server.list('/month/', []);
    renderScreen('/');
    await userEvent.click(await screen.findByRole('button', { name: 'Create the next month' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create New Month' }));
    const name = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' }).format(new Date());
    expect(dialog.getByLabelText('Name')).toHaveValue(name);
    server.on('POST /month/', { status: 201, body: { id: 'm2', name, status: 'running' } });
    await userEvent.click(dialog.getByRole('button', { name: 'Create New Month' }));
    await waitFor(() => expect(server.sent('POST', '/month/').map(({ body }) => body)).toEqual([{ name }]));
  });
});

describe('suggestedName', () => {
  it.each([
    ['2026-11-30', [], 'November 2026'],
    ['2026-11-22', ['october 2026'], 'November 2026'],
    ['2026-11-22', [' november 2026'], 'December 2026'],
    ['2026-12-31', ['December 2026'], 'January 2027'],
    ['2026-12-31', ['January 2027', 'December 2026'], ''],
  ])('on %s with the months %j is "%s"', (today, names, name) => {
    expect(
      suggestedName(
        names.map((taken) => ({ name: taken })),
        today,
      ),
    ).toBe(name);
  });
});
