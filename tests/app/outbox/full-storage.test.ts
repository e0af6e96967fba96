import { expect, it, vi } from 'vitest';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { save as saveMutation } from '#app/outbox/sender/save.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import { recordPrint } from '#app/printing/receipt/record-print.ts';
import { COLLECTION, FAMILY, RECEIPT_PRINT } from '#contract/resource-names.ts';
import { gate } from '../../support/gate.ts';
import { toasts } from '../resources/render-screen.tsx';
import { advanceUntil, device, expectAllArrived, stored, tab, withDevice } from './device.ts';
import { create, newCollection, newCourse, newStudent } from './mutations.ts';

withDevice(async () => {
  const { courses, students } = device.server;
  students.set('s1', { id: 's1', name: 'Mona' }).set('s2', { id: 's2', name: 'Omar' });
  courses.set('c1', { ...newCourse('s1', '9000.00', '0.00').body, id: 'c1', version: 1 });
});

const full = () => Promise.reject(new DOMException('Full', 'QuotaExceededError'));

function fillUp(): void {
  for (const table of [outboxDb().outbox, tab.db.outbox])
    for (const write of ['add', 'put', 'bulkPut', 'update', 'bulkUpdate'] as const)
      vi.spyOn(table, write).mockImplementation(full as never);
}

const payment = newCollection({ c1: '10.00' });
const print: Mutation = create(RECEIPT_PRINT, { resource: COLLECTION, record: payment.id });
const family: Mutation = create(
  FAMILY,
  { student: 's1', other: 's2', together: true },
  { recordId: 's1 s2' },
);

it('a device that is full keeps and sends once what was stored before, and calls nothing saved that is not', async () => {
  for (const mutation of [payment, print, family]) await tab.enqueue(mutation);
  fillUp();
  expect(await advanceUntil(saveMutation(newStudent('Karim')))).toMatchObject({ outcome: 'not-stored' });
  await recordPrint({ resource: COLLECTION, id: 'k1', receipt_number: '7', lines: [] } as never);
  expect(toasts()).toEqual([expect.stringMatching(/^This print is not counted/)]);
  await advanceUntil(tab.send(), 500);
  expect((await stored(tab.owner)).map(({ id }) => id)).toEqual([payment.id, print.id, family.id]);
  expect(device.server.writes()).toEqual([]);
  vi.restoreAllMocks();
  vi.setSystemTime(Date.now() + 60_000);
  await advanceUntil(tab.send(), 500);
  await expectAllArrived(device, tab.owner, [payment, print, family]);
});

it('a device that fills up while answers come sends the same request again, and nothing is recorded twice', async () => {
  for (const mutation of [payment, print, family]) await tab.enqueue(mutation);
  const { until, letGo } = gate();
  device.server.next({ until }, ({ path }) => path === '/collections/');
  const run = tab.send();
  await vi.waitFor(() => expect(device.server.writes().length).toBeGreaterThan(0));
  fillUp();
  letGo();
  await advanceUntil(run, 500);
  expect(device.server.others.get('collections')?.size).toBe(1);
  expect((await stored(tab.owner)).some(({ state }) => state === 'sending')).toBe(true);
  vi.restoreAllMocks();
  for (let round = 0; round < 3; round++) {
    vi.setSystemTime(Date.now() + 90_000);
    await advanceUntil(tab.send(), 500);
  }
  await expectAllArrived(device, tab.owner, [payment, print, family]);
  expect(device.server.others.get('collections')?.size).toBe(1);
});
