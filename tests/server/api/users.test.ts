import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openEvents } from '../../support/event-client.ts';
import { person } from './account-server.ts';
import { withDesk } from './with-server.ts';

const { server, manager, staff } = withDesk();

const keyed = () => ({ 'idempotency-key': randomUUID() });
const signIn = async ({ email, password }: { email: string; password: string }) =>
  server.clientWithToken(undefined).send('POST', '/auth/login/', { email, password });

describe('users', () => {
  it('are added, renamed and given roles and passwords; the history names each step, never a password', async () => {
    const nour = person();
    const added = await manager.send('POST', '/users/', nour, keyed());
    expect([added.status, added.body]).toEqual([
      201,
      {
        id: expect.any(String),
        email: nour.email,
        first_name: 'Nour',
        last_name: 'Hany',
        account_type: 'staff',
        disabled_at: null,
        home_branch: null,
        second_factor: false,
        created_at: expect.any(String),
      },
    ]);
    const path = `/users/${added.body.id}/`;
    expect((await signIn(nour)).status).toBe(200);
    expect(
      (await manager.send('PATCH', path, { first_name: 'Nora', account_type: 'manager' })).body,
    ).toMatchObject({
      first_name: 'Nora',
      account_type: 'manager',
    });
    expect((await manager.send('PATCH', path, { password: 'another of Nora' })).status).toBe(200);
    expect((await signIn(nour)).status).toBe(400);
    expect((await signIn({ ...nour, password: 'another of Nora' })).status).toBe(200);
    const history = await manager.get(`/history/?resource=user&record=${added.body.id}`);
    expect(history.body.count).toBe(3);
    expect(history.body.results).toMatchObject([
      { action: 'changed', note: 'New password' },
      {
        action: 'changed',
        title: 'Nora Hany',
        before: { account_type: 'staff' },
        after: { account_type: 'manager' },
      },
      { action: 'created', title: 'Nour Hany', user: String(manager.userId) },
    ]);
    expect(history.text).not.toMatch(/password_hash|scrypt|a password of/);
    expect((await staff.get('/history/?resource=user')).body.count).toBe(0);
    const names = (await manager.listAll('/users/')).map(({ email }) => email);
    expect(names).toContain(nour.email);
    expect(names.length).toBe(3);
  });

  it('are refused at each wrong field, and with an address that is taken', async () => {
    const wrong = await manager.send('POST', '/users/', {
      email: 'x',
      first_name: 'N',
      account_type: 'head',
    });
    expect([wrong.status, Object.keys(wrong.body).sort()]).toEqual([
      400,
      ['account_type', 'email', 'first_name', 'last_name', 'password'],
    ]);
    const nour = person();
    await manager.create('/users/', nour);
    const again = await manager.send('POST', '/users/', { ...nour, email: nour.email.toUpperCase() });
    expect([again.status, Object.keys(again.body)]).toEqual([400, ['email']]);
    expect((await manager.send('PATCH', '/users/999/', { first_name: 'Nora' })).status).toBe(404);
  });

  it('who are disabled can neither sign in, refresh, read nor listen, until they are enabled again', async () => {
    const nour = person();
    const { id } = await manager.create('/users/', nour);
    const { access, refresh } = (await signIn(nour)).body as Record<string, string>;
    const hers = server.clientWithToken(access);
    expect((await hers.get('/branch/details/')).status).toBe(200);
    const stream = await openEvents(await server.origin(), access);
    expect(stream.status).toBe(200);
    const disabled = await manager.send('PATCH', `/users/${id}/`, { disabled: true });
    expect(disabled.body.disabled_at).toEqual(expect.any(String));
    expect((await manager.send('PATCH', `/users/${id}/`, { disabled: true })).body).toEqual(disabled.body);
    await stream.untilEnd();
    expect((await hers.get('/branch/details/')).status).toBe(401);
    const refreshed = await hers.send('POST', '/auth/token/refresh/', { refresh });
    expect(refreshed.status).toBe(401);
    expect((await signIn(nour)).status).toBe(400);
    expect((await manager.send('PATCH', `/users/${id}/`, { disabled: false })).body.disabled_at).toBe(null);
    expect((await signIn(nour)).status).toBe(200);
  });

  it('keep a manager, whoever changes whom at once, and nobody disables themselves', async () => {
    const self = `/users/${manager.userId}/`;
    expect((await manager.send('PATCH', self, { disabled: true })).body.detail).toMatch(/disable yourself/);
    for (const change of [{ account_type: 'staff' }, { account_type: 'staff', first_name: 'Amr' }]) {
      const answer = await manager.send('PATCH', self, change);
      expect([answer.status, answer.body.detail]).toEqual([409, expect.stringMatching(/only manager/)]);
    }
    const others = await Promise.all(
      Array.from({ length: 4 }, () => server.newColleague(manager, 'manager')),
    );
    const all = [manager, ...others];
    const answers = await Promise.all(
      all.map((client, at) =>
        client.send('PATCH', `/users/${all[(at + 1) % all.length]?.userId}/`, { disabled: true }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThan(all.length);
    const left = await server.queryAsOwner(
      `select id from branch_user where branch_id = $1 and account_type = 'manager' and disabled_at is null`,
      [String(manager.branchId)],
    );
    expect(left.length).toBeGreaterThan(0);
  });
});
