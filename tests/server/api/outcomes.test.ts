import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { outcomePath } from '#contract/outcomes.ts';
import { withBranch } from './with-server.ts';

const { server, client: manager } = withBranch();

const keyed = (key: string) => ({ 'idempotency-key': key });
const outcomeOf = async (key: string, by = manager) => (await by.get(outcomePath(key))).body;

it('an outcome tells what became of a key: performed, refused or never arrived', async () => {
  const [done, refused] = [randomUUID(), randomUUID()];
  expect((await manager.send('POST', '/month/', { name: 'March' }, keyed(done))).status).toBe(201);
  expect((await manager.send('POST', '/month/', { name: 'April' }, keyed(refused))).status).toBe(409);
  expect(await outcomeOf(done)).toEqual({ state: 'done', status: 201 });
  expect(await outcomeOf(done.toUpperCase())).toEqual({ state: 'done', status: 201 });
  expect(await outcomeOf(refused)).toEqual({ state: 'unknown' });
  expect(await outcomeOf(randomUUID())).toEqual({ state: 'unknown' });
  expect((await manager.get(outcomePath('no-uuid'))).status).toBe(400);
  expect(await manager.listAll('/month/')).toHaveLength(1);
});

it('an outcome is told to its own user alone', async () => {
  const key = randomUUID();
  await manager.send('POST', '/month/', { name: 'March' }, keyed(key));
  const colleague = await server.newColleague(manager, 'manager');
  expect(await outcomeOf(key, colleague)).toEqual({ state: 'unknown' });
  expect(await outcomeOf(key, await server.newClient())).toEqual({ state: 'unknown' });
});

it('an outcome is "running" while its key is held, and becomes what the write ended with', async () => {
  const key = randomUUID();
  await manager.send('POST', '/month/', { name: 'March' });
  const lock = server.db.transaction().execute(async (transaction) => {
    await sql`select from month for update`.execute(transaction);
    const toggling = manager.send('POST', '/month/end-undo/', {}, keyed(key));
    await expect.poll(() => outcomeOf(key), { timeout: 20_000 }).toEqual({ state: 'running' });
    return { toggling };
  });
  const { toggling } = await lock;
  expect((await toggling).status).toBe(200);
  expect(await outcomeOf(key)).toEqual({ state: 'done', status: 200 });
});
