import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashOfBytes, isApprovable } from '#contract/approvable-writes.ts';
import { CLOSES_PATH } from '#contract/closes.ts';

import type { Method } from '#contract/http.ts';
import { undoWithdrawalPath, withdrawPath } from '#contract/withdrawals.ts';
import { apiRoutes } from '../../support/api-routes.ts';
import { accountServer, person } from './account-server.ts';
import { courses, deductions, employees, enrol, salaries } from './bodies.ts';
import { withDesk } from './with-server.ts';

const { server, manager, staff, factory } = withDesk();

/** Digits of an id say nothing of a record. */
const IDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

const keyed = () => ({ 'idempotency-key': randomUUID() });

describe("a manager's approval", () => {
  const asHead = async () => {
    const head = person({ account_type: 'manager' });
    await manager.create('/users/', head);
    return { email: head.email, password: head.password };
  };
  const approve = async (given: object, body?: unknown) =>
    staff.send('POST', '/auth/approval/', {
      body_hash: await hashOfBytes(body === undefined ? '' : JSON.stringify(body)),
      ...given,
    });
  interface Write {
    readonly method: Method;
    readonly path: string;
    readonly body?: unknown;
    readonly ifMatch?: string;
  }
  /** Has a write approved as the app does, and returns its headers. */
  async function approved({ method, path, body, ifMatch }: Write) {
    const key = randomUUID();
    const given = await approve({ ...(await asHead()), method, path, key, if_match: ifMatch }, body);
    expect(given.status, given.text).toBe(200);
    const headers: Record<string, string> = {
      'idempotency-key': key,
      'x-approval': String(given.body.approval),
    };
    if (ifMatch !== undefined) headers['if-match'] = ifMatch;
    return headers;
  }
  const without = (headers: Record<string, string>, name: string) =>
    Object.fromEntries(Object.entries(headers).filter(([one]) => one !== name));
  const sendApproved = async (write: Write) =>
    staff.send(write.method, write.path, write.body, await approved(write));

  it('lets staff delete the payment of another person once, and the history names both', async () => {
    const head = await asHead();
    const row = await enrol(manager, '100', '50');
    const [path, key] = [`${courses}${row.id}/`, randomUUID()];
    expect((await staff.send('DELETE', path, undefined, { 'idempotency-key': key })).status).toBe(403);
    const given = await approve({ ...head, method: 'DELETE', path, key });
    expect([given.status, given.body.approved_by]).toEqual([200, 'Nour Hany']);
    const headers = { 'idempotency-key': key, 'x-approval': String(given.body.approval) };
    const deleted = await staff.send('DELETE', path, undefined, headers);
    expect(deleted.status).toBe(200);
    // The answer was lost: the same approval and key tell it again and delete nothing else.
    expect((await staff.send('DELETE', path, undefined, headers)).body).toEqual(deleted.body);
    const [entry] = await manager.listAll(`/history/?record=${row.id}&resource=adult-course`);
    expect(entry).toMatchObject({
      action: 'deleted',
      user: String(staff.userId),
      approved_by_name: 'Nour Hany',
      approved_by: expect.any(String),
    });
    const { statement } = (await manager.get(`/debts/${row.student}/`)).body;
    expect(statement).toMatchObject([
      { type: 'price', approved_by: null },
      { type: 'price', approved_by: expect.stringContaining('Nour Hany'), record: null },
      { type: 'payment', approved_by: null },
      { type: 'payment', approved_by: expect.stringContaining('Nour Hany'), record: null },
    ]);
  });

  it('lets staff pay back and let a student leave, of money of another person', async () => {
    const { id } = await enrol(manager, '100', '80');
    const back = { resource: 'adult-course', related_record: id, amount: '10', reason: 'Ill' };
    const left = { left_on: '2026-03-09', keep: '20', refund: { amount: '50' }, reason: 'Moved' };
    for (const [path, body] of [
      ['/refunds/', back],
      [withdrawPath(courses, id), left],
    ] as const) {
      const write = { method: 'POST', path, body } as const;
      expect([path, (await staff.send('POST', path, body)).status]).toEqual([path, 403]);
      expect((await sendApproved(write)).status).toBeLessThan(300);
    }
    // Their own of today they take back themselves, as other money.
    expect((await staff.send('POST', undoWithdrawalPath(courses, id), {})).status).toBe(200);
    const entries = await manager.listAll(`/history/?record=${id}&resource=adult-course`);
    expect(entries.map(({ approved_by_name }) => approved_by_name)).toEqual([null, 'Nour Hany', null]);
  });

  it('is not needed to hear again how the approved write ended, and a repeat writes nothing', async () => {
    const employee = await manager.create(employees, factory.employee());
    const path = deductions;
    const body = { employee: employee.id, amount: '111.00', reason: 'Late' };
    const headers = await approved({ method: 'POST', path, body });
    const unapproved = without(headers, 'x-approval');
    // Before it arrives, a repeat without the approval is refused and leaves the key unused.
    expect((await staff.send('POST', path, body, unapproved)).status).toBe(403);
    const recorded = await staff.send('POST', path, body, headers);
    expect(recorded.status).toBe(201);
    for (const again of [unapproved, { ...unapproved, 'x-approval': 'a'.repeat(43) }]) {
      const repeated = await staff.send('POST', path, body, again);
      expect([repeated.status, repeated.body]).toEqual([201, recorded.body]);
    }
    expect((await staff.send('POST', path, { ...body, amount: '1.00' }, unapproved)).status).toBe(422);
    expect((await staff.send('POST', path, body, keyed())).status).toBe(403);
    expect((await staff.send('POST', salaries, body, unapproved)).status).toBe(403);
    const colleague = await server.newColleague(manager, 'staff');
    expect((await colleague.send('POST', path, body, unapproved)).status).toBe(403);
    expect(await manager.listAll(`${deductions}?employee=${employee.id}`)).toHaveLength(1);
  });

  it('lets staff end the month, and shows them no figures', async () => {
    const [path, key] = ['/month/end-undo/', randomUUID()];
    const body = { expect: 'running' };
    const given = await approve({ ...(await asHead()), method: 'POST', path, key }, body);
    const headers = { 'idempotency-key': key, 'x-approval': String(given.body.approval) };
    const ended = await staff.send('POST', path, body, headers);
    expect([ended.status, ended.body.status]).toEqual([200, 'ended']);
    expect(ended.body).not.toHaveProperty('revenue');
    expect((await staff.get('/dashboard/branch/')).status).toBe(403);
    const shown = await staff.send('GET', '/dashboard/branch/', undefined, headers);
    expect(shown.status).toBe(403);
  });

  it('is given by a manager of the branch with the right password only, and not for ever', async () => {
    const write = { method: 'DELETE', path: `${courses}1/`, key: randomUUID() };
    const head = await asHead();
    const stranger = person({ account_type: 'manager' });
    const elsewhere = await server.newClient();
    await elsewhere.create('/users/', stranger);
    const colleague = person();
    const { id } = await manager.create('/users/', colleague);
    expect((await approve({ ...head, ...write, password: 'wrong one' })).status).toBe(400);
    expect((await approve({ email: stranger.email, password: stranger.password, ...write })).status).toBe(
      400,
    );
    const mayNot = await approve({ email: colleague.email, password: colleague.password, ...write });
    expect([mayNot.status, mayNot.body.detail]).toEqual([403, expect.stringMatching(/Ask a manager/)]);
    await manager.send('PATCH', `/users/${id}/`, { account_type: 'manager' });
    const row = await enrol(manager, '100', '50');
    const path = `${courses}${row.id}/`;
    const given = await approve({ ...colleague, method: 'DELETE', path, key: write.key });
    const headers = { 'idempotency-key': write.key, 'x-approval': String(given.body.approval) };
    // Whoever approved may not any more.
    await manager.send('PATCH', `/users/${id}/`, { account_type: 'staff' });
    expect((await staff.send('DELETE', path, undefined, headers)).status).toBe(403);
    await manager.send('PATCH', `/users/${id}/`, { account_type: 'manager', disabled: true });
    expect((await staff.send('DELETE', path, undefined, headers)).status).toBe(403);
    await manager.send('PATCH', `/users/${id}/`, { disabled: false });
    await server.queryAsOwner(`update approval set expires_at = now() where branch_id = $1`, [
      String(manager.branchId),
    ]);
    expect((await staff.send('DELETE', path, undefined, headers)).status).toBe(403);
    expect((await manager.get(path)).status).toBe(200);
  });

  it('is limited like sign-ins', async () => {
    const { app, post } = await accountServer(server);
    const bearer = { authorization: `Bearer ${await server.tokenOf(staff)}` };
    const body = {
      email: 'head@example.com',
      password: 'guess',
      method: 'DELETE',
      path: `${courses}1/`,
      key: randomUUID(),
      body_hash: await hashOfBytes(),
    };
    const answers = [];
    for (let attempt = 0; attempt < 21; attempt++) answers.push(await post('/auth/approval/', body, bearer));
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(20).fill(400), 429]);
    await app.close();
  });

  it('is for exactly one write: its key, path, body, version and person', async () => {
    const { id, version } = await enrol(manager, '100', '50', factory);
    const path = `${courses}${id}/`;
    const body = { paid_amount: '40.00', base: { paid_amount: '50.00' } };
    const ifMatch = `"${version}"`;
    const headers = await approved({ method: 'PATCH', path, body, ifMatch });
    const withoutVersion = without(headers, 'if-match');
    const other = await enrol(manager, '100', '50', factory);
    for (const refused of [
      await staff.send('PATCH', path, { ...body, paid_amount: '0.00' }, headers),
      await staff.send('PATCH', path, JSON.stringify(body, null, 1), headers),
      await staff.send('PATCH', path, undefined, headers),
      await staff.send('PATCH', path, body, withoutVersion),
      await staff.send('PATCH', path, body, { ...headers, 'if-match': '*' }),
      await staff.send('PATCH', path, body, { ...headers, ...keyed() }),
      await staff.send('PATCH', path, body, without(headers, 'idempotency-key')),
      await staff.send('PATCH', path, body, { ...headers, 'x-approval': 'a'.repeat(43) }),
      await staff.send('PATCH', `${courses}${other.id}/`, body, headers),
      await staff.send('DELETE', path, body, headers),
      await (await server.newColleague(manager, 'staff')).send('PATCH', path, body, headers),
    ])
      expect(refused.status).toBe(403);
    expect((await manager.get(path)).body).toMatchObject({ paid_amount: '50.00', version });
    const done = await staff.send('PATCH', path, body, headers);
    expect([done.status, done.body.paid_amount]).toEqual([200, '40.00']);
    // The answer was lost.
    expect((await staff.send('PATCH', path, body, headers)).body).toEqual(done.body);
    await manager.send('PATCH', path, { paid_amount: '50.00' });
    await staff.send('PATCH', path, body, headers);
    expect((await manager.get(path)).body.paid_amount).toBe('50.00');
  });

  it('is refused to an app that names no body', async () => {
    const write = { method: 'DELETE', path: `${courses}1/`, key: randomUUID() };
    const { status, body } = await approve({ ...(await asHead()), ...write, body_hash: undefined });
    expect([status, Object.keys(body)]).toEqual([400, ['body_hash']]);
  });

  it('is for records, collections and the end of a month only', async () => {
    expect(isApprovable('PATCH', '/salaries/{id}/')).toBe(true);
    const closed = apiRoutes.filter((one) => !one.approvable && one.method !== 'GET' && !one.open);
    expect(
      closed.map(({ path }) => path).filter((path) => /users|settings|backups|auth|imports/.test(path)),
    ).toHaveLength(
      apiRoutes.filter(
        ({ path, method, open }) =>
          /users|settings|backups|auth|imports/.test(path) && method !== 'GET' && !open,
      ).length,
    );
    const head = await asHead();
    for (const { method, path } of closed) {
      const named = path.replace('{id}', String(staff.userId)).replace('{name}', 'x');
      const given = await approve(
        { ...head, method, path: named, key: randomUUID() },
        { account_type: 'manager' },
      );
      expect([path, given.status, Object.keys(given.body)]).toEqual([path, 403, ['detail']]);
      // Nor is one that was given before it was closed.
      const headers = await approved({ method: 'DELETE', path: `${courses}1/` });
      await server.queryAsOwner(`update approval set method = $1, path = $2 where key = $3`, [
        method,
        `/api${named}`,
        headers['idempotency-key'],
      ]);
      expect((await staff.send(method, named, undefined, headers)).status).toBe(403);
    }
    expect((await staff.get('/auth/user/')).body.account_type).toBe('staff');
  });

  it('shows nothing that the role hides: success, conflict, refusal, repeated key', async () => {
    const { id: employee } = await manager.create(employees, { ...factory.employee(), salary: '7771.00' });
    const { id: deduction } = await manager.create(deductions, {
      ...factory.deduction(employee),
      amount: '77.71',
    });
    const { id: other } = await manager.create(employees, { ...factory.employee(), salary: '5551.00' });
    await manager.create(deductions, { ...factory.deduction(other), amount: '5551.00' });
    await manager.create(deductions, { ...factory.deduction(other), amount: '0.51' });
    const { id: salary } = await manager.create(salaries, { employee });
    const pay = `${employees}${employee}/`;
    const writes: readonly (Write & { readonly status: number })[] = [
      { method: 'PATCH', path: `${salaries}${salary}/`, body: {}, status: 200 },
      {
        method: 'PATCH',
        path: `${salaries}${salary}/`,
        body: { custom_date: '2026-03-08', base: { custom_date: '2026-03-07' } },
        status: 409,
      },
      { method: 'PATCH', path: pay, body: { salary: '1.00', base: { salary: '2.00' } }, status: 409 },
      { method: 'DELETE', path: pay, ifMatch: '"77"', status: 412 },
      { method: 'DELETE', path: pay, status: 409 },
      { method: 'POST', path: salaries, body: { employee: other }, status: 409 },
      {
        method: 'PATCH',
        path: `${deductions}${deduction}/`,
        body: { amount: '1.00', base: { amount: '77.71' } },
        status: 409,
      },
      { method: 'DELETE', path: `${salaries}${salary}/`, status: 200 },
      { method: 'POST', path: salaries, body: { employee }, status: 201 },
      { method: 'PATCH', path: pay, body: { job_title: 'Cook' }, status: 200 },
    ];
    await manager.send('PATCH', `${salaries}${salary}/`, { custom_date: '2026-03-09' });
    for (const write of writes) {
      const headers = await approved(write);
      const answers = [
        await staff.send(write.method, write.path, write.body, headers),
        await staff.send(write.method, write.path, write.body, headers),
        await staff.send(write.method, write.path, write.body, without(headers, 'x-approval')),
      ];
      expect([write.path, answers[0]?.status], answers[0]?.text).toEqual([write.path, write.status]);
      for (const { text } of answers)
        expect(text.replaceAll(IDS, ''), `${write.method} ${write.path}`).not.toMatch(
          /777|77\.71|5551|0\.51|7693|base_salary|1 salary/,
        );
    }
  });

  it('changes what a close has counted without moving the drawer of who was approved', async () => {
    const { id, version } = await enrol(staff, '3000', '1500', factory);
    await staff.create(CLOSES_PATH, { other: '1500' });
    const path = `${courses}${id}/`;
    const body = { paid_amount: '0', base: { paid_amount: '1500.00' } };
    expect((await staff.send('PATCH', path, body, keyed())).status).toBe(403);
    expect((await sendApproved({ method: 'PATCH', path, body, ifMatch: `"${version}"` })).status).toBe(200);
    const close = await staff.create(CLOSES_PATH, { other: '0' });
    expect(close).toMatchObject({ expected: '0.00', parts: [] });
  });

  it('does not let an entry be sent in the name of another person', async () => {
    const colleague = person();
    const { id: left } = await manager.create('/users/', colleague);
    await manager.send('PATCH', `/users/${left}/`, { disabled: true });
    const row = await enrol(manager, '100', '50', factory);
    const write: Write = { method: 'DELETE', path: `${courses}${row.id}/` };
    const headers = { ...(await approved(write)), 'x-entered-by': left };
    expect((await staff.send('DELETE', write.path, undefined, headers)).status).toBe(403);
  });
});
