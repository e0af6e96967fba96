import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { tokens } from '#contract/account.ts';
import { mergePath } from '#contract/student-merges.ts';
import { studentTransferPath, studentTransfers } from '#contract/student-transfers.ts';
import { addBranch, addUser, joinBranch, setUser } from '#server/accounts/administration.ts';
import { createBranchScopeFactory } from '#server/db/branch-scope-factory.ts';
import { ledger } from '#server/ledger/ledger.ts';
import { deliverDue } from '#server/transfers/deliveries.ts';
import { students } from './bodies.ts';
import { startSecondApp } from './second-app.ts';
import { type ApiClient, firstMoment } from './test-server.ts';
import { withServer } from './with-server.ts';

// The two branches of a transfer are written by a transaction each: what happens when only some of them were (decision 159).

const server = withServer(undefined, { lockTimeoutMs: 200 });

interface Place {
  readonly id: string;
  readonly name: string;
  readonly manager: ApiClient;
}
let made = 0;
let giza: Place;
let maadi: Place;
let email: string;

beforeEach(async () => {
  made += 1;
  server.clock.now = firstMoment();
  const names = [`Giza ${made} ${randomUUID()}`, `Maadi ${made} ${randomUUID()}`] as const;
  const ids = await Promise.all(
    names.map(async (name) => (await addBranch(server.db, { name, address: '' })).id),
  );
  const mona = { email: `mona${made}-${randomUUID()}@transfers.example`, password: 'open sesame' };
  email = mona.email;
  await addUser(server.db, { ...mona, branch: names[0], firstName: 'Mona', lastName: 'Adel' });
  await joinBranch(server.db, { email, branch: names[1], accountType: 'manager' });
  const anyone = server.clientWithToken(undefined);
  const atHome = tokens.parse(await anyone.must('POST', '/auth/login/', mona));
  const manager = server.clientWithToken(atHome.access);
  const there = await manager.must('POST', '/auth/switch/', { branch: ids[1], refresh: atHome.refresh });
  giza = { id: ids[0] ?? '', name: names[0], manager };
  maadi = {
    id: ids[1] ?? '',
    name: names[1],
    manager: server.clientWithToken(tokens.parse(there).access),
  };
});

const transfer = ({ manager }: Place, student: string, to: Place, key: string = randomUUID()) =>
  manager.send('POST', studentTransferPath(student), { branch: to.id }, { 'idempotency-key': key });
const transfersOf = async ({ manager }: Place, student: unknown) =>
  studentTransfers.parse((await manager.get(studentTransferPath(String(student)))).body).results;
const studentsOf = ({ manager }: Place) => manager.listAll(students);
const notesOf = async ({ manager }: Place, student: unknown) =>
  (await manager.listAll(`/history/?resource=student&record=${student}`)).map(({ note }) => note);
const newStudent = async ({ manager }: Place) =>
  (await manager.create(students, { name: 'Hana Magdy', phone: '01012345678' })).id;

/** Meanwhile the branch stores no row of a transfer for which this is true. */
async function refusing<T>(
  { id }: Place,
  condition: 'has come' | 'is confirmed',
  work: () => Promise<T>,
): Promise<T> {
  const name = `refuse_${randomUUID().replaceAll('-', '')}`;
  const rows = condition === 'has come' ? "new.direction = 'from'" : 'new.outgoing is null';
  await server.queryAsOwner(`
    create function ${name}() returns trigger language plpgsql as $$ begin raise exception 'the node is down'; end $$;
    create trigger ${name} before insert or update on student_transfer for each row
      when (new.branch_id = ${id} and ${rows}) execute function ${name}()`);
  try {
    return await work();
  } finally {
    await server.queryAsOwner(`drop function ${name} cascade`);
  }
}

async function whileLocked({ id }: Place, work: () => Promise<void>): Promise<void> {
  await server.db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('branch').select('id').where('id', '=', BigInt(id)).forUpdate().execute();
    await work();
  });
}

const scopes = () => createBranchScopeFactory(server.db, () => server.clock.now, ledger);
/** As one server does. @returns errors */
async function finish(): Promise<unknown[]> {
  const report = vi.fn<(error: unknown) => void>();
  await deliverDue(server.db, scopes(), report);
  return report.mock.calls.flat();
}
const letBeDue = () =>
  server.queryAsOwner(
    "update student_transfer set deliver_at = now() - interval '1 second' where deliver_at is not null",
  );
async function finishLater(): Promise<unknown[]> {
  await letBeDue();
  return finish();
}

describe('a transfer that did not reach the other branch', () => {
  it('is on the way, and arrives once, whoever finishes it; its key answers as if it had been done at once', async () => {
    const student = await newStudent(giza);
    const key = randomUUID();
    await refusing(maadi, 'has come', async () => {
      const answer = await transfer(giza, student, maadi, key);
      expect([answer.status, answer.body]).toEqual([
        202,
        {
          detail: `Hana Magdy has left here and is on the way to ${maadi.name}, which cannot be reached right now. The transfer finishes by itself.`,
          branch: maadi.name,
        },
      ]);
      expect((await transfer(giza, student, maadi, key)).status).toBe(202);
      await letBeDue();
      const errors = await Promise.all([finish(), finish(), finish()]);
      expect(errors.flat(), 'one server tries it').toHaveLength(1);
    });
    expect(await studentsOf(maadi)).toEqual([]);
    expect(await transfersOf(giza, student)).toMatchObject([
      { direction: 'to', branch: maadi.name, on_the_way: true, code: '' },
    ]);
    expect((await giza.manager.get(`${students}${student}/`)).body.left_on).toBe('2026-03-10');
    // A server may be at it.
    expect([await finish(), await studentsOf(maadi)]).toEqual([[], []]);

    await letBeDue();
    expect(await Promise.all([finish(), finish(), finish()])).toEqual([[], [], []]);
    const [arrived, ...more] = await studentsOf(maadi);
    expect([arrived, more]).toMatchObject([{ name: 'Hana Magdy', phone: '01012345678', left_on: null }, []]);
    expect(await transfersOf(giza, student)).toMatchObject([
      { student_id: arrived?.id, on_the_way: false, code: arrived?.code, by: 'Mona Adel' },
    ]);
    expect(await transfersOf(maadi, arrived?.id)).toMatchObject([
      { direction: 'from', branch: giza.name, student_id: student, on_the_way: false, by: 'Mona Adel' },
    ]);
    const answer = await transfer(giza, student, maadi, key);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        detail: `Hana Magdy is in ${maadi.name} now, as ${arrived?.code}. What was paid and owed here stays here.`,
        branch: maadi.name,
        id: arrived?.id,
        code: arrived?.code,
      },
    ]);
    expect(await notesOf(giza, student)).toEqual([
      `Transferred to ${maadi.name}, ${arrived?.code}`,
      `On the way to ${maadi.name}`,
      null,
    ]);
    expect(await notesOf(maadi, arrived?.id)).toHaveLength(1);
    expect(await finishLater()).toEqual([]);
    expect(await studentsOf(maadi)).toHaveLength(1);
  });

  it('is finished by the repeat of its key, and by another press, too', async () => {
    const [one, other] = [await newStudent(giza), await newStudent(giza)];
    const key = randomUUID();
    await refusing(maadi, 'has come', async () => {
      expect((await transfer(giza, one, maadi, key)).status).toBe(202);
      expect((await transfer(giza, other, maadi)).status).toBe(202);
    });
    const answers = [await transfer(giza, one, maadi, key), await transfer(giza, other, maadi)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await studentsOf(maadi)).map(({ id }) => id).sort()).toEqual(
      answers.map(({ body }) => String(body.id)).sort(),
    );
    expect(await transfersOf(giza, other)).toHaveLength(1);
    expect([await finishLater(), await studentsOf(maadi)]).toMatchObject([[], [{}, {}]]);
  });

  it('is one also when it is pressed again: the student is in the other branch as after the first press', async () => {
    const student = await newStudent(giza);
    const { body } = await transfer(giza, student, maadi);
    const there = `${students}${body.id}/`;
    await maadi.manager.must('PATCH', there, { left_on: '2026-03-10' });
    await giza.manager.must('PATCH', `${students}${student}/`, { left_on: '' });
    await refusing(maadi, 'has come', async () => {
      expect((await transfer(giza, student, maadi)).status).toBe(202);
      expect((await transfer(giza, student, maadi)).status).toBe(202);
    });
    expect(await finishLater()).toEqual([]);
    expect((await maadi.manager.get(there)).body.left_on).toBeNull();
    expect(await transfersOf(giza, student)).toMatchObject([{ on_the_way: false }]);
  });

  it('is finished by a server that starts', async () => {
    const student = await newStudent(giza);
    await refusing(maadi, 'has come', () => transfer(giza, student, maadi));
    await letBeDue();
    const { app } = await startSecondApp(server);
    await expect
      .poll(() => transfersOf(giza, student))
      .toMatchObject([{ direction: 'to', on_the_way: false }]);
    await app.close();
  });

  it('waits for a lock of the other branch no longer than a write, and its student is not deleted meanwhile', async () => {
    const student = await newStudent(giza);
    await newStudent(maadi);
    await whileLocked(maadi, async () => {
      expect((await transfer(giza, student, maadi)).status).toBe(202);
      const refused = await giza.manager.send('DELETE', `${students}${student}/`);
      expect([refused.status, refused.body.detail]).toEqual([
        409,
        `The student is on the way to ${maadi.name}. Delete the record after they have arrived.`,
      ]);
    });
    expect(await finishLater()).toEqual([]);
    expect(await studentsOf(maadi)).toHaveLength(2);
    expect((await giza.manager.send('DELETE', `${students}${student}/`)).status).toBe(200);
  });

  it('arrives in the name of the person who began, though they may not work there any more', async () => {
    const student = await newStudent(giza);
    await refusing(maadi, 'has come', () => transfer(giza, student, maadi));
    await addUser(server.db, {
      email: `other-${randomUUID()}@transfers.example`,
      password: 'open sesame',
      branch: maadi.name,
    });
    await setUser(server.db, { email, branch: maadi.name }, { disabled: true });
    expect(await finishLater()).toEqual([]);
    expect(await transfersOf(giza, student)).toMatchObject([{ on_the_way: false }]);
    const [entry] = await server.queryAsOwner(
      "select user_name from history where branch_id = $1 and resource = 'student'",
      [maadi.id],
    );
    expect(entry?.user_name).toBe('Mona Adel');
  });

  it('follows its student into another record of the branch that they left', async () => {
    const student = await newStudent(giza);
    await refusing(maadi, 'has come', () => transfer(giza, student, maadi));
    const { id: kept } = await giza.manager.create(students, { name: 'Hana M.' });
    await giza.manager.must('POST', mergePath(kept), { other: student });
    expect(await finishLater()).toEqual([]);
    expect(await transfersOf(giza, kept)).toMatchObject([{ direction: 'to', on_the_way: false }]);
    expect(await studentsOf(maadi)).toMatchObject([{ name: 'Hana Magdy' }]);
  });
});

describe('a transfer whose arrival was not noted where it began', () => {
  it('is answered as done, and noted later without a second student', async () => {
    const student = await newStudent(giza);
    const key = randomUUID();
    const answer = await refusing(giza, 'is confirmed', async () => {
      const first = await transfer(giza, student, maadi, key);
      expect(first.status).toBe(200);
      expect((await transfer(giza, student, maadi, key)).body).toEqual(first.body);
      expect((await transfer(giza, student, maadi)).body).toEqual(first.body);
      expect(await transfersOf(giza, student)).toMatchObject([{ on_the_way: true }]);
      return first;
    });
    await maadi.manager.must('PATCH', `${students}${answer.body.id}/`, { phone: '', left_on: '2026-03-10' });
    expect(await finishLater()).toEqual([]);
    expect(await transfersOf(giza, student)).toMatchObject([{ on_the_way: false, code: answer.body.code }]);
    // What was changed there meanwhile stays.
    expect(await studentsOf(maadi)).toMatchObject([
      { id: answer.body.id, phone: null, left_on: '2026-03-10' },
    ]);
    expect((await transfer(giza, student, maadi, key)).body).toEqual(answer.body);
    expect(await transfersOf(maadi, answer.body.id)).toHaveLength(1);
  });
});

describe('several transfers of a student', () => {
  it('at once bring one record there, and have one answer', async () => {
    const student = await newStudent(giza);
    const answers = await Promise.all([1, 2, 3, 4].map(() => transfer(giza, student, maadi)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await studentsOf(maadi)).toHaveLength(1);
    expect([await transfersOf(giza, student), await transfersOf(maadi, answers[0]?.body.id)]).toMatchObject([
      [{ direction: 'to', on_the_way: false }],
      [{ direction: 'from' }],
    ]);
  });

  it('in both directions end where the later one goes, also if the earlier one arrives after it', async () => {
    const student = await newStudent(giza);
    const later = () => {
      server.clock.now = new Date(server.clock.now.getTime() + 60_000);
    };
    const { body } = await transfer(giza, student, maadi);
    const there = String(body.id);
    later();
    await transfer(maadi, there, giza);
    later();
    await refusing(maadi, 'has come', async () => {
      expect((await transfer(giza, student, maadi)).status).toBe(202);
      later();
      expect((await transfer(maadi, there, giza)).body.id).toBe(student);
    });
    expect(await finishLater()).toEqual([]);
    expect(await studentsOf(giza)).toMatchObject([{ id: student, left_on: null }]);
    expect(await studentsOf(maadi)).toMatchObject([{ id: there, left_on: '2026-03-10' }]);
    expect((await transfersOf(giza, student)).every(({ on_the_way }) => !on_the_way)).toBe(true);
  });
});
