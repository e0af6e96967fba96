import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { paths } from '#contract/http.ts';
import { addUser } from '#server/accounts/administration.ts';
import { poolCounts } from '#server/db/connect.ts';
import { students } from './bodies.ts';
import type { Answer } from './test-server.ts';
import { withServer } from './with-server.ts';

const server = withServer();

/** More than the connections of a server. */
const WRITES = 12;

it('writes of one branch that wait for a lock hold up neither another branch nor a sign-in, and end with 503', async () => {
  const busy = await server.newClient();
  const other = await server.newClient();
  const mona = { email: 'mona@example.com', password: 'open sesame' };
  await addUser(server.db, { ...mona, branch: String(other.branchId) });
  const people = [busy, ...(await Promise.all([1, 2].map(() => server.newColleague(busy, 'manager'))))];
  const { id } = await busy.create(students, { name: 'Mona' });
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let locked: () => void = () => undefined;
  const isLocked = new Promise<void>((resolve) => {
    locked = resolve;
  });
  const holder = server.db.transaction().execute(async (transaction) => {
    await sql`select from student where id = ${id} for update`.execute(transaction);
    locked();
    await released;
  });
  await isLocked;
  let isOver = false;
  const answers: (Answer | undefined)[] = [];
  const writers = Array.from({ length: WRITES }, async (_, write) => {
    while (!isOver) {
      const change = { name: `Mona ${write}` };
      const person = people[write % people.length];
      answers.push(await person?.send('PATCH', `${students}${id}/`, change, { 'accept-language': 'ar' }));
    }
  });
  const lockWaiters =
    "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
  const allWait = async () =>
    (await server.queryAsOwner(lockWaiters)).length + (poolCounts(server.db)?.waiting ?? 0);
  await expect.poll(allWait, { interval: 10 }).toBe(WRITES);

  expect((await other.get(students)).status).toBe(200);
  expect((await other.create(students, { name: 'Omar' })).name).toBe('Omar');
  const signedIn = await server.clientWithToken(undefined).send('POST', paths.login, mona);
  expect(signedIn.status).toBe(200);
  const { refresh } = signedIn.body;
  const refreshed = await server.clientWithToken(undefined).send('POST', paths.refresh, { refresh });
  expect(refreshed.status).toBe(200);
  expect(await server.clientWithToken(undefined).get(paths.health)).toMatchObject({
    status: 200,
    body: { connections: { used: expect.any(Number), waiting: expect.any(Number) } },
  });
  isOver = true;
  await Promise.all(writers);
  release();
  await holder;
  for (const answer of answers) {
    expect([answer?.status, answer?.headers['retry-after']]).toEqual([503, '2']);
    expect(answer?.body.detail).toMatch(/^(لم يُحفظ شيء: شخص آخر|فرعك ينفذ)/);
  }
});
