import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { save } from '#app/outbox/sender/save.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import { suggestedName } from '#app/resources/month/month-state.ts';
import { resources } from '#contract/resources/registry.ts';
import { create } from '../outbox/device.ts';
import { renderScreen, ScriptedServer, toasts } from '../resources/render-screen.tsx';
import { enrolment, installment, savedCollection, storedRecord } from '../resources/samples.ts';

const ended = { id: 'm1', name: 'November 2026', status: 'ended' };
const sums = {
  total_income: '0.00',
  franchise_expenses: '0.00',
  total_expenses: '0.00',
  total_profit: '0.00',
};

let server: ScriptedServer;

beforeEach(async () => {
  const db = outboxDb();
  await Promise.all([db.outbox.clear(), db.discarded.clear(), db.facts.clear()]);
  server = new ScriptedServer();
  server.list('/month/', [ended]);
  server.on('GET /dashboard/branch/', { body: { ...sums, month: ended } });
  server.on('GET /branch/details/', {
    body: { name: 'Al Nour', current_month: 'ended', current_month_name: 'November 2026', idempotency: true },
  });
});

const payment = (): Mutation =>
  create('adult-course', {
    is_installment: true,
    related_record: 'c1',
    receipt_number: '1',
    paid_amount: '137.00',
  });

describe('money saved while no month runs', () => {
  const declared = { name: 'Al Nour', current_month_name: 'November 2026', idempotency: true };
  const waiting = (count: number, income: string) =>
    server.on('GET /month/waiting/', { body: { count, income, expenses: '0.00' } });

  it('says at once that it waits for the next month', async () => {
    server.on('GET /branch/details/', {
      body: { ...declared, current_month: 'ended', month_waiting: true },
    });
    waiting(0, '0.00');
    const saved = storedRecord(resources['adult-course'], {
      ...installment,
      id: 'i9',
      paid_amount: '137.00',
    });
    server.on('POST /adult-course/', () => {
      waiting(1, '137.00');
      return { status: 201, body: { ...saved, month: null } };
    });
    renderScreen('/');
    await screen.findByText(/^No month is running\./);
    await act(async () => void (await save(payment())));
    await waitFor(() =>
      expect(toasts().join()).toMatch(/L\.E\. 137\.00.*No month is running: it waits for the next month\./),
    );
    expect(
      await screen.findByText(/1 entry of the branch waits, with L\.E\. 137\.00 received\./),
    ).toBeInTheDocument();
    expect(screen.queryByText(/includes/)).toBeNull();
  });

  it('claims nothing any more once the server has it in the month that was undone and ended again', async () => {
    server.on('GET /branch/details/', {
      body: { ...declared, current_month: 'ended', month_waiting: true },
    });
    waiting(0, '0.00');
    const saved = storedRecord(resources['adult-course'], { ...installment, id: 'i9', paid_amount: '70.00' });
    server.on('POST /adult-course/', () => {
      waiting(1, '70.00');
      return { status: 201, body: { ...saved, month: null } };
    });
    const { unmount } = renderScreen('/');
    await screen.findByText(/^No month is running\./);
    await act(async () => void (await save(payment())));
    await screen.findByText(/with L\.E\. 70\.00 received/);
    unmount();
    waiting(0, '0.00');
    renderScreen('/');
    await screen.findByText(/^No month is running\./);
    await waitFor(() => expect(screen.queryByText(/70\.00/)).toBeNull());
  });

  it('says so of a collection as well, and goes on saying it while the month runs that was undone', async () => {
    const line = storedRecord(resources['adult-course'], {
      ...installment,
      id: 'i9',
      resource: 'adult-course',
      paid_amount: '70.00',
      month: null,
    });
    server.on('GET /branch/details/', {
      body: { ...declared, current_month: 'ended', month_waiting: true },
    });
    waiting(0, '0.00');
    server.on('POST /collections/', () => {
      waiting(1, '70.00');
      return { status: 201, body: savedCollection('1', [line]) };
    });
    const { unmount } = renderScreen('/');
    await screen.findByText(/^No month is running\./);
    const payments = [{ resource: 'adult-course', related_record: 'c1', paid_amount: '70.00' }];
    const body = { receipt_number: '1', payments };
    await act(async () => void (await save({ ...payment(), resource: 'collection', body })));
    await waitFor(() => expect(toasts().join()).toContain('it waits for the next month.'));
    unmount();
    server.on('GET /dashboard/branch/', { body: { ...sums, month: { ...ended, status: 'running' } } });
    server.list('/month/', [{ ...ended, status: 'running' }]);
    server.on('GET /branch/details/', {
      body: { ...declared, current_month: 'running', month_waiting: true },
    });
    renderScreen('/');
    expect(await screen.findByText(/^For the next month:/)).toHaveTextContent(
      'For the next month: 1 entry of the branch waits, with L.E. 70.00 received.',
    );
    expect(screen.queryByRole('button', { name: 'Create the next month' })).toBeNull();
  });

  it('says so offline as well, and the dashboard names the sum', async () => {
    renderScreen('/');
    await screen.findByText(/^No month is running\./);
    server.offline = true;
    await act(async () => void (await save(payment())));
    await waitFor(() => expect(toasts().join()).toContain('it waits for the next month.'));
    expect(await screen.findByText(/From this device, not sent yet: L\.E\. 137\.00\./)).toBeInTheDocument();
  });

  it('does not say so while a month runs', async () => {
    server.on('GET /dashboard/branch/', { body: { ...sums, month: { ...ended, status: 'running' } } });
    server.list('/month/', [{ ...ended, status: 'running' }]);
    server.on('GET /branch/details/', {
      body: {
        name: 'Al Nour',
        current_month: 'running',
        current_month_name: 'November 2026',
        idempotency: true,
      },
    });
    renderScreen('/');
    await screen.findByRole('button', { name: 'End Month' });
    await screen.findByText('Total income');
    server.offline = true;
    await act(async () => void (await save(payment())));
    await screen.findAllByText('includes L.E. 137.00 waiting to be sent');
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
    ['2026-11-30T23:00:00', [], 'November 2026'],
    ['2026-11-22T12:00:00', ['october 2026'], 'November 2026'],
    ['2026-11-22T12:00:00', [' november 2026'], 'December 2026'],
    ['2026-12-31T12:00:00', ['December 2026'], 'January 2027'],
    ['2026-12-31T12:00:00', ['January 2027', 'December 2026'], ''],
  ])('on %s with the months %j is "%s"', (today, names, name) => {
    expect(
      suggestedName(
        names.map((taken) => ({ name: taken })),
        new Date(today),
      ),
    ).toBe(name);
  });
});
