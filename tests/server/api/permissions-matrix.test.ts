import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { resourceOf } from '#contract/resources/registry.ts';
import {
  leavableResources,
  returnPath,
  transferPath,
  undoReturnPath,
  undoWithdrawalPath,
  withdrawalPath,
  withdrawPath,
} from '#contract/withdrawals.ts';
import { apiRoutes } from '../../support/api-routes.ts';
import { rowsOfBranch } from './branch-rows.ts';
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
  '/cash-moves/': shared,
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
  'GET /cash-moves/balance/': 'refused',
  'GET /closes/open/': 'refused',
  'GET /closes/': 'allowed',
  'POST /closes/': 'allowed',
  'GET /closes/{id}/': 'allowed',
  'POST /closes/{id}/finish/': 'allowed',
  'POST /closes/{id}/recount/': 'allowed',
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

beforeAll(async () => {
  manager = await server.newClient();
  staff = await server.newColleague(manager, 'staff');
  origin = await server.app.listen({ host: '127.0.0.1', port: 0 });
  await manager.create('/month/', { name: 'March' });
});

const everything = () => rowsOfBranch(server, manager.branchId);

/**
 * Calls a route as this client, for a record that does not exist and with an empty body: permission is decided before both are read, and
 * the tests of each feature send requests that succeed. The body of a stream is not awaited.
 */
async function call(client: ApiClient, name: string) {
  const [method = '', path = ''] = name.split(' ');
  const stop = new AbortController();
  const answer = await fetch(
    `${origin}/api${path.replace('{id}', '999999999').replace(/{\w+}/, randomUUID())}`,
    {
      method,
      signal: stop.signal,
      headers: {
        ...client.authorization,
        ...(method !== 'GET' && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      },
      body: method === 'GET' ? undefined : '{}',
    },
  );
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream');
  const text = isStream ? '' : await answer.text();
  if (isStream) stop.abort();
  return { status: answer.status, text };
}

/** Expects any answer but a refusal for want of a permission, and no failure. */
function expectPermitted({ status, text }: Awaited<ReturnType<typeof call>>): void {
  expect([401, 403], text).not.toContain(status);
  expect(status, text).toBeLessThan(500);
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

  const closed = Object.entries(matrix).filter(([, answer]) => answer !== 'open');
  const named = (wanted: Answer) => closed.flatMap(([name, answer]) => (answer === wanted ? [name] : []));

  it.each(named('allowed'))('%s is allowed to staff', async (name) =>
    expectPermitted(await call(staff, name)));

  it('what is refused to staff is refused with a sentence and changes no row', async () => {
    const before = await everything();
    for (const name of named('refused')) {
      const { status, text } = await call(staff, name);
      expect([name, status], text).toEqual([name, 403]);
      sentence.parse(JSON.parse(text));
    }
    expect(await everything()).toEqual(before);
  });

  it.each(closed)('%s is allowed to a manager', async (name) => expectPermitted(await call(manager, name)));
});
