import { expect, it, vi } from 'vitest';
import { discard } from '#app/outbox/recovery/actions.ts';
import { device, expectNothingLostOrDoubled, save, stored, tab, withDevice } from './device.ts';
import { changeUnseen, newCourse, newInstallment, newStudent, removalUnseen } from './mutations.ts';

withDevice();

/** Enqueues a student, their course and an installment of it, before the server knows any of them. */
async function chain() {
  const student = newStudent('Mona');
  const course = newCourse(student.id, '3000.00', '1000.00');
  const installment = newInstallment(course.id, '500.00');
  const saved = [student, course, installment];
  for (const mutation of saved) await tab.enqueue(mutation);
  return { student, course, installment, saved };
}

const states = async () => (await stored(tab.owner)).map(({ state }) => state);

it('records that name each other before any was sent arrive in order, under the ids of this device', async () => {
  const { student, course, installment, saved } = await chain();
  await tab.enqueue(changeUnseen('adult-course', course.id, { ...course.body, notes: 'pays on Sundays' }));
  await tab.send();
  await expectNothingLostOrDoubled(device, tab.owner, saved);
  expect([...device.server.students.keys()]).toEqual([student.id]);
  expect([...device.server.courses.values()]).toMatchObject([
    { id: course.id, student: student.id, notes: 'pays on Sundays' },
    { id: installment.id, related_record: course.id, paid_amount: '500.00' },
  ]);
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

it('a problem is stored once, where the facts stand at a value and the shape of section 7 names its object', async () => {
  const facts = { message: 'Exactly 100.00 goes back.', code: 'paid-back', most: '100.00' };
  const whole = { field: 'non_field_errors', message: 'The month has ended.', code: 'month-ended' };
  const body = {
    refund: [facts.message],
    keep: ['Too much.'],
    problems: [{ ...facts, field: 'refund.amount' }, whole],
  };
  device.server.next({ status: 400, body }, () => true);
  await tab.enqueue(newStudent('Mona'));
  await tab.send();
  expect((await stored(tab.owner))[0]?.problems).toEqual([
    { field: 'keep', message: 'Too much.' },
    { ...facts, field: 'refund.amount' },
    whole,
  ]);
});

it('29 a rejected dependency blocks its children only: others are sent, and the children follow once the parent is corrected', async () => {
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
    { quarantined: 'waiting-on-dependency' },
    { quarantined: 'waiting-on-dependency' },
    {},
  ]);
  const corrected = { ...newStudent('Mona Adel'), replaces: student.id };
  await tab.enqueue(corrected);
  await tab.send();
  expect(await states()).toEqual(['done', 'done', 'done', 'done']);
  expect(device.server.courses.size).toBe(2);
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
    problems: [
      {
        ...{ field: 'paid_amount', message: 'Only 300.00 remains.', code: 'overpaid', most: '300.00' },
        current: { id, remaining_amount: '300.00' },
      },
    ],
  });
  expect(device.server.courses.size).toBe(2);
});

it('an edit of an entry that was never sent changes it in place; an attempted one gets a second entry', async () => {
  const student = newStudent('Mona');
  const edit = (name: string) => changeUnseen('student', student.id, { name });
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

it('an entry that was never sent is neither deleted nor discarded while others depend on it', async () => {
  const { student } = await chain();
  const rejected = await tab.enqueue(removalUnseen('student', student.id));
  expect(rejected).toEqual({
    outcome: 'rejected',
    detail: expect.stringContaining('stays until that one is sent'),
  });
  await expect(discard(student.id)).rejects.toThrow('belongs to this');
  const alone = newStudent('Ali');
  await tab.enqueue(alone);
  const removed = await tab.enqueue(removalUnseen('student', alone.id));
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

it('83 a create that was refused, edited and sent again under another key keeps the id of its record', async () => {
  const student = newStudent('Mona');
  device.server.next({ status: 400, body: { name: ['Too short.'] } });
  const refused = await save(student);
  if (refused.outcome === 'rejected') await refused.confirmShown();
  expect(await stored(tab.owner)).toEqual([]);
  await save({ ...student, body: { name: 'Mona Adel' } });
  await save(newCourse(student.id, '300.00', '0.00'));
  expect([...device.server.students.values()]).toMatchObject([{ id: student.id, name: 'Mona Adel' }]);
  expect([...device.server.courses.values()]).toMatchObject([{ student: student.id }]);
  const [first, second] = device.server.writes().map(({ key }) => key);
  expect(first).toBe(student.id);
  expect(second).not.toBe(first);
});

it('82 what refers to a create that its form took back is not sent, and names the record that is missing', async () => {
  const student = newStudent('Mona');
  device.server.next({ status: 400, body: { name: ['Too short.'] } });
  const [saved] = await Promise.all([save(student), tab.enqueue(newCourse(student.id, '300.00', '100.00'))]);
  expect(saved.outcome).toBe('rejected');
  if (saved.outcome === 'rejected') await saved.confirmShown();
  await tab.send();
  expect(await stored(tab.owner)).toMatchObject([
    { state: 'rejected', missingRecord: student.id, lastError: expect.stringContaining('never recorded') },
  ]);
  expect(device.server.courses.size).toBe(0);
});

it('a form that names a record which was discarded meanwhile is told to choose it again', async () => {
  const student = newStudent('Mona');
  await tab.enqueue(student);
  await discard(student.id, { reason: 'mistake' });
  for (const mutation of [newCourse(student.id, '300.00', '0.00'), changeUnseen('student', student.id, {})])
    expect(await tab.enqueue(mutation)).toMatchObject({
      outcome: 'rejected',
      detail: expect.stringContaining('removed from this device'),
    });
});
