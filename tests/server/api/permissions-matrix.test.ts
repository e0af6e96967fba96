import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CLOSES_PATH, OWN_DRAWER_PATH, ownDrawer } from '#contract/closes.ts';
import { BALANCES_PATH, DEBTS_PATH } from '#contract/debts.ts';
import { CHECKED_ENTRIES_PATH, DEVICE_ENTRIES_PATH } from '#contract/device-entries.ts';

import { FAMILIES_PATH } from '#contract/families.ts';
import type { Method } from '#contract/http.ts';
import { paths } from '#contract/http.ts';
import { IMPORTS_PATH } from '#contract/imports.ts';
import { outcomePath } from '#contract/outcomes.ts';
import { photoPath } from '#contract/photos.ts';
import { PRINTS_PATH, RECEIPTS_PATH } from '#contract/receipts.ts';
import { BRANCH_REPORTS_PATH, REPORTS_PATH } from '#contract/reports.ts';
import { allResourceNames, type ResourceName } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { SPREADSHEET_TOKENS_PATH } from '#contract/spreadsheet-tokens.ts';
import { studentTransferPath } from '#contract/student-transfers.ts';
import {
  returnPath,
  transferPath,
  undoReturnPath,
  undoWithdrawalPath,
  withdrawalPath,
  withdrawPath,
} from '#contract/withdrawal-paths.ts';
import { leavableResources } from '#contract/withdrawals.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { apiRoutes } from '../../support/api-routes.ts';
import { bodyOf, collectionOf, payable, printAndCancel } from './bodies.ts';
import { rowsOfBranch } from './branch-rows.ts';
import { otherBranchOf } from './other-branch.ts';
import type { ApiClient } from './test-server.ts';
import { withServer } from './with-server.ts';

/** What staff are answered; a manager may everything. Written apart from the table of permissions, so that it checks it. */
type Answer = 'allowed' | 'refused' | 'open';

const ofRecords = (answers: Record<'read' | 'create' | 'change' | 'remove', Answer>) => ({
  'GET ': answers.read,
  'GET export/': answers.read,
  'POST ': answers.create,
  'GET {id}/': answers.read,
  'PATCH {id}/': answers.change,
  'DELETE {id}/': answers.remove,
});
const shared = ofRecords({ read: 'allowed', create: 'allowed', change: 'allowed', remove: 'allowed' });
const pay = ofRecords({ read: 'refused', create: 'refused', change: 'refused', remove: 'refused' });
const ofPaths: Record<string, Partial<ReturnType<typeof ofRecords>>> = {
  '/books/': shared,
  '/book-order/': shared,
  '/book-payout/': shared,
  '/students/': shared,
  // An employee without pay cannot be stored, and a delete takes the pay along.
  '/employees/': ofRecords({ read: 'allowed', create: 'refused', change: 'allowed', remove: 'refused' }),
  '/salaries/': pay,
  '/deductions/': pay,
  '/advances/': pay,
  '/bonuses/': pay,
  '/expenses/': shared,
  '/adult-course/': shared,
  '/kids-course/': shared,
  '/home-schooling/': shared,
  '/summer-course/': shared,
  '/nursery/': shared,
  '/bus/': shared,
  '/refunds/': shared,
  '/stock-counts/': shared,
  '/reminders/': shared,
  '/promises/': shared,
  '/plans/': shared,
  '/month/': shared,
  '/users/': {
    'GET ': 'refused',
    'POST ': 'refused',
    'GET {id}/': 'refused',
    'PATCH {id}/': 'refused',
  },
};
const matrix: Record<string, Answer> = {
  'GET /backups/': 'refused',
  'POST /backups/': 'refused',
  'GET /backups/{name}/': 'refused',
  'POST /backups/{name}/restore/': 'refused',
  'GET /setup/': 'open',
  'POST /setup/': 'open',
  'GET /health/live': 'open',
  'GET /health': 'open',
  'POST /auth/login/': 'open',
  'POST /auth/token/refresh/': 'open',
  'POST /auth/password/reset/': 'open',
  'POST /auth/password/reset/confirm/': 'open',
  'POST /auth/email/confirm/': 'open',
  'POST /auth/logout/': 'open',
  'GET /auth/user/': 'allowed',
  'GET /auth/sessions/': 'allowed',
  'DELETE /auth/sessions/': 'allowed',
  'DELETE /auth/sessions/{id}/': 'allowed',
  'PATCH /auth/user/': 'allowed',
  'POST /auth/switch/': 'allowed',
  'POST /auth/approval/': 'allowed',
  'GET /auth/second-factor/': 'allowed',
  'POST /auth/second-factor/new/': 'allowed',
  'POST /auth/second-factor/new/confirm/': 'allowed',
  'POST /auth/second-factor/remove/': 'allowed',
  'POST /auth/second-factor/recovery-codes/': 'allowed',
  'POST /auth/approval/second-factor/': 'allowed',
  'POST /auth/login/second-factor/': 'open',
  'POST /auth/login/second-factor/new/': 'open',
  'POST /auth/login/second-factor/new/confirm/': 'open',
  'POST /users/{id}/reset-factor/': 'refused',
  'GET /branch/details/': 'allowed',
  'GET /branch/settings/': 'allowed',
  'PATCH /branch/settings/': 'refused',
  'GET /branch/events/': 'allowed',
  'GET /branch/changes/': 'allowed',
  'GET /branch/getting-started/': 'allowed',
  'GET /dashboard/branch/': 'refused',
  'GET /history/': 'allowed',
  'GET /history/export/': 'allowed',
  'POST /imports/columns/': 'refused',
  'POST /imports/check/': 'refused',
  'POST /imports/rows/': 'refused',
  'POST /imports/': 'refused',
  'GET /imports/': 'refused',
  'DELETE /imports/{id}/': 'refused',
  'POST /month/end-undo/': 'refused',
  'POST /users/{id}/handover/': 'refused',
  'GET /collections/': 'allowed',
  'POST /collections/': 'allowed',
  'GET /collections/{id}/': 'allowed',
  'GET /month/checklist/': 'refused',
  'GET /month/waiting/': 'allowed',
  'GET /month/{id}/writes/': 'refused',
  'GET /month/{id}/breakdown/': 'refused',
  'GET /photos/{digest}/': 'allowed',
  'GET /people/': 'allowed',
  'GET /outcomes/': 'allowed',
  'GET /closes/own/': 'allowed',
  'GET /closes/open/': 'refused',
  'GET /closes/': 'allowed',
  'POST /closes/': 'allowed',
  'GET /closes/{id}/': 'allowed',
  'POST /closes/{id}/finish/': 'allowed',
  'POST /closes/{id}/recount/': 'allowed',
  'GET /outcomes/{key}/': 'allowed',
  'GET /debts/': 'allowed',
  'GET /debts/export/': 'allowed',
  'GET /debts/balances/': 'allowed',
  'GET /reports/': 'refused',
  'GET /reports/export/': 'refused',
  'GET /debts/{id}/': 'allowed',
  'GET /families/': 'allowed',
  'GET /receipts/': 'allowed',
  'POST /receipt-prints/': 'allowed',
  'GET /renewals/': 'allowed',
  'POST /renewals/': 'allowed',
  'GET /receipt-prints/{id}/': 'allowed',
  'GET /cancelled-payments/': 'refused',
  'POST /families/': 'allowed',
  'GET /devices/entries/': 'refused',
  'POST /devices/entries/': 'allowed',
  'POST /devices/entries/checked/': 'allowed',
  'GET /search/': 'allowed',
  'GET /spreadsheet-tokens/': 'refused',
  'POST /spreadsheet-tokens/': 'refused',
  'DELETE /spreadsheet-tokens/{id}/': 'refused',
  'GET /students/{id}/merge/': 'allowed',
  'POST /students/{id}/merge/': 'refused',
  'GET /students/{id}/transfer/': 'allowed',
  'POST /students/{id}/transfer/': 'refused',
  'POST /users/{id}/join/': 'refused',
  'GET /reports/branches/': 'refused',
  'POST /students/{id}/merge/undo/': 'refused',
  // A student leaves, or copies come back: of money that the client took in today.
  ...Object.fromEntries(
    leavableResources.flatMap((name) => {
      const { path } = resourceOf(name);
      return [
        [`GET ${withdrawalPath(path, '{id}')}`, 'allowed'],
        [`POST ${withdrawPath(path, '{id}')}`, 'allowed'],
        [`POST ${undoWithdrawalPath(path, '{id}')}`, 'allowed'],
        [`POST ${transferPath(path, '{id}')}`, 'allowed'],
      ];
    }),
  ),
  [`POST ${returnPath('{id}')}`]: 'allowed',
  [`POST ${undoReturnPath('{id}')}`]: 'allowed',
  ...Object.fromEntries(
    Object.entries(ofPaths).flatMap(([path, answers]) =>
      Object.entries(answers).map(([verb, answer]) => {
        const [method = '', rest = ''] = verb.split(' ');
        return [`${method} ${path}${rest}`, answer] as const;
      }),
    ),
  ),
};

const server = withServer();
let manager: ApiClient;
let staff: ApiClient;
let origin: string;
const factory = branchFactory(11);
const resourceOfPath = new Map(allResourceNames.map((name) => [resourceOf(name).path as string, name]));

beforeAll(async () => {
  manager = await server.newClient();
  staff = await server.newColleague(manager, 'staff');
  origin = await server.app.listen({ host: '127.0.0.1', port: 0 });
  await manager.create('/month/', { name: 'March' });
});

const everything = () => rowsOfBranch(server, manager.branchId);

/** Sends a request over a socket as this client; the body of a stream is not awaited. */
async function ask(client: ApiClient, method: Method, path: string, body?: unknown) {
  const token = await server.tokenOf(client);
  const stop = new AbortController();
  const answer = await fetch(`${origin}/api${path}`, {
    method,
    signal: stop.signal,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      ...(method !== 'GET' && { 'idempotency-key': randomUUID() }),
    },
    body: body === undefined || body instanceof FormData ? body : JSON.stringify(body),
  });
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream');
  const text = isStream ? '' : await answer.text();
  if (isStream) stop.abort();
  return { status: answer.status, text };
}

/** Returns a form with a file of one new student. */
function studentFile(): FormData {
  const form = new FormData();
  form.set('options', JSON.stringify({ target: 'student', columns: { name: 0 } }));
  form.set('file', new File([`Name\nStudent ${randomUUID()}\n`], 'students.csv'));
  return form;
}

const email = () => `${randomUUID()}@example.com`;
const newUser = () => ({
  email: email(),
  first_name: 'Nour',
  last_name: 'Hany',
  account_type: 'staff',
  password: 'a password of Nour',
});
const monthId = async () => {
  const [newest] = await manager.listAll('/month/');
  return newest?.id ?? '';
};

let counts = 0;

/** Counts a client's drawer with a difference, so that the close waits for its reason; one that waits already is finished. */
async function closeOf(client: ApiClient): Promise<string> {
  const { unfinished } = ownDrawer.parse((await client.get(OWN_DRAWER_PATH)).body);
  if (unfinished) await client.send('POST', `${CLOSES_PATH}${unfinished.id}/finish/`, { reason: 'counted' });
  counts += 1;
  // The same count again would be refused.
  const other = `0.${String(counts % 100).padStart(2, '0')}`;
  const { id, finished_at } = await client.create(CLOSES_PATH, { other });
  return finished_at === null ? id : closeOf(client);
}

const collection = () => collectionOf(manager, factory);

/** A refund is of money that the client took in. */
const bodyFor = (client: ApiClient, name: ResourceName) =>
  bodyOf[name](name === 'refund' ? client : manager, factory);

/** Returns the id of a record that the client may change; of a resource that they may not create, a manager's. */
async function recordOf(client: ApiClient, path: string): Promise<string> {
  if (path === '/month/') return monthId();
  if (path === '/users/') return (await manager.create(path, newUser())).id;
  if (path === SPREADSHEET_TOKENS_PATH) return (await manager.create(path, { name: 'Debts' })).id;
  if (path === paths.collections) return (await client.create(path, await collection())).id;
  if (path === PRINTS_PATH) return (await printAndCancel(client, factory)).print;
  if (path === CLOSES_PATH) return closeOf(client);
  if (path === IMPORTS_PATH) {
    const { text } = await ask(manager, 'POST', path, studentFile());
    return z.object({ id: z.string() }).parse(JSON.parse(text)).id;
  }
  const name = path === DEBTS_PATH ? 'student' : resourceOfPath.get(path);
  if (!name) throw new Error(`nobody knows a record of ${path}`);
  const author = matrix[`POST ${resourceOf(name).path}`] === 'allowed' ? client : manager;
  return (await author.create(resourceOf(name).path, await bodyFor(client, name))).id;
}

const change = (path: string): Record<string, unknown> => {
  const name = resourceOfPath.get(path);
  if (path === '/month/' || path === '/users/')
    return path === '/month/' ? { name: 'April' } : { first_name: 'Amr' };
  const text: Partial<Record<ResourceName, object>> = {
    book: { name: 'Atlas' },
    student: { name: 'Mona Adel' },
    employee: { name: 'Hany Samir' },
    expense: { title: 'Paper' },
    deduction: { reason: 'Late' },
    salary: { custom_date: '2026-03-09' },
  };
  return { ...((name && text[name]) ?? { custom_date: '2026-03-09' }) };
};

/** Returns a request of a student who leaves or brings copies back, and makes what it needs. */
async function goingBack(client: ApiClient, path: string) {
  const list = path.slice(0, path.indexOf('{id}'));
  const name = resourceOfPath.get(list) ?? 'bus';
  const body = await bodyOf[name](manager, factory);
  const { id } = await client.create(list, { ...body, paid_amount: '0' });
  const made = path.replace('{id}', id);
  const back = { quantity: '1', reason: 'Torn' };
  if (path === undoReturnPath('{id}')) await client.send('POST', returnPath(id), back);
  if (path.endsWith('return/')) return { path: made, body: back };
  const left = { left_on: '2026-03-09', keep: '0', reason: 'Moved away' };
  if (path.endsWith('/withdrawal/') || path.endsWith('/withdraw/undo/'))
    await client.send('POST', withdrawPath(list, id), left);
  if (path.endsWith('/withdraw/')) return { path: made, body: left };
  const bus = { ...factory.enrolment('bus', String(body.student)), paid_amount: '0' };
  if (path.endsWith('/transfer/'))
    return { path: made, body: { withdraw: left, to: { resource: 'bus', body: bus } } };
  return { path: made, body: path.endsWith('/undo/') ? {} : undefined };
}

/** Returns the path and body of a request that succeeds for whoever may make it. */
async function validRequest(client: ApiClient, method: Method, path: string) {
  if (path === '/auth/sessions/{id}/') {
    const [other] = await server.queryAsOwner(
      `insert into session (branch_id, user_id, expires_at) values ($1, $2, now() + interval '1 day') returning id`,
      [String(client.branchId), String(client.userId)],
    );
    return { path: `/auth/sessions/${other?.id}/` };
  }
  if (path === '/users/{id}/reset-factor/') {
    const id = await recordOf(client, '/users/');
    await server.queryAsOwner(
      `insert into totp (branch_id, user_id, secret, last_step) select branch_id, id, '\\x00', 0 from app_user where id = $1`,
      [id],
    );
    return { path: `/users/${id}/reset-factor/` };
  }
  if (path === '/users/{id}/handover/') {
    const id = await recordOf(client, '/users/');
    await manager.send('PATCH', `/users/${id}/`, { disabled: true });
    return { path: `/users/${id}/handover/` };
  }
  if (path === paths.switch)
    return { path, body: { branch: String((await otherBranchOf(server, client)).branchId) } };
  if (path === '/users/{id}/join/') {
    const { branchId } = await otherBranchOf(server, client);
    const body = { branch: String(branchId), account_type: 'staff' };
    return { path: path.replace('{id}', await recordOf(client, '/users/')), body };
  }
  if (path === studentTransferPath('{id}')) {
    const { id } = await manager.create('/students/', factory.student());
    const { branchId } = await otherBranchOf(server, client);
    return {
      path: studentTransferPath(id),
      body: method === 'GET' ? undefined : { branch: String(branchId) },
    };
  }
  if (path.startsWith('/students/{id}/merge/')) {
    const { id } = await manager.create('/students/', factory.student());
    const other = await manager.create('/students/', factory.student());
    const body = { other: other.id };
    if (path.endsWith('undo/')) await manager.send('POST', `/students/${id}/merge/`, body);
    return { path: path.replace('{id}', id), body: method === 'GET' ? undefined : body };
  }
  if (/\/(?:withdrawal|withdraw|withdraw\/undo|transfer|return|return\/undo)\/$/.test(path))
    return goingBack(client, path);
  if (path === `${CLOSES_PATH}{id}/finish/`)
    return {
      path: `${CLOSES_PATH}${await closeOf(client)}/finish/`,
      body: { reason: 'counted' },
    };
  if (path === `${CLOSES_PATH}{id}/recount/`)
    return { path: `${CLOSES_PATH}${await closeOf(client)}/recount/`, body: { other: '1' } };
  if (path === photoPath('{digest}')) {
    const photo = 'data:image/jpeg;base64,/9j/4AAQ';
    const made = await manager.create('/expenses/', { title: 'Rent', amount: '1', photo });
    return { path: photoPath(String(made.photo)) };
  }
  if (path === outcomePath('{key}')) return { path: outcomePath(randomUUID()) };
  if (path === '/month/{id}/writes/' || path === '/month/{id}/breakdown/')
    return { path: path.replace('{id}', await monthId()) };
  const list = path.replace('{id}/', '');
  if (path.includes('{id}')) {
    if (method === 'DELETE' && list === '/month/') {
      await manager.send('POST', '/month/end-undo/', { expect: 'running' });
      const { id } = await manager.create('/month/', { name: 'Empty' });
      return { path: `${list}${id}/` };
    }
    const id = await recordOf(client, list);
    return { path: `${list}${id}/`, body: method === 'PATCH' ? change(list) : undefined };
  }
  if (path === REPORTS_PATH || path === BRANCH_REPORTS_PATH)
    return { path: `${path}?from=2026-01-01&until=2026-12-31` };
  if (path === BALANCES_PATH)
    return { path: `${path}?students=${(await manager.create('/students/', factory.student())).id}` };
  if (path === FAMILIES_PATH) {
    const { id } = await manager.create('/students/', factory.student());
    const other = await manager.create('/students/', factory.student());
    if (method === 'GET') return { path: `${path}?student=${id}` };
    return { path, body: { student: id, other: other.id, together: true } };
  }
  if (path === RECEIPTS_PATH) return { path: `${path}?resource=bus&id=${await recordOf(manager, '/bus/')}` };
  if (path === PRINTS_PATH && method === 'POST')
    return { path, body: { resource: 'bus', record: await recordOf(manager, '/bus/') } };
  if (method === 'POST' && path.startsWith(DEVICE_ENTRIES_PATH)) {
    const store = randomUUID();
    const body = { store, entries: [], unlisted: 1 };
    if (path === CHECKED_ENTRIES_PATH) await client.send('POST', DEVICE_ENTRIES_PATH, body);
    return { path, body: path === CHECKED_ENTRIES_PATH ? { store, user: String(client.userId) } : body };
  }
  if (path.endsWith('/export/'))
    return { path: `${path}?format=csv&resource=student&from=2026-01-01&until=2026-12-31` };
  if (method === 'GET') return { path };
  if (path.startsWith(IMPORTS_PATH)) return { path, body: studentFile() };
  if (path === paths.collections) return { path, body: await collection() };
  if (path === paths.renewals) {
    const { id } = await payable(manager, 'bus', { price: '300' }, factory);
    return { path, body: { rows: [{ resource: 'bus', record: id }] } };
  }
  if (path === CLOSES_PATH) {
    const id = await closeOf(client);
    await client.send('POST', `${CLOSES_PATH}${id}/finish/`, { reason: 'counted' });
    return { path, body: { other: '1' } };
  }
  if (path === '/auth/user/') return { path, body: { first_name: 'Dina' } };
  if (path === '/users/') return { path, body: newUser() };
  if (path === SPREADSHEET_TOKENS_PATH) return { path, body: { name: 'Debts' } };
  if (path === '/branch/settings/') return { path, body: { phone: '0225551234' } };
  if (path === '/month/') {
    await manager.send('POST', '/month/end-undo/', { expect: 'running' });
    return { path, body: { name: 'May' } };
  }
  if (path === '/month/end-undo/') return { path, body: {} };
  const name = resourceOfPath.get(path);
  return { path, body: name ? await bodyFor(client, name) : undefined };
}

/** Reads the server's tree of routes, in which each level is indented by four characters: "GET /api/bus/:id". */
function routesOf(tree: string): string[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] =
      /^([│ ]*[├└]── )(\S+)(?: \(([A-Z, ]+)\))?/u.exec(line) ?? [];
    const depth = indent.length / 4;
    above.splice(Math.max(0, depth - 1), above.length, part);
    const path = above.join('');
    return path.startsWith('/api') && methods !== ''
      ? methods.split(', ').map((one) => `${one} ${path}`)
      : [];
  });
}

const sentence = z.object({ detail: z.string().regex(/^[A-Z].{20,}\.$/) });

describe('permissions', () => {
  it('the matrix names every route and verb of the server, and no other', () => {
    const declared = apiRoutes.map(({ method, path }) => `${method} ${path}`);
    expect(Object.keys(matrix).sort()).toEqual([...declared].sort());
    const open = apiRoutes.filter((one) => one.open).map(({ method, path }) => `${method} ${path}`);
    expect(
      Object.keys(matrix)
        .filter((name) => matrix[name] === 'open')
        .sort(),
    ).toEqual(open.sort());
  });

  it('the server has no route that is not in the matrix', () => {
    const withoutSlash = (name: string) => name.replace(/\/$/, '');
    const known = new Set(
      Object.keys(matrix).map((name) => withoutSlash(name.replace(' ', ' /api').replace(/{(\w+)}/, ':$1'))),
    );
    const routes = routesOf(server.app.printRoutes({ commonPrefix: false })).map(withoutSlash);
    const unknown = routes.filter((route) => !known.has(route.replace(/^HEAD/, 'GET')));
    expect(unknown.filter((route) => !route.endsWith(' /api/openapi.json'))).toEqual([]);
    expect(routes.length).toBeGreaterThan(known.size);
  });

  // The clients here have none; approvals.test.ts and second-factor.test.ts call them.
  const asksForPassword = new Set([
    '/auth/approval/',
    ...Object.keys(matrix).flatMap((name) => /^POST (\/auth\/.*second-factor\/.*)$/.exec(name)?.[1] ?? []),
  ]);
  const closed = Object.entries(matrix).filter(([, answer]) => answer !== 'open');
  it.each(closed)('%s is %s to staff', async (name, expected) => {
    const [method, path] = name.split(' ') as [Method, string];
    if (asksForPassword.has(path)) return;
    const request = await validRequest(staff, method, path);
    const before = expected === 'allowed' ? undefined : await everything();
    const answer = await ask(staff, method, request.path, request.body);
    if (expected === 'allowed') {
      expect([answer.status, answer.text]).toEqual([expect.toSatisfy((status) => status < 300), answer.text]);
      return;
    }
    expect([answer.status, answer.text]).toEqual([403, answer.text]);
    sentence.parse(JSON.parse(answer.text));
    expect(await everything()).toEqual(before);
  });

  it.each(closed)('%s is allowed to a manager', async (name) => {
    const [method, path] = name.split(' ') as [Method, string];
    if (asksForPassword.has(path)) return;
    const request = await validRequest(manager, method, path);
    const answer = await ask(manager, method, request.path, request.body);
    // No backup has this name: it was looked for, so the manager may.
    if (path.includes('{name}')) return expect([400, 404]).toContain(answer.status);
    expect([answer.status, answer.text]).toEqual([expect.toSatisfy((status) => status < 300), answer.text]);
  });
});
