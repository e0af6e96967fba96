import { afterEach, beforeEach, expect, it } from 'vitest';
import { storeTokens } from '#app/api/session.ts';
import { type CachedQuery, cacheDb } from '#app/cache/device/cache-db.ts';
import { createQueryClient } from '#app/cache/query-client.ts';
import { enqueue } from '#app/outbox/store/enqueue.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import { userQuery } from '#app/reads/branch-queries.ts';
import { watchRole } from '#app/reads/watch-role.ts';
import { permissionsOf, type Role } from '#contract/permissions.ts';
import { FakeServer } from '../outbox/fake-server.ts';
import { newStudent } from '../outbox/mutations.ts';

const mona = { ownerId: 'mona', branchId: 'b1' };
const salaries = ['salary', 'list'];
let stop = () => {};

const row = (owner: string): CachedQuery => ({
  ...{ owner, hash: JSON.stringify(salaries), queryKey: salaries, data: { salary: '9000.00' } },
  ...{ dataUpdatedAt: Date.now(), shape: 1 },
});

beforeEach(async () => {
  localStorage.clear();
  storeTokens(new FakeServer().signIn('mona'));
  await Promise.all([cacheDb().queries.clear(), outboxDb().outbox.clear()]);
  await cacheDb().queries.bulkPut([row('b1/mona'), row('b1/basma')]);
});
afterEach(() => stop());

function watched() {
  const client = createQueryClient();
  const signedInAs = (role: Role) =>
    client.setQueryData(userQuery().queryKey, {
      ...{ email: 'mona@example.org', first_name: 'Mona', last_name: 'Adel', account_type: role },
      permissions: [...permissionsOf(role)],
    });
  signedInAs('manager');
  client.setQueryData(salaries, { salary: '9000.00' });
  stop = watchRole(client, mona);
  return { client, signedInAs };
}
const cachedOwners = async () => (await cacheDb().queries.toArray()).map(({ owner }) => owner);

it('a manager who becomes staff keeps no cached answer on the device, but every waiting entry', async () => {
  const { client, signedInAs } = watched();
  await enqueue(outboxDb(), mona, newStudent('Nadia'), Date.now());
  signedInAs('staff');
  await expect.poll(cachedOwners).toEqual(['b1/basma']);
  await expect.poll(() => client.getQueryData(salaries)).toBeUndefined();
  expect(client.getQueryData(userQuery().queryKey)).toMatchObject({ account_type: 'staff' });
  expect(await outboxDb().outbox.count()).toBe(1);
});

it('a role that changed while the app was closed is noticed at the next start', async () => {
  watched();
  stop();
  const client = createQueryClient();
  client.setQueryData(salaries, { salary: '9000.00' });
  stop = watchRole(client, mona);
  const user = { email: 'mona@example.org', first_name: 'Mona', last_name: 'Adel', account_type: 'staff' };
  client.setQueryData(userQuery().queryKey, { ...user, permissions: [...permissionsOf('staff')] });
  await expect.poll(cachedOwners).toEqual(['b1/basma']);
  await expect.poll(() => client.getQueryData(salaries)).toBeUndefined();
});

it('the same permissions, or another user of the device, delete nothing', async () => {
  const { client, signedInAs } = watched();
  signedInAs('manager');
  stop();
  const other = createQueryClient();
  stop = watchRole(other, { ownerId: 'basma', branchId: 'b1' });
  const user = { email: 'basma@example.org', first_name: 'Basma', last_name: 'Adel', account_type: 'staff' };
  other.setQueryData(userQuery().queryKey, { ...user, permissions: [...permissionsOf('staff')] });
  // The deletion would be queued before this read of the same table.
  expect((await cachedOwners()).sort()).toEqual(['b1/basma', 'b1/mona']);
  expect(client.getQueryData(salaries)).toBeDefined();
});
