import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { hashOfBytes } from '#contract/approvable-writes.ts';
import { handover } from '#contract/users.ts';
import { accountServer } from './account-server.ts';
import { courses, enrol, installment } from './bodies.ts';
import type { ApiClient } from './test-server.ts';
import { withBranch } from './with-server.ts';

let staff: ApiClient;
const { server, client: manager } = withBranch(async () => {
  await manager.create('/month/', { name: 'March' });
});
beforeEach(async () => {
  staff = await server.newColleague(manager, 'staff');
});

const keyed = () => ({ 'idempotency-key': randomUUID() });
const disable = (client: ApiClient, disabled = true) =>
  manager.send('PATCH', `/users/${client.userId}/`, { disabled });
const pathOf = (client: ApiClient) => `/users/${client.userId}/handover/`;
const historyOf = (client: ApiClient) => manager.listAll(`/history/?resource=user&record=${client.userId}`);
const storedKeyOf = async (client: ApiClient) => {
  const [row] = await server.queryAsOwner(
    `select encode(storage_key, 'base64') as key from app_user where id = $1`,
    [String(client.userId)],
  );
  return row?.key;
};

describe('the handover of what a disabled user left on a device', () => {
  it('gives a manager of the branch the storage key of that user, and the history tells it', async () => {
    await disable(staff);
    const given = await manager.send('POST', pathOf(staff), undefined, keyed());
    expect([given.status, given.body]).toEqual([200, { storage_key: await storedKeyOf(staff) }]);
    expect(Buffer.from(handover.parse(given.body).storage_key, 'base64')).toHaveLength(32);
    const [entry] = await historyOf(staff);
    expect(entry).toMatchObject({
      action: 'changed',
      note: 'Opened what they left on a device',
      user: String(manager.userId),
    });
    expect(JSON.stringify(entry)).not.toContain(given.body.storage_key);
    const stored = await server.queryAsOwner(`select answer from idempotency where branch_id = $1`, [
      String(manager.branchId),
    ]);
    expect(JSON.stringify(stored)).not.toContain(given.body.storage_key);
  });

  it('never gives the key of a user who can sign in, also not again after they were enabled', async () => {
    const key = keyed();
    const refused = async () => {
      const answer = await manager.send('POST', pathOf(staff), undefined, key);
      expect([answer.status, answer.body.detail]).toEqual([409, expect.stringMatching(/disabled user/)]);
      expect(answer.text).not.toContain(await storedKeyOf(staff));
    };
    await refused();
    expect(await historyOf(staff)).toEqual([]);
    await disable(staff);
    expect((await manager.send('POST', pathOf(staff), undefined, key)).status).toBe(200);
    await disable(staff, false);
    await refused();
    expect((await manager.send('POST', pathOf(manager))).status).toBe(409);
  });

  it('is closed to staff, also with an approval, and to managers of other branches', async () => {
    await disable(staff);
    const colleague = await server.newColleague(manager, 'staff');
    const head = { email: `${randomUUID()}@example.com`, password: 'a password of the head' };
    const named = { first_name: 'Nour', last_name: 'Hany', account_type: 'manager' };
    await manager.create('/users/', { ...head, ...named });
    const key = keyed();
    const write = { method: 'POST', path: pathOf(staff), key: key['idempotency-key'] };
    const body_hash = await hashOfBytes();
    const given = await colleague.send('POST', '/auth/approval/', { ...head, ...write, body_hash });
    expect(given.status).toBe(403);
    const approved = { ...key, 'x-approval': 'a'.repeat(43) };
    for (const headers of [key, approved])
      expect((await colleague.send('POST', pathOf(staff), undefined, headers)).status).toBe(403);
    const elsewhere = await server.newClient();
    expect((await elsewhere.send('POST', pathOf(staff))).status).toBe(404);
    expect((await manager.send('POST', '/users/999999/handover/')).status).toBe(404);
    expect(await historyOf(staff)).toHaveLength(1);
  });

  it('is a line of the security log, without the key', async () => {
    await disable(staff);
    const { app, post, log } = await accountServer(server);
    const bearer = { authorization: `Bearer ${await server.tokenOf(manager)}` };
    const { status, body } = await post(pathOf(staff), {}, bearer);
    expect(status).toBe(200);
    const line = log()
      .split('\n')
      .find((one) => one.includes('entries-handed-over'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({
      log: 'security',
      user: `${manager.branchId}/${staff.userId}`,
      by: `${manager.branchId}/${manager.userId}`,
    });
    expect(log()).not.toContain(handover.parse(body).storage_key);
    await app.close();
  });
});

describe('an entry of a disabled user that a manager sends', () => {
  it('is recorded with both names, once, even if it had arrived before', async () => {
    const row = await enrol(manager, '100', '10');
    const body = installment(row.id, '20');
    const [arrived, lost] = [keyed(), keyed()];
    const first = await staff.send('POST', courses, body, arrived);
    await disable(staff);
    const inTheirName = { 'x-entered-by': String(staff.userId) };
    expect((await manager.send('POST', courses, body, { ...arrived, ...inTheirName })).body).toEqual(
      first.body,
    );
    expect((await manager.send('POST', courses, body, arrived)).status).toBe(422);
    const sent = await manager.send('POST', courses, body, { ...lost, ...inTheirName });
    expect([sent.status, sent.body.recorded_by]).toEqual([201, String(manager.userId)]);
    const [entry] = await manager.listAll(`/history/?record=${sent.body.id}&resource=adult-course`);
    expect(entry).toMatchObject({
      user: String(manager.userId),
      entered_by: String(staff.userId),
      // Other users of this branch have the same name.
      entered_by_name: expect.stringMatching(/^Desk Staff \(\w+\)$/),
    });
    expect((await manager.get(`${courses}${row.id}/`)).body.remaining_amount).toBe('50.00');
    const other = await server.newColleague(manager, 'staff');
    expect((await other.send('POST', courses, body, { ...keyed(), ...inTheirName })).status).toBe(403);
    const nobody = await manager.send('POST', courses, body, { ...keyed(), 'x-entered-by': '999999' });
    expect(nobody.status).toBe(409);
    const active = await manager.send('POST', courses, body, {
      ...keyed(),
      'x-entered-by': String(other.userId),
    });
    expect([active.status, active.body.detail]).toEqual([409, expect.stringMatching(/disabled user/)]);
  });

  it('is recorded once also if a manager who had sent it was disabled before the answer came', async () => {
    const row = await enrol(manager, '100', '10');
    const first = await server.newColleague(manager, 'manager');
    const [body, key] = [installment(row.id, '20'), keyed()];
    const inTheirName = { ...key, 'x-entered-by': String(staff.userId) };
    await disable(staff);
    const sent = await first.send('POST', courses, body, inTheirName);
    expect(sent.status).toBe(201);
    // As long as that manager signs in, the key is theirs.
    expect((await manager.send('POST', courses, body, inTheirName)).status).toBe(422);
    await disable(first);
    expect((await manager.send('POST', courses, body, inTheirName)).body).toEqual(sent.body);
    expect((await manager.send('POST', courses, body, key)).status).toBe(422);
    expect((await manager.get(`${courses}${row.id}/`)).body.remaining_amount).toBe('70.00');
  });

  it('is still taken after that user was enabled again, if it was handed over before', async () => {
    const row = await enrol(manager, '100', '10');
    const inTheirName = { 'x-entered-by': String(staff.userId) };
    await disable(staff);
    await manager.send('POST', pathOf(staff));
    await disable(staff, false);
    const sent = await manager.send('POST', courses, installment(row.id, '20'), {
      ...keyed(),
      ...inTheirName,
    });
    expect(sent.status).toBe(201);
    const other = await server.newColleague(manager, 'staff');
    await disable(other);
    await disable(other, false);
    const theirs = { ...keyed(), 'x-entered-by': String(other.userId) };
    expect((await manager.send('POST', courses, installment(row.id, '20'), theirs)).status).toBe(409);
  });
});
