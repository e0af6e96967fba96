import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { save } from '#app/outbox/sender/save.ts';
import { triggerSend } from '#app/outbox/sender/sender.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import { outboxView } from '#app/outbox/store/outbox-view.ts';
import { resources } from '#contract/resources/registry.ts';
import { create, removal } from '../outbox/mutations.ts';
import { ScriptedServer, toasts } from '../resources/render-screen.tsx';
import { historyLine, storedRecord } from '../resources/samples.ts';
import { renderSync } from './render-sync.tsx';

const enrolment = (remaining_amount: string, more: Record<string, unknown> = {}): RecordRow => ({
  ...storedRecord(resources['adult-course'], { receipt_number: '1041', remaining_amount }),
  id: '9',
  ...more,
});

const installment = (receipt_number: string, paid_amount: string): Mutation =>
  create(
    'adult-course',
    { is_installment: true, related_record: '9', receipt_number, paid_amount },
    { referenced: { related_record: enrolment('500.00') } },
  );

const overpaid = {
  field: 'paid_amount',
  message: 'Zu viel.',
  code: 'overpaid',
  most: '300.00',
  current: { resource: 'adult-course', ...enrolment('300.00') },
};
const rejection = { status: 400, body: { paid_amount: ['Zu viel.'], problems: [overpaid] } };

let server: ScriptedServer;
beforeEach(async () => {
  const db = outboxDb();
  await Promise.all([db.outbox.clear(), db.discarded.clear(), db.facts.clear()]);
  server = new ScriptedServer();
  server.list('/adult-course/', [enrolment('300.00')]);
  server.on('POST /adult-course/', rejection);
});

async function sendRejected(...mutations: readonly Mutation[]) {
  server.offline = true;
  const view = renderSync();
  for (const mutation of mutations) await save(mutation);
  server.offline = false;
  await triggerSend(true);
  return view;
}

const card = (name: RegExp) => screen.findByRole('listitem', { name });
const press = async (name: RegExp | string) => fireEvent.click(await screen.findByRole('button', { name }));

it('gives each part of a title its own text direction, so that a number follows an Arabic name', async () => {
  const referenced = { student: { id: 's1', name: 'مريم' }, book: { id: 'b1', name: 'Starter One' } };
  server.on('POST /book-payout/', { status: 403, body: { detail: 'No.' } });
  await sendRejected(
    create(
      'book-payout',
      { book: 'b1', student: 's1', quantity: '3', paid_amount: '240.00' },
      { referenced: referenced },
    ),
  );
  const parts = within(await screen.findByRole('heading', { level: 3 })).getAllByText(/./, {
    selector: 'bdi',
  });
  expect(parts.map(({ textContent }) => textContent)).toEqual([
    'Book Payout',
    'Starter One, مريم',
    '3 copies',
    'L.E. 240.00',
  ]);
});

describe('a card of the Sync panel', () => {
  it('shows local beside server values without asking the server, and takes what remains in one tap', async () => {
    await sendRejected(installment('1042', '500.00'));
    const it = within(await card(/receipt 1042/));
    expect(within(it.getByLabelText('What was entered')).getByText('L.E. 500.00')).toBeInTheDocument();
    expect(within(it.getByLabelText('On the server now')).getByText('L.E. 300.00')).toBeInTheDocument();
    expect(server.sent('GET', '/adult-course/9/')).toEqual([]);
    // Also where the sentence begins with an Arabic name.
    expect(it.getByText('Paid Amount: Zu viel.')).toHaveAttribute('dir', 'ltr');

    server.on('POST /adult-course/', ({ body }) => ({
      status: 201,
      body: enrolment('0.00', { ...body, id: '10' }),
    }));
    await press(/^Take L\.E\. 300\.00 instead/);
    expect(await screen.findByText('Nothing needs you any more.')).toBeInTheDocument();
    await waitFor(() => expect(server.sent('POST', '/adult-course/')).toHaveLength(2));
    const [first, second] = server.sent('POST', '/adult-course/');
    expect(second?.body).toMatchObject({
      receipt_number: '1042',
      paid_amount: '300.00',
      is_installment: true,
    });
    expect(second?.key).not.toBe(first?.key);
  });
});

describe('several cards of the Sync panel', () => {
  it('are counted, newest first, and resolving one focuses the next', async () => {
    await sendRejected(
      installment('1042', '500.00'),
      installment('1043', '500.00'),
      installment('1044', '500.00'),
    );
    await screen.findByText('Needs you (3)');
    expect(screen.getByText('3 entries need you.')).toHaveAttribute('role', 'status');
    const names = () => screen.getAllByRole('heading', { level: 3 }).map((one) => one.textContent?.slice(-4));
    expect(names()).toEqual(['1044', '1043', '1042']);

    await press(/^Discard: .*1044/);
    fireEvent.click(screen.getByLabelText('It was entered twice'));
    await press('Discard');
    await screen.findByText('Needs you (2)');
    await waitFor(() => expect(screen.getByRole('listitem', { name: /1043/ })).toHaveFocus());
    expect(screen.getByText('2 entries need you.')).toBeInTheDocument();

    server.on('POST /adult-course/', ({ body }) => ({
      status: 201,
      body: enrolment('0.00', { ...body, id: '10' }),
    }));
    await press(/^Take .*1042/);
    await waitFor(() => expect(screen.getByRole('listitem', { name: /1043/ })).toHaveFocus());
  });

  it('are paged, so that hundreds are not read at once', async () => {
    const many = Array.from({ length: 12 }, (_, at) => installment(String(2000 + at), '500.00'));
    await sendRejected(...many);
    await screen.findByText('Needs you (12)');
    expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(10);
    await press('Show 2 more');
    expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(12);
  });

  it('name and focus the rejected entry that a dependent entry waits for', async () => {
    server.on('POST /students/', { status: 400, body: { name: ['?'] } });
    const student = create('student', { name: 'Omar' });
    const course: Mutation = create('bus', {
      student: student.id,
      receipt_number: '7',
      price: '10.00',
      paid_amount: '10.00',
    });
    const paid: Mutation = create('bus', {
      is_installment: true,
      related_record: course.id,
      receipt_number: '8',
      paid_amount: '1.00',
    });
    await sendRejected(student, course, paid);
    await waitFor(() =>
      expect(screen.getAllByText('It follows “Student · Omar”, which needs you first.')).toHaveLength(2),
    );
    for (const link of screen.getAllByText('Show what it waits for')) {
      link.focus();
      fireEvent.click(link);
      expect(screen.getByRole('listitem', { name: /Omar/ })).toHaveFocus();
    }
  });
});

describe('a delete of a printed payment', () => {
  const before = enrolment('300.00');
  const refused = { status: 400, body: { reason: ['Warum?'] } };

  it('asks for the reason in its card, and goes again with it under a new key', async () => {
    server.on('DELETE /adult-course/9/', refused);
    await sendRejected(removal('adult-course', before));
    await press(/^Give a reason/);
    const form = within(await screen.findByRole('form'));
    fireEvent.click(form.getByRole('button', { name: 'Delete with this reason' }));
    expect(form.getByText('Write why it is deleted.')).toBeVisible();
    expect(server.sent('DELETE', '/adult-course/9/')).toHaveLength(1);
    fireEvent.change(form.getByRole('textbox', { name: /Reason/ }), { target: { value: '  Paid twice ' } });
    expect(form.queryByText('Write why it is deleted.')).toBeNull();
    server.on('DELETE /adult-course/9/', { status: 200, body: { detail: 'Deleted.' } });
    fireEvent.click(form.getByRole('button', { name: 'Delete with this reason' }));
    expect(await screen.findByText('Nothing needs you any more.')).toBeInTheDocument();
    await waitFor(() => expect(server.sent('DELETE', '/adult-course/9/')).toHaveLength(2));
    const [first, second] = server.sent('DELETE', '/adult-course/9/');
    expect(second?.body).toEqual({ reason: 'Paid twice' });
    expect(second?.key).not.toBe(first?.key);
  });
});

describe('discarding an entry', () => {
  it('requires a reason and lists what was discarded, why and when', async () => {
    await sendRejected(installment('1042', '500.00'));
    await screen.findByText('Needs you (1)');
    await press(/^Discard:/);
    await press('Discard');
    expect(await screen.findByRole('alert')).toHaveTextContent('Choose why first.');
    fireEvent.click(screen.getByLabelText('Another reason'));
    await press('Discard');
    expect(screen.getByRole('alert')).toHaveTextContent('Write a few words on why.');
    expect(outboxView().rows).toHaveLength(1);

    fireEvent.change(screen.getByLabelText('Why, in a few words'), { target: { value: 'Paid by card' } });
    await press('Discard');
    expect(await screen.findByText('Discarded in the last 60 days (1)')).toBeInTheDocument();
    expect(screen.getByText('Paid by card')).toBeInTheDocument();
    expect(screen.getByText(/^Discarded today at/)).toBeInTheDocument();
    await waitFor(() => expect(outboxView().rows).toEqual([]));
    await waitFor(() => expect(toasts().at(-1)).toMatch(/^Discarded: Installment/));
  });
});

describe('a card on a server without idempotency keys', () => {
  beforeEach(() => {
    server.declares({ idempotency: false });
    server.on('POST /adult-course/', () => {
      throw new TypeError('The answer was lost');
    });
  });

  it('lets the user settle what they have found in the list, so that nothing is sent twice', async () => {
    await sendRejected(installment('1042', '500.00'));
    await waitFor(async () => {
      await triggerSend(true);
      expect(outboxView().rows[0]?.asksPerson).toBe(true);
    });
    await press(/^It is there: done/);
    expect(await screen.findByText('Nothing needs you any more.')).toBeInTheDocument();
    expect(outboxView().rows).toMatchObject([{ state: 'done' }]);
    expect(server.sent('POST', '/adult-course/')).toHaveLength(1);
    await waitFor(() => expect(toasts().at(-1)).toMatch(/^Done: /));
  });
});

it('says who has changed the record meanwhile, from the history', async () => {
  server.declares({ idempotency: true, merges: true, filters: true });
  const before = { ...enrolment('300.00'), version: 1 };
  const now = { ...before, version: 2, paid_amount: '600.00' };
  const conflicts = { paid_amount: { base: '1000.00', yours: '450.00', now: '600.00' } };
  server.on('PATCH /adult-course/9/', { status: 409, body: { detail: 'Changed.', current: now, conflicts } });
  const written = (id: string, at: string, user_name: string, from: string, to: string) => ({
    ...historyLine({ id, at, user_name }),
    ...{ before: { paid_amount: from }, after: { paid_amount: to } },
  });
  server.list('/history/', [
    written('3', '2026-11-05T08:00:00Z', 'Somebody Else', '600.00', '600.00'),
    written('2', '2026-11-04T08:00:00Z', 'Omar Fathy', '300.00', '600.00'),
    written('1', '2026-11-03T08:00:00Z', 'Laila', '200.00', '300.00'),
  ]);
  await sendRejected({
    ...create('adult-course', { paid_amount: '450.00' }),
    ...{ kind: 'update', recordId: '9', before },
  });
  expect(await screen.findByText(/^Changed by Omar Fathy 4\/11\/2026 at \d\d:00\.$/)).toBeInTheDocument();
});
