import { describe, expect, it, vi } from 'vitest';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { sendLostAgain } from '#app/outbox/recovery/actions.ts';
import { save as saveMutation } from '#app/outbox/sender/save.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import { advanceUntil, device, sendByItself, stored, tab, withDevice } from './device.ts';
import { newCourse, newInstallment, newStudent } from './mutations.ts';

async function save(mutation: Mutation): Promise<RecordRow> {
  const saved = await advanceUntil(saveMutation(mutation));
  if (saved.outcome !== 'saved' || !saved.record) throw new Error(`Not saved: ${JSON.stringify(saved)}`);
  return saved.record;
}

const sendAll = () => advanceUntil(tab.send());
const offered = async () => (await stored(tab.owner)).filter(({ lostInRestore }) => lostInRestore);
const done = async () => (await stored(tab.owner)).filter(({ state }) => state === 'done').length;

async function begin(): Promise<void> {
  device.server.generation = 'generation-1';
  await outboxDb().facts.clear();
  sendByItself();
}

async function sendOfferedAgain(): Promise<void> {
  await advanceUntil(sendLostAgain());
  await sendAll();
}

describe('a server restored from an older backup', () => {
  withDevice(begin);

  it('61 server restored: what was acknowledged after the backup is offered and sent again, in its order and under its own keys', async () => {
    const mona = await save(newStudent('Mona'));
    const restore = device.server.backUp();
    const nour = await save(newStudent('Nour'));
    const course = await save(newCourse(nour.id, '3000.00', '300.00'));
    const installment = newInstallment(course.id, '500.00');
    await save(installment);
    restore();
    expect([...device.server.students.keys()]).toEqual([mona.id]);
    await save(newStudent('Ali'));
    await sendAll();
    expect((await offered()).map(({ operation, asksPerson }) => [operation.resource, asksPerson])).toEqual([
      ['student', true],
      ['adult-course', true],
      ['adult-course', true],
    ]);
    expect(device.server.students.size).toBe(2);
    await sendAll();
    expect(device.server.students.size).toBe(2);
    await sendOfferedAgain();
    expect(await done()).toBe(5);
    const [again] = [...device.server.students.values()].filter(({ name }) => name === 'Nour');
    const courses = [...device.server.courses.values()];
    expect(courses.map(({ student, paid_amount }) => [student, paid_amount])).toEqual([
      [again?.id, '300.00'],
      [again?.id, '500.00'],
    ]);
    expect(courses[1]?.related_record).toBe(courses[0]?.id);
    // Nothing is bound anew: the same records are there again.
    expect([again?.id, courses[0]?.id]).toEqual([nour.id, course.id]);
    expect(device.server.writes().filter(({ key }) => key === installment.id)).toHaveLength(2);
  });

  it('61 what a device whose clock runs days behind has sent after the backup is offered', async () => {
    const deviceTime = Date.now();
    const serverTime = deviceTime + 3 * 24 * 3_600_000;
    vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
      const answer = await device.server.fetch(...args);
      answer.headers.set('Date', new Date(serverTime).toUTCString());
      return answer;
    });
    vi.setSystemTime(serverTime);
    const restore = device.server.backUp();
    vi.setSystemTime(deviceTime);
    await save(newStudent('Nour'));
    restore();
    await save(newStudent('Ali'));
    await sendAll();
    expect((await offered()).map(({ body }) => body.name)).toEqual(['Nour']);
  });

  it('what waits for a lost record is sent after it, and reaches no other record', async () => {
    const restore = device.server.backUp();
    const nour = await save(newStudent('Nour'));
    device.server.offline = true;
    await advanceUntil(saveMutation(newCourse(nour.id, '3000.00', '300.00')));
    restore();
    device.server.offline = false;
    await sendAll();
    await sendAll();
    expect(device.server.courses.size).toBe(0);
    await sendOfferedAgain();
    const [student] = [...device.server.students.values()];
    expect([...device.server.courses.values()]).toMatchObject([
      { student: student?.id, paid_amount: '300.00' },
    ]);
  });

  it('nothing is offered, and nothing more is sent, while the server cannot be asked', async () => {
    const restore = device.server.backUp();
    await save(newStudent('Nour'));
    restore();
    for (let time = 0; time < 2; time++)
      device.server.next(
        { status: 503 },
        ({ path, method }) => method === 'GET' && path.startsWith('/branch'),
      );
    await save(newStudent('Ali'));
    await tab.enqueue(newStudent('Omar'));
    await advanceUntil(tab.send());
    expect(await offered()).toEqual([]);
    expect(device.server.students.size).toBe(1);
    await sendAll();
    await sendAll();
    expect((await offered()).map(({ body }) => body.name)).toEqual(['Nour']);
    expect(device.server.students.size).toBe(2);
  });
});
