import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { KNOWN_KEYS_PATH, MOST_KEYS } from '#contract/outcomes.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { deleteExpiredKeys } from '#server/idempotency/idempotency.ts';
import { courses, enrol, installment, students } from './bodies.ts';
import { expectAnswer } from './expect-answer.ts';
import { withBranch } from './with-server.ts';

const { server, client } = withBranch();

const keyed = (key: string = randomUUID()) => ({ 'idempotency-key': key });

describe('a write with a key', () => {
  it('is performed once and repeats its answer', async () => {
    const { id } = await enrol(client, '1000');
    const key = keyed();
    const first = await client.send('POST', courses, installment(id, '100'), key);
    const upper = keyed(key['idempotency-key'].toUpperCase());
    for (const headers of [key, upper]) {
      await expectAnswer(client.send('POST', courses, installment(id, '100'), headers), 201, first.body);
    }
    expect((await client.get(`${courses}${id}/`)).body.remaining_amount).toBe('900.00');
  });

  it('is recognised regardless of the order of its fields', async () => {
    const body = { name: 'Mona', phone: '1', address: null };
    const key = keyed();
    const first = await client.send('POST', students, body, key);
    const again = await client.send('POST', students, '{"address":null,\n "phone":"1", "name":"Mona"}', key);
    expect(again.body).toEqual(first.body);
  });

  it('repeats the answer of a delete or update after later changes', async () => {
    const { id } = await client.create(students, { name: 'Mona' });
    const path = `${students}${id}/`;
    const changing = keyed();
    const changed = await client.send('PATCH', path, { name: 'Mona Adel' }, changing);
    await client.send('PATCH', path, { name: 'Third' });
    expect((await client.send('PATCH', path, { name: 'Mona Adel' }, changing)).body).toEqual(changed.body);
    expect((await client.get(path)).body.name).toBe('Third');
    const deleting = keyed();
    const deleted = await client.send('DELETE', path, undefined, deleting);
    expect(deleted.status).toBe(200);
    await expectAnswer(client.send('DELETE', path, undefined, deleting), 200, deleted.body);
  });

  it('repeats its answer while a month is being ended, since it takes the month lock only for new work', async () => {
    await client.create('/month/', { name: 'March' });
    const { id } = await enrol(client, '1000');
    const key = keyed();
    const first = await client.send('POST', courses, installment(id, '100'), key);
    const ending = new pg.Client(server.settings);
    await ending.connect();
    try {
      await ending.query('begin');
      await ending.query('select id from branch where id = $1 for update', [String(client.branchId)]);
      await expectAnswer(client.send('POST', courses, installment(id, '100'), key), 201, first.body);
    } finally {
      await ending.end();
    }
  });

  it('is rejected with the key of another write', async () => {
    const key = keyed();
    const { body: made } = await client.send('POST', students, { name: 'Mona' }, key);
    for (const [method, path, body] of [
      ['POST', students, { name: 'Nour' }],
      ['POST', '/month/', { name: 'Mona' }],
      ['PATCH', `${students}${made.id}/`, { name: 'Mona' }],
      ['DELETE', `${students}${made.id}/`, undefined],
    ] as const) {
      await expectAnswer(client.send(method, path, body, key), 422, { detail: expect.any(String) });
    }
    expect(await client.listAll(students)).toHaveLength(1);
    expect(await client.listAll('/month/')).toHaveLength(0);
  });

  it('does not use up its key when it is rejected', async () => {
    const key = keyed();
    expect((await client.send('POST', students, { name: '' }, key)).status).toBe(400);
    expect((await client.send('POST', students, { name: 'Mona' }, key)).status).toBe(201);
  });

  it('may have the same key as a write of another branch', async () => {
    const other = await server.newClient();
    const key = keyed();
    const mine = await client.send('POST', students, { name: 'Mona' }, key);
    const theirs = await other.send('POST', students, { name: 'Mona' }, key);
    expect(theirs.status).toBe(201);
    expect(theirs.body.id).not.toBe(mine.body.id);
  });

  it.each([
    '1',
    'not-a-uuid',
    '',
    randomUUID().slice(1),
  ])('is rejected with the key "%s", which is not a UUID', async (key) => {
    await expectAnswer(client.send('POST', students, { name: 'Mona' }, keyed(key)), 400, {
      detail: 'Idempotency-Key must be a UUID.',
    });
  });

  const KEYS_BY_AGE = `select count(*) filter (where created_at < now() - interval '90 days')::int as old, count(*)::int as all
    from idempotency`;
  /** Stores keys of this many days, today the last one. */
  const writeOnDays = (days: number) =>
    server.queryAsOwner(
      `insert into idempotency (branch_id, key, user_id, method, path, body_hash, status, answer, created_at)
        select $1, gen_random_uuid(), $2, 'POST', '/', '', 201, 'null', now() - make_interval(days => day)
        from generate_series(0, $3::int - 1) as day`,
      [client.branchId, client.userId, days],
    );

  it('keeps its key for at least 60 days', async () => {
    const key = keyed();
    const first = await client.send('POST', students, branchFactory(1).student(), key);
    await server.queryAsOwner("update idempotency set created_at = now() - interval '61 days'");
    await deleteExpiredKeys(server.db);
    const again = await client.send('POST', students, branchFactory(1).student(), key);
    expect(again.body).toEqual(first.body);
    await server.queryAsOwner("update idempotency set created_at = now() - interval '91 days'");
    await writeOnDays(60);
    await deleteExpiredKeys(server.db);
    expect(await server.queryAsOwner(KEYS_BY_AGE)).toEqual([{ old: 0, all: 60 }]);
  });

  it('keeps its key when the clock jumps ahead by years, until there were writes on 60 later days', async () => {
    await server.queryAsOwner("update idempotency set created_at = created_at - interval '3 years'");
    await writeOnDays(1);
    await deleteExpiredKeys(server.db);
    expect(await server.queryAsOwner(KEYS_BY_AGE)).toEqual([{ old: 59, all: 60 }]);
    await writeOnDays(60);
    await deleteExpiredKeys(server.db);
    expect(await server.queryAsOwner(KEYS_BY_AGE)).toEqual([{ old: 0, all: 61 }]);
  });
});

describe('the keys of writes', () => {
  const known = async (keys: readonly string[], who = client) =>
    (await who.get(`${KNOWN_KEYS_PATH}?keys=${keys.join()}`)).body;

  it('are known once the database contains the write, whoever of the branch asks', async () => {
    const [made, refused, stale, unused] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const student = await client.send('POST', students, { name: 'Mona' }, keyed(made));
    await client.send('POST', students, { name: '' }, keyed(refused));
    const path = `${students}${student.body.id}/`;
    await client.send('DELETE', path, undefined, { ...keyed(stale), 'if-match': '"99"' });
    expect(await known([made.toUpperCase(), refused, stale, unused])).toEqual({ known: [made] });
    const staff = await server.newColleague(client, 'staff');
    expect(await known([made], staff)).toEqual({ known: [made] });
    expect(await known([made], await server.newClient())).toEqual({ known: [] });
  });

  it('are asked for as a list of at most fifty', async () => {
    const many = Array.from({ length: MOST_KEYS }, () => randomUUID());
    expect(await known(many)).toEqual({ known: [] });
    expect((await client.get(KNOWN_KEYS_PATH)).body).toEqual({ known: [] });
    for (const wrong of [[...many, randomUUID()], ['1'], ['', '']])
      expect(await known(wrong)).toEqual({ keys: ['Ask for at most 50 UUIDs with commas between them.'] });
  });
});
