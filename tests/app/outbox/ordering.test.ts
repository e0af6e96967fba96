import { expect, it, vi } from 'vitest';
import { temporaryId } from '#app/outbox/model/ids.ts';
import {
  changeUnseen,
  device,
  expectAllArrived,
  expectNothingLostOrDoubled,
  newCourse,
  newInstallment,
  newStudent,
  openTab,
  removalUnseen,
  stored,
  tab,
  withDevice,
} from './device.ts';

withDevice();

/** Enqueues a student, their course and an installment of it, before the server knows any of them. */
async function chain() {
  const student = newStudent('Mona');
  const course = newCourse(temporaryId(student.id), '3000.00', '1000.00');
  const installment = newInstallment(temporaryId(course.id), '500.00');
  const saved = [student, course, installment];
  for (const mutation of saved) await tab.enqueue(mutation);
  return { student, course, installment, saved };
}

const states = async () => (await stored(tab.owner)).map(({ state }) => state);

it('a chain of temporary ids arrives in order, with the server’s ids in bodies and paths', async () => {
  const { course, saved } = await chain();
  await tab.enqueue(
    changeUnseen('adult-course', temporaryId(course.id), { ...course.body, notes: 'pays on Sundays' }),
  );
  await tab.send();
  await expectNothingLostOrDoubled(device, tab.owner, saved);
  const [student] = device.server.students.values();
  const [made] = device.server.courses.values();
  expect(made).toMatchObject({ student: student?.id, notes: 'pays on Sundays' });
  expect([...device.server.courses.values()][1]).toMatchObject({
    related_record: made?.id,
    paid_amount: '500.00',
  });
  expect(device.server.writes().every(({ path, body }) => !`${path}${body}`.includes('new-'))).toBe(true);
});

it('27 403 in mid-queue: that entry needs the user, later entries are sent', async () => {
  const saved = ['a', 'b', 'c'].map((name) => newStudent(name));
  for (const mutation of saved) await tab.enqueue(mutation);
  device.server.next(
    { status: 403, body: { detail: 'Not allowed.' } },
    ({ body }) => body?.includes('"b"') === true,
  );
  await tab.send();
  expect(await states()).toEqual(['done', 'rejected', 'done']);
  await expectNothingLostOrDoubled(device, tab.owner, saved);
});

it('28 422 leaves other records unaffected and keeps the server’s message and fields', async () => {
  // More than are sent at once: entries that are claimed after the rejection must be sent as well.
  const saved = Array.from({ length: 20 }, (_, at) => newStudent(`Student ${at}`));
  device.server.next(
    { status: 422, body: { name: ['Not like this.'] } },
    ({ body }) => body?.includes('"Student 0"') === true,
  );
  for (const mutation of saved) await tab.enqueue(mutation);
  await tab.send();
  const [rejected, ...others] = await stored(tab.owner);
  expect(rejected).toMatchObject({
    state: 'rejected',
    lastStatus: 422,
    problems: [{ field: 'name', message: 'Not like this.' }],
  });
  expect(others.map(({ state }) => state)).toEqual(Array.from({ length: 19 }, () => 'done'));
});

it('29 a rejected parent blocks its children only: others are sent, and the children follow once the parent is corrected', async () => {
  const { student } = await chain();
  const other = newStudent('Ali');
  await tab.enqueue(other);
  device.server.next(
    { status: 400, body: { name: ['Too short.'] } },
    ({ body }) => body?.includes('Mona') === true,
  );
  await tab.send();
  expect(await states()).toEqual(['rejected', 'blocked', 'blocked', 'done']);
  expect(await stored(tab.owner)).toMatchObject([
    {},
    { quarantined: 'waiting-on-parent' },
    { quarantined: 'waiting-on-parent' },
    {},
  ]);
  const corrected = { ...newStudent('Mona Adel'), replaces: student.id };
  await tab.enqueue(corrected);
  await tab.send();
  expect(await states()).toEqual(['done', 'done', 'done', 'done']);
  expect(device.server.courses.size).toBe(2);
});

it('30 reload between id map and child’s send: the rewritten child is sent after the next start', async () => {
  const { saved } = await chain();
  device.server.next('drop-before', ({ path }) => path === '/adult-course/');
  await tab.send();
  expect(await states()).toEqual(['done', 'unknown', 'queued']);
  tab.kill();
  openTab();
  await tab.send();
  await expectAllArrived(device, tab.owner, saved);
});

it('48 the enrolment was paid elsewhere meanwhile: the overpayment is rejected and needs the user', async () => {
  device.server.students.set('s1', { id: 's1', name: 'Mona' });
  await tab.enqueue(newCourse('s1', '1000.00', '0.00'));
  await tab.send();
  const [course] = device.server.courses.values();
  const id = String(course?.id);
  const installment = newInstallment(id, '800.00');
  await tab.enqueue(installment);
  device.server.courses.set('elsewhere', {
    id: 'elsewhere',
    related_record: id,
    is_installment: true,
    paid_amount: '700.00',
  });
  await tab.send();
  expect((await stored(tab.owner)).at(-1)).toMatchObject({
    state: 'rejected',
    problems: [{ field: 'paid_amount', message: 'Only 300.00 remains.' }],
  });
  expect(device.server.courses.size).toBe(2);
});

it('an edit of an entry that was never sent changes it in place; an attempted one gets a second entry', async () => {
  const student = newStudent('Mona');
  const edit = (name: string) => changeUnseen('student', temporaryId(student.id), { name });
  await tab.enqueue(student);
  const first = edit('Mona A');
  await tab.enqueue(first);
  await tab.enqueue(first);
  expect((await stored(tab.owner)).map(({ body }) => body.name)).toEqual(['Mona A']);
  device.server.next('drop-after');
  await tab.send();
  await tab.enqueue(edit('Mona B'));
  expect(await states()).toEqual(['unknown', 'queued']);
  await tab.send();
  expect([...device.server.students.values()].map(({ name }) => name)).toEqual(['Mona B']);
});

it('a delete of an entry that was never sent removes it from the device, unless others depend on it', async () => {
  const { student } = await chain();
  const rejected = await tab.enqueue(removalUnseen('student', temporaryId(student.id)));
  expect(rejected).toEqual({
    outcome: 'rejected',
    detail: expect.stringContaining('stays until that one is sent'),
  });
  const alone = newStudent('Ali');
  await tab.enqueue(alone);
  const removed = await tab.enqueue(removalUnseen('student', temporaryId(alone.id)));
  expect(removed).toEqual({ outcome: 'removed' });
  expect(await states()).toHaveLength(3);
});

it('a delete whose first response was lost is done when the record is gone', async () => {
  device.server.students.set('s1', { id: 's1', name: 'Mona' });
  device.server.idempotent = true;
  device.server.next('drop-before');
  await tab.enqueue(removalUnseen('student', 's1'));
  await tab.send();
  device.server.students.delete('s1');
  await tab.send();
  expect(await states()).toEqual(['done']);
});

it('an entry sent on a later day carries its day of creation, fixed at the first attempt', async () => {
  device.server.students.set('s1', { id: 's1', name: 'Mona' });
  await tab.enqueue(newCourse('s1', '100.00', '100.00'));
  await tab.enqueue(newStudent('Ali'));
  vi.setSystemTime(Date.now() + 24 * 3_600_000);
  device.server.next('drop-before', ({ path }) => path === '/adult-course/');
  await tab.send();
  vi.setSystemTime(Date.now() + 24 * 3_600_000);
  await tab.send();
  const sent = device.server.writes().filter(({ path }) => path === '/adult-course/');
  expect(sent.map(({ body }) => JSON.parse(body ?? '').custom_date)).toEqual(['2026-11-05', '2026-11-05']);
  expect([...device.server.students.values()].some((one) => 'custom_date' in one)).toBe(false);
});
