import { expect, it } from 'vitest';
import type { RecordRow } from '#app/lib/record-row.ts';
import { discard } from '#app/outbox/recovery/actions.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import { publishOutbox } from '#app/outbox/store/outbox-view.ts';
import { isPendingRecord } from '#app/outbox/store/pending-records.ts';
import { overlayPage } from '#app/reads/with-pending.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { device, rememberAnswers, stored, tab, withDevice } from './device.ts';
import { change, create, newCourse, newInstallment, newStudent, removalUnseen } from './mutations.ts';

/** A server of section 7 alone: its answers name the records, and nothing refers to a pending one (decision 171). */
withDevice(async () => {
  Object.assign(device.server, { clientIds: false, idempotent: false, merges: false });
  await outboxDb().facts.clear();
  rememberAnswers({ name: 'Main' });
});

const all = () => stored(tab.owner);
const mustBeSent = { outcome: 'rejected', detail: expect.stringContaining('not sent yet') };
const shownAs = ({ id, body }: { id: string; body: object }): RecordRow => ({ ...body, id });

it('a create carries no id, and its record is shown once under the id of the answer', async () => {
  const student = newStudent('Mona');
  await tab.enqueue(student);
  await tab.send();
  const [id = ''] = device.server.students.keys();
  expect(JSON.parse(device.server.writes()[0]?.body ?? '')).toEqual({ name: 'Mona' });
  expect(id).not.toBe(student.id);
  const outbox = await all();
  const listed = (results: readonly RecordRow[]) => {
    const data = { results: [...results], count: results.length, next: null, previous: null };
    const snapshot = { data, began: 0, ended: 0, readAt: 0 };
    return overlayPage(resourceOf('student'), snapshot, outbox, {}).rows.map(({ record }) => record.id);
  };
  expect([listed([]), listed([{ id, name: 'Mona' }])]).toEqual([[id], [id]]);
});

it('84 a pending record is edited and discarded, but not named by others before it is sent', async () => {
  const student = newStudent('Mona');
  await tab.enqueue(student);
  expect(await tab.enqueue(newCourse(student.id, '300.00', '0.00'))).toMatchObject(mustBeSent);
  expect(
    await tab.enqueue(create('receipt-print', { resource: 'student', record: student.id })),
  ).toMatchObject(mustBeSent);
  await tab.enqueue(change('student', shownAs(student), { name: 'Mona Adel' }));
  expect((await all()).map(({ body }) => body.name)).toEqual(['Mona Adel']);
  await discard(student.id, { reason: 'mistake' });
  expect(await all()).toEqual([]);
  const other = newStudent('Ali');
  await tab.enqueue(other);
  expect(await tab.enqueue(removalUnseen('student', other.id))).toEqual({ outcome: 'removed' });
});

it('a record whose outcome is open must be sent before it is changed', async () => {
  const student = newStudent('Mona');
  device.server.next('drop-after');
  await tab.enqueue(student);
  await tab.send();
  expect(await tab.enqueue(change('student', shownAs(student), { name: 'Mona Adel' }))).toMatchObject(
    mustBeSent,
  );
  expect(await all()).toHaveLength(1);
});

it('an installment of a pending course is refused, and what is paid for is listed as pending', async () => {
  device.server.students.set('s1', { id: 's1', name: 'Mona' });
  const course = newCourse('s1', '300.00', '0.00');
  await tab.enqueue(course);
  expect(await tab.enqueue(newInstallment(course.id, '50.00'))).toMatchObject(mustBeSent);
  publishOutbox({ rows: await all(), loaded: true });
  expect([isPendingRecord(course.id), isPendingRecord('s1')]).toEqual([true, false]);
});

it('what named a record before the server withdrew the capability is not sent on nothing', async () => {
  rememberAnswers({ name: 'Main', client_ids: true });
  const student = newStudent('Mona');
  await tab.enqueue(student);
  await tab.enqueue(newCourse(student.id, '300.00', '100.00'));
  await tab.send();
  expect((await all()).map(({ state }) => state)).toEqual(['done', 'rejected']);
  expect(device.server.courses.size).toBe(0);
});
