import '../../support/reset-modules.ts';
import 'fake-indexeddb/auto';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { acknowledgedCalls, rememberCall } from '#app/api/acknowledged-calls.ts';
import { request } from '#app/api/client.ts';
import { currentOwner, storeTokens } from '#app/api/session.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { sendLostAgain } from '#app/outbox/recovery/actions.ts';
import { OutboxSender } from '#app/outbox/sender/sender.ts';
import { enqueue } from '#app/outbox/store/enqueue.ts';
import { lostWrites } from '#app/outbox/store/lost-writes.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import { readEntries } from '#app/outbox/store/stored-entries.ts';
import { BACKUPS_PATH, backupList } from '#contract/backups.ts';
import type { Draft } from '#contract/define-resource.ts';
import { paths } from '#contract/http.ts';
import { CANCELLED_PATH } from '#contract/receipts.ts';
import { BOOK_RETURN, COLLECTION, RECEIPT_PRINT, WITHDRAWAL } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { merged, mergePath } from '#contract/student-merges.ts';
import { BackupService } from '#server/backups/backup-service.ts';
import { RestoreGate } from '#server/backups/restore-gate.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { MemoryStorage } from '../../support/memory-storage.ts';
import { storedLines } from '../api/bodies.ts';
import { type ApiClient, type StartedTestServer, startTestServer } from '../api/test-server.ts';
import { temporaryFolder } from '../temporary.ts';

// The app's own outbox against the server, with a backup and a restore as a manager's page makes them (decision 146).

const factory = branchFactory(146);
const folder = path.join(temporaryFolder(), 'backups');
let server: StartedTestServer;
let manager: ApiClient;
let sender: OutboxSender;

beforeAll(async () => {
  server = await startTestServer({
    backups: (owner) => {
      const place = { owner, dataFolder: undefined, folder, keep: 14, now: () => new Date() };
      return new BackupService({ place, gate: new RestoreGate(), report: () => undefined });
    },
  });
  manager = await server.newClient();
  await server.queryAsOwner("update app_user set account_type = 'manager'");
  const origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const realFetch = globalThis.fetch;
  vi.stubGlobal('localStorage', new MemoryStorage());
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('navigator', { onLine: true, userAgent: 'iPad', language: 'en' });
  vi.stubGlobal('fetch', (url: unknown, init?: RequestInit) => realFetch(new URL(String(url), origin), init));
  storeTokens({ access: await server.tokenOf(manager), refresh: 'none' });
  sender = new OutboxSender(owner());
});
afterAll(async () => {
  sender.stop();
  vi.unstubAllGlobals();
  await server.close();
});

function owner() {
  const signedIn = currentOwner();
  if (!signedIn) throw new Error('Nobody is signed in');
  return signedIn;
}
const entries = async () => readEntries(owner(), await outboxDb().outbox.orderBy('seq').toArray());
const offered = async () =>
  (await entries()).filter(({ lostInRestore, state }) => lostInRestore && state !== 'done');

async function send(mutation: Omit<Mutation, 'id'>): Promise<RecordRow> {
  const id = crypto.randomUUID();
  await enqueue(outboxDb(), owner(), { ...mutation, id }, Date.now());
  await sender.trigger(true);
  const entry = (await entries()).find((one) => one.id === id);
  if (entry?.state !== 'done') throw new Error(`${mutation.resource}: ${entry?.state} ${entry?.lastError}`);
  return entry.result ?? { id: entry.operation.recordId };
}
const create = (resource: Mutation['resource'], body: Draft) => send({ resource, kind: 'create', body });
const remove = (before: RecordRow, reason?: string) =>
  send({
    ...{ resource: 'adult-course', kind: 'delete', recordId: before.id, before },
    body: reason === undefined ? {} : { reason },
  });
const collect = (first: RecordRow, second: RecordRow) =>
  create(COLLECTION, {
    receipt_number: '1213',
    payments: [first, second].map(({ id }) => ({
      resource: 'adult-course',
      related_record: id,
      paid_amount: '20.00',
    })),
  });
const lineOf = async ({ id }: RecordRow): Promise<RecordRow> => {
  const [line] = storedLines((await manager.get(`${paths.collections}${id}/`)).body).payments;
  if (!line) throw new Error('The collection has no line.');
  return line;
};
const print = (resource: string, record: string) => create(RECEIPT_PRINT, { resource, record });

const backups = async () => backupList.parse((await manager.get(BACKUPS_PATH)).body);
const idle = () =>
  vi.waitFor(
    async () => {
      const state = await backups();
      expect(state.running).toBeNull();
      return state;
    },
    { timeout: 60_000, interval: 20 },
  );

/** Returns what the branch's people see, without ids and days of writing. */
async function seen() {
  const names = ['student', 'adult-course', 'promise', 'plan', 'refund', 'book-payout', 'book'] as const;
  const lists = await Promise.all(names.map((name) => manager.listAll(resourceOf(name).path)));
  const money = (row: Draft) => [
    row.name,
    row.notes,
    row.price,
    row.paid_amount,
    row.remaining_amount,
    row.amount,
    row.parts,
    row.left_on,
    row.refunded,
    row.forgiven,
    row.returned,
    row.quantity,
  ];
  const rows = lists.map((list) => list.map((row) => JSON.stringify(money(row))).sort());
  const cancelled = (await manager.listAll(CANCELLED_PATH)).map(({ paid_amount, receipt_number }) => [
    paid_amount,
    receipt_number,
  ]);
  const [prints] = await server.queryAsOwner('select count(*)::int as count from receipt_print');
  return { rows, cancelled, prints: prints?.count };
}

it('61 server restored: every kind of acknowledged entry is offered, sent again once, and what is not queued is named', async () => {
  await manager.create('/month/', { name: 'March' });
  const student = await create('student', factory.student({ name: 'Mona Adel' }));
  const twin = await create('student', factory.student({ name: 'Mona A.' }));
  const owed = { price: '300.00', paid_amount: '100.00' };
  const enrol = () => create('adult-course', factory.enrolment('adult-course', student.id, owed));
  const [first, second, third, fourth] = [await enrol(), await enrol(), await enrol(), await enrol()];
  const book = await create('book', factory.book({ sell_price: '50.00' }));
  await create('book-order', factory.bookOrder(book.id, { quantity: '5' }));
  const payout = await create(
    'book-payout',
    factory.bookPayout(book.id, student.id, { quantity: '3', paid_amount: '120.00' }),
  );
  const early = await collect(first, second);
  await print(COLLECTION, early.id);
  // Overwritten, deleted and cancelled before the backup: none of it is offered.
  const noted = { ...first, notes: 'One' };
  await send({ resource: 'adult-course', kind: 'update', recordId: first.id, body: noted, before: first });
  await manager.send('PATCH', `/adult-course/${first.id}/`, { notes: 'Two' });
  const gone = await enrol();
  await manager.send('DELETE', `/adult-course/${gone.id}/`);

  expect((await manager.send('POST', BACKUPS_PATH)).status).toBe(202);
  const name = (await idle()).results[0]?.name ?? '';
  const made = (await entries()).length;

  await send({
    ...{ resource: 'adult-course', kind: 'update', recordId: second.id, before: second },
    body: { ...second, notes: 'Brother comes too' },
  });
  await remove(third);
  await remove(await lineOf(early), 'wrong child');
  const late = await collect(first, second);
  await print(COLLECTION, late.id);
  await remove(await lineOf(late), 'paid twice');
  await create('refund', {
    ...{ resource: 'adult-course', related_record: second.id, amount: '30.00' },
    reason: 'Paid twice',
  });
  const left = { resource: 'adult-course', related_record: fourth.id };
  await send({
    ...{ resource: WITHDRAWAL, kind: 'create' },
    body: {
      ...{ ...left, left_on: '2026-03-05', keep: '40.00', reason: 'Moves away' },
      refund: { amount: '60.00', payment_method: 'cash' },
    },
    referenced: { related_record: fourth },
  });
  await send({
    ...{ resource: BOOK_RETURN, kind: 'create' },
    body: {
      ...{ resource: 'book-payout', related_record: payout.id, quantity: '2', reason: 'Wrong book' },
      credit: '70.00',
    },
    expected: { forgiven: '100.00' },
    referenced: { related_record: payout },
  });
  await create('plan', factory.plan(second.id, student.id));
  await create('promise', factory.promise(student.id));
  const named = { kind: 'Students merged', sentence: 'Students merged: Mona Adel and Mona A.' };
  const body = { other: twin.id };
  const path = mergePath(student.id);
  const idempotencyKey = crypto.randomUUID();
  await request({ method: 'POST', path, body, answer: merged, idempotencyKey });
  rememberCall(idempotencyKey, named);
  const acted = (await entries()).slice(made).map(({ id }) => id);
  const wanted = await seen();

  const { confirmation, generation } = await backups();
  await manager.send('POST', `${BACKUPS_PATH}${name}/restore/`, { confirmation, generation });
  await vi.waitFor(async () => expect((await backups()).generation).not.toBe(generation), {
    timeout: 60_000,
  });
  await idle();
  await create('student', factory.student({ name: 'After the restore' }));
  await sender.trigger(true);
  expect((await offered()).map(({ id }) => id)).toEqual(acted);
  expect(lostWrites().writes).toMatchObject([named]);
  expect(acknowledgedCalls(owner())).toEqual([]);

  await sendLostAgain();
  for (let pass = 0; pass < 6; pass++) await sender.trigger(true);
  const waiting = (await entries()).filter(({ state }) => state !== 'done');
  expect(waiting.map(({ operation, state, lastError }) => [operation, state, lastError])).toEqual([]);
  expect((await entries()).filter(({ id }) => acted.includes(id))).toHaveLength(acted.length);
  const { rows, ...others } = await seen();
  const [students = [], ...lists] = rows;
  expect(others).toEqual({ cancelled: wanted.cancelled, prints: wanted.prints });
  expect(lists).toEqual(wanted.rows.slice(1));
  // The merge is not done again by itself.
  expect(students).toHaveLength(3);
});
