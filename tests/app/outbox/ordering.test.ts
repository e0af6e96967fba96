import { expect, it, vi } from 'vitest';
import { temporaryId } from '#app/outbox/model/ids.ts';
import {
  type Device,
  expectAllArrived,
  expectNothingLostOrDoubled,
  newCourse,
  newInstallment,
  newStudent,
  stored,
  type Tab,
} from './device.ts';
import { withDevice } from './with-device.ts';

let device: Device;
let tab: Tab;

withDevice((fresh) => {
  device = fresh;
  tab = device.tab();
});

/** A student, their course and an installment of it, all made before any of them is known to the host. */
async function chain() {
  const student = newStudent('Mona');
  const course = newCourse(temporaryId(student.id), '3000.00', '1000.00');
  const installment = newInstallment(temporaryId(course.id), '500.00');
  const saved = [student, course, installment];
  for (const write of saved) await tab.enqueue(write);
  return { student, course, installment, saved };
}

const states = async () => (await stored(tab.owner)).map(({ state }) => state);

it('a chain of temporary ids arrives in order, with the host’s ids in bodies and paths', async () => {
  const { course, saved } = await chain();
  await tab.enqueue({
    id: crypto.randomUUID(),
    resource: 'adult-course',
    kind: 'update',
    recordId: temporaryId(course.id),
    body: { ...course.body, notes: 'pays on Sundays' },
  });
  await tab.drain();
  await expectNothingLostOrDoubled(device, tab.owner, saved);
  const [student] = device.host.students.values();
  const [made] = device.host.courses.values();
  expect(made).toMatchObject({ student: student?.id, notes: 'pays on Sundays' });
  expect([...device.host.courses.values()][1]).toMatchObject({
    related_record: made?.id,
    paid_amount: '500.00',
  });
  expect(device.host.writes().every(({ path, body }) => !`${path}${body}`.includes('new-'))).toBe(true);
});

it('27 403 in mid-queue: that row needs a person, those behind it go on', async () => {
  const saved = ['a', 'b', 'c'].map((name) => newStudent(name));
  for (const write of saved) await tab.enqueue(write);
  device.host.next(
    { status: 403, body: { detail: 'Not allowed.' } },
    ({ body }) => body?.includes('"b"') === true,
  );
  await tab.drain();
  expect(await states()).toEqual(['done', 'rejected', 'done']);
  await expectNothingLostOrDoubled(device, tab.owner, saved);
});

it('28 422 leaves other entities running, and keeps the host’s words and fields', async () => {
  // More than go out at once: those that are claimed after the refusal must not mind it.
  const saved = Array.from({ length: 20 }, (_, at) => newStudent(`Student ${at}`));
  device.host.next(
    { status: 422, body: { name: ['Not like this.'] } },
    ({ body }) => body?.includes('"Student 0"') === true,
  );
  for (const write of saved) await tab.enqueue(write);
  await tab.drain();
  const [refused, ...others] = await stored(tab.owner);
  expect(refused).toMatchObject({
    state: 'rejected',
    lastStatus: 422,
    problems: [{ field: 'name', message: 'Not like this.' }],
  });
  expect(others.map(({ state }) => state)).toEqual(Array.from({ length: 19 }, () => 'done'));
});

it('29 a rejected parent blocks its child only: the rest passes, and the child goes once the parent is put right', async () => {
  const { student } = await chain();
  const other = newStudent('Ali');
  await tab.enqueue(other);
  device.host.next(
    { status: 400, body: { name: ['Too short.'] } },
    ({ body }) => body?.includes('Mona') === true,
  );
  await tab.drain();
  expect(await states()).toEqual(['rejected', 'blocked', 'blocked', 'done']);
  expect(await stored(tab.owner)).toMatchObject([{}, { parked: 'depends' }, { parked: 'depends' }, {}]);
  const corrected = { ...newStudent('Mona Adel'), replaces: student.id };
  await tab.enqueue(corrected);
  await tab.drain();
  expect(await states()).toEqual(['done', 'done', 'done', 'done']);
  expect(device.host.courses.size).toBe(2);
});

it('a refused edit of a student does not hold up money for them', async () => {
  device.host.students.set('s1', { id: 's1', name: 'Mona' });
  device.host.next({ status: 400, body: { phone: ['Wrong.'] } });
  await tab.enqueue({
    id: crypto.randomUUID(),
    resource: 'student',
    kind: 'update',
    recordId: 's1',
    body: { name: 'M' },
  });
  await tab.enqueue(newCourse('s1', '100.00', '100.00'));
  await tab.drain();
  expect(await states()).toEqual(['rejected', 'done']);
});

it('30 reload between id map and child’s send: the rewritten child goes from the next start', async () => {
  const { saved } = await chain();
  device.host.next('drop-before', ({ path }) => path === '/adult-course/');
  await tab.drain();
  expect(await states()).toEqual(['done', 'unknown', 'queued']);
  tab.kill();
  tab = device.tab();
  await tab.drain();
  await expectAllArrived(device, tab.owner, saved);
});

it('48 the enrolment was paid elsewhere meanwhile: the overpayment is refused and needs a person', async () => {
  device.host.students.set('s1', { id: 's1', name: 'Mona' });
  await tab.enqueue(newCourse('s1', '1000.00', '0.00'));
  await tab.drain();
  const [course] = device.host.courses.values();
  const id = String(course?.id);
  const mine = newInstallment(id, '800.00');
  await tab.enqueue(mine);
  device.host.courses.set('elsewhere', {
    id: 'elsewhere',
    related_record: id,
    is_installment: true,
    paid_amount: '700.00',
  });
  await tab.drain();
  expect((await stored(tab.owner)).at(-1)).toMatchObject({
    state: 'rejected',
    problems: [{ field: 'paid_amount', message: 'Only 300.00 remains.' }],
  });
  expect(device.host.courses.size).toBe(2);
});

it('an edit of a row that was never sent changes it in place; one that was tried is followed by a second', async () => {
  const student = newStudent('Mona');
  const edit = (name: string) => ({
    id: crypto.randomUUID(),
    resource: 'student' as const,
    kind: 'update' as const,
    recordId: temporaryId(student.id),
    body: { name },
  });
  await tab.enqueue(student);
  const first = edit('Mona A');
  await tab.enqueue(first);
  await tab.enqueue(first);
  expect((await stored(tab.owner)).map(({ body }) => body.name)).toEqual(['Mona A']);
  device.host.next('drop-after');
  await tab.drain();
  await tab.enqueue(edit('Mona B'));
  expect(await states()).toEqual(['unknown', 'queued']);
  await tab.drain();
  expect([...device.host.students.values()].map(({ name }) => name)).toEqual(['Mona B']);
});

it('a delete of a row that was never sent takes it off the device, unless something hangs on it', async () => {
  const { student } = await chain();
  const drop = { id: crypto.randomUUID(), resource: 'student' as const, kind: 'delete' as const, body: {} };
  const refused = await tab.enqueue({ ...drop, recordId: temporaryId(student.id) });
  expect(refused).toEqual({ outcome: 'refused', detail: expect.stringContaining('Delete that one first') });
  const alone = newStudent('Ali');
  await tab.enqueue(alone);
  const removed = await tab.enqueue({ ...drop, id: crypto.randomUUID(), recordId: temporaryId(alone.id) });
  expect(removed).toEqual({ outcome: 'removed' });
  expect(await states()).toHaveLength(3);
});

it('a delete whose first answer was lost counts as done when the record is gone', async () => {
  device.host.students.set('s1', { id: 's1', name: 'Mona' });
  device.host.idempotent = true;
  device.host.next('drop-before');
  await tab.enqueue({
    id: crypto.randomUUID(),
    resource: 'student',
    kind: 'delete',
    recordId: 's1',
    body: {},
  });
  await tab.drain();
  device.host.students.delete('s1');
  await tab.drain();
  expect(await states()).toEqual(['done']);
});

it('what is sent on a later day carries the day it was made, decided once', async () => {
  device.host.students.set('s1', { id: 's1', name: 'Mona' });
  await tab.enqueue(newCourse('s1', '100.00', '100.00'));
  await tab.enqueue(newStudent('Ali'));
  vi.setSystemTime(Date.now() + 24 * 3_600_000);
  device.host.next('drop-before', ({ path }) => path === '/adult-course/');
  await tab.drain();
  vi.setSystemTime(Date.now() + 24 * 3_600_000);
  await tab.drain();
  const sent = device.host.writes().filter(({ path }) => path === '/adult-course/');
  expect(sent.map(({ body }) => JSON.parse(body ?? '').custom_date)).toEqual(['2026-11-05', '2026-11-05']);
  expect([...device.host.students.values()].some((one) => 'custom_date' in one)).toBe(false);
});
