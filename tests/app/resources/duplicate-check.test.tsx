import { QueryClient } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keys } from '#app/cache/query-keys.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { retryNow } from '#app/outbox/recovery/actions.ts';
import { save } from '#app/outbox/sender/save.ts';
import { outboxView } from '#app/outbox/store/outbox-view.ts';
import { findDuplicatePayment, paymentIn } from '#app/resources/form/duplicate-payment.tsx';
import type { Resource } from '#contract/define-resource.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { create } from '../outbox/mutations.ts';
import { heading, renderScreen, ScriptedServer } from './render-screen.tsx';
import { enrolment, installment, mona, servePickerRecords, storedRecord } from './samples.ts';

const bus = resourceOf('bus');

/** Fixes the clock. The local hour depends on the tests' time zone, so it is not compared. */
const NOW = new Date('2026-11-21T10:00:00Z');
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000).toISOString();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});

/** Returns Mona's bus, paid with 1,000 on receipt 1042. */
const paid = (more: Record<string, unknown> = {}) =>
  storedRecord(bus, {
    id: 'p1',
    receipt_number: '1042',
    paid_amount: '1000.00',
    created_at: minutesAgo(4),
    ...more,
  });

const pending = (kind: ResourceName, receipt_number: string, paid_amount = '1000.00') => {
  const body = { student: 's1', receipt_number, price: '3000.00', paid_amount };
  return create(kind, body, { referenced: { student: mona } });
};

const control = (name: string) => document.querySelector(`[name="${name}"]`) as HTMLElement;
const type = (name: string, value: string) => fireEvent.change(control(name), { target: { value } });
const saveButton = (label = 'Create Bus') => screen.getByText(label, { selector: 'button[type=submit]' });
const press = (label?: string) => fireEvent.click(saveButton(label));
/** Presses again, later than a double tap would. */
const pressLater = async (label?: string) => {
  await waitFor(() => expect(saveButton(label)).toBeEnabled());
  vi.setSystemTime(Date.now() + 2_000);
  press(label);
};
/** Moves the clock past the pause after which a typed value is compared. Needs `moveClock` before the form opens. */
const typed = () => act(() => vi.advanceTimersByTimeAsync(500));
const moveClock = () =>
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: NOW, shouldAdvanceTime: true });

const warning = () => screen.queryByText(/already paid/)?.textContent ?? '';

async function fillBus(server: ScriptedServer) {
  servePickerRecords(server);
  const view = renderScreen('/busses/add-bus');
  await heading('Create Bus');
  server.on('POST /bus/', ({ body }) => ({ status: 201, body: storedRecord(bus, { ...body, id: 'p2' }) }));
  type('receipt_number', '7');
  type('price', '3000');
  type('paid_amount', '1000');
  fireEvent.click(control('student'));
  fireEvent.click(await screen.findByText('Mona Adel', { selector: '[role=option] span' }));
  return view;
}

describe('a payment equal to one a few minutes ago', () => {
  it('from another device is named at the button and saved by the next press', async () => {
    const server = new ScriptedServer();
    await fillBus(server);
    // It arrives while the form is open.
    server.list('/bus/', [paid()]);
    const button = saveButton();
    button.focus();
    press();
    // A browser blurs a button that becomes disabled.
    button.blur();
    await waitFor(() => expect(warning()).not.toBe(''));
    await waitFor(() => expect(saveButton()).toHaveFocus());
    expect(warning()).toMatch(
      /^Mona Adel already paid L\.E\. 1,000\.00 4 minutes ago, at \d\d:56 \(receipt 1042\)\. If this is another payment, press Create Bus again\.$/,
    );
    expect(server.sent('POST', '/bus/')).toEqual([]);
    await pressLater();
    await heading('Bus');
    expect(server.sent('POST', '/bus/')).toHaveLength(1);
  });

  it('is not saved by the second tap of a double tap', async () => {
    const server = new ScriptedServer();
    server.list('/bus/', [paid()]);
    await fillBus(server);
    press();
    await waitFor(() => expect(warning()).not.toBe(''));
    await waitFor(() => expect(saveButton()).toBeEnabled());
    press();
    await waitFor(() => expect(saveButton()).toBeEnabled());
    expect(server.sent('POST', '/bus/')).toEqual([]);
  });

  it('that is pending on this device is named offline as well', async () => {
    const server = new ScriptedServer();
    await fillBus(server);
    server.offline = true;
    await save(pending('bus', '1042'));
    await waitFor(() => expect(outboxView().rows).toHaveLength(1));
    press();
    await waitFor(() =>
      expect(warning()).toMatch(/just now, .*\(receipt 1042\)\. It waits on this device to be sent\./),
    );
    await pressLater();
    await heading('Bus');
    await waitFor(() => expect(screen.getAllByText('Waiting to be sent')).toHaveLength(2));
  });

  it('is searched among installments if it is an installment', async () => {
    const server = new ScriptedServer();
    const owing = { ...enrolment, created_at: minutesAgo(3) };
    const twin = { ...installment, paid_amount: '500.00', created_at: minutesAgo(1) };
    server.list('/adult-course/', [twin, owing]);
    server.on('POST /adult-course/', ({ body }) => ({ status: 201, body: { ...twin, ...body, id: 'c9' } }));
    renderScreen('/create-installment', { resource: 'adult-course', fallback: '/busses', related: 'c1' });
    await screen.findByDisplayValue('Mona Adel');
    type('receipt_number', '7');
    type('paid_amount', '500');
    press('Create Installment');
    await waitFor(() =>
      expect(warning()).toMatch(/^Mona Adel already paid L\.E\. 500\.00 1 minute ago.*receipt 1002/),
    );
    await pressLater('Create Installment');
    await heading('Bus');
    expect(server.sent('POST', '/adult-course/')).toHaveLength(1);
  });
});

describe('the duplicate warning', () => {
  /** Looks for a payment equal to one of L.E. 1,000.00 by Mona, among what this device has read. */
  const isWarned = (resource: Resource, known: RecordRow, paid_amount = '1000.00', book?: string) => {
    const client = new QueryClient();
    client.setQueryData([...keys.resource(resource.name), 'list'], { data: { results: [known] }, began: 1 });
    const body = { student: 's1', paid_amount, book };
    const payment = paymentIn({ resource, definition: resource, chosen: {} }, body);
    const options = { recordId: undefined, now: NOW.getTime() };
    return payment && findDuplicatePayment(resource, payment, { client, outbox: [] }, options) !== undefined;
  };

  it.each([
    ['appears for an equal payment', {}, true],
    ['does not appear for a payment longer ago', { created_at: minutesAgo(11) }, false],
    ['does not appear for another amount', { paid_amount: '1000.01' }, false],
    ['does not appear for another student', { student: 's2' }, false],
    ['does not appear for an installment beside an enrolment', { is_installment: true }, false],
  ])('%s', (_, more, expected) => {
    expect(isWarned(bus, { id: 'p1', ...paid(more) })).toBe(expected);
  });

  it('appears for the same book of the same student, not for another book', () => {
    const known = { id: 'o1', student: 's1', book: 'b1', paid_amount: '100.00', created_at: minutesAgo(1) };
    const warned = ['b1', 'b2'].map((book) => isWarned(resourceOf('book-payout'), known, '100.00', book));
    expect(warned).toEqual([true, false]);
  });

  it('does not appear if nothing is paid', () => {
    expect(isWarned(bus, { id: 'p1', ...paid({ paid_amount: '0.00' }) }, '0.00')).toBeUndefined();
  });

  it('does not appear when the payment itself is changed', async () => {
    const server = new ScriptedServer();
    servePickerRecords(server);
    server.list('/bus/', [paid()]);
    server.on('PATCH /bus/p1/', ({ body }) => ({ body: paid(body) }));
    renderScreen('/busses/edit-bus/p1');
    await screen.findByDisplayValue('1042');
    type('notes', 'By her brother');
    press('Save changes');
    await heading('Bus');
    expect(server.sent('PATCH', '/bus/p1/')).toHaveLength(1);
  });

  it('does not appear when the rejected payment itself is reopened', async () => {
    const server = new ScriptedServer();
    servePickerRecords(server);
    const { router } = renderScreen('/busses');
    await heading('Bus');
    server.offline = true;
    const mutation = pending('bus', '1042');
    await save(mutation);
    server.on('POST /bus/', { status: 400, body: { notes: ['Who brought it?'] } });
    server.offline = false;
    await retryNow();
    await screen.findByText('Needs you');
    await router.navigate('/busses/add-bus', { state: { takeBack: mutation.id } });
    await screen.findByDisplayValue('1042');
    type('notes', 'Her brother');
    server.offline = true;
    press();
    await heading('Bus');
    expect(await screen.findAllByText('Waiting to be sent')).toHaveLength(1);
  });
});

describe('a receipt number', () => {
  it('of a pending payment is reported as used, offline as well', async () => {
    const server = new ScriptedServer();
    await fillBus(server);
    server.offline = true;
    await save(pending('nursery', '2020', '10.00'));
    type('receipt_number', '2020');
    await waitFor(() =>
      expect(control('receipt_number')).toHaveAccessibleDescription(
        'Receipt 2020 was already used for Mona Adel on 21/11/2026. Keep it only if it is the same paper receipt.',
      ),
    );
    expect(control('receipt_number')).toBeValid();
  });
});

it('a record that is being saved is no duplicate of itself, and its button stays busy until the next screen', async () => {
  moveClock();
  const server = new ScriptedServer();
  await fillBus(server);
  await typed();
  const saved = storedRecord(bus, { id: 'p2', receipt_number: '7', paid_amount: '1000.00' });
  server.on('POST /bus/', () => {
    server.list('/bus/', [saved]);
    return { status: 201, body: saved };
  });
  const seen = new Set<string>();
  const look = () => {
    const busy = document.querySelector<HTMLButtonElement>('form button[type=submit]')?.disabled;
    if (/already/.test(document.body.textContent)) seen.add('a warning');
    if (busy === false && server.sent('POST', '/bus/').length > 0) seen.add('a live button');
  };
  const watching = new MutationObserver(look);
  watching.observe(document.body, { attributes: true, characterData: true, childList: true, subtree: true });
  press();
  await heading('Bus');
  watching.disconnect();
  expect([...seen]).toEqual([]);
});

it('lines of one collection share its receipt without a warning', async () => {
  moveClock();
  const server = new ScriptedServer();
  servePickerRecords(server);
  const line = (id: string) => paid({ id, collection: 'k1', is_installment: false });
  server.list('/bus/', [line('p1'), line('p2')]);
  renderScreen('/busses/edit-bus/p1');
  await heading('Edit Bus');
  await waitFor(() => expect(control('receipt_number')).toHaveValue('1042'));
  await typed();
  expect(screen.queryByText(/already used/)).toBeNull();
});
