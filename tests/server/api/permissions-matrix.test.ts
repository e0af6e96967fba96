import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { permissionsOf } from '#contract/permissions.ts';
import { allResourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { leavableResources, withdrawalPath } from '#contract/withdrawals.ts';
import { apiRoutes } from '../../support/api-routes.ts';
import { rowsOfBranch } from './branch-rows.ts';
import type { ApiClient } from './test-server.ts';
import { withServer } from './with-server.ts';

const ofEach = (paths: readonly string[], ...rest: readonly string[]) =>
  paths.flatMap((path) => rest.map((one) => `GET ${path}${one}`));
const listed = allResourceNames
  .filter((name) => !['salary', 'deduction', 'advance', 'bonus'].includes(name))
  .map((name) => resourceOf(name).path);

/** Written apart from the table of permissions, which it checks; docs/security.md has the writes of staff (rights.test.ts). */
const open = [
  'GET /setup/',
  'POST /setup/',
  'GET /health/live',
  'GET /health',
  'POST /auth/login/',
  'POST /auth/login/second-factor/',
  'POST /auth/login/second-factor/new/',
  'POST /auth/login/second-factor/new/confirm/',
  'POST /auth/token/refresh/',
  'POST /auth/password/reset/',
  'POST /auth/password/reset/confirm/',
  'POST /auth/email/confirm/',
  'POST /auth/logout/',
];
const readByStaff = [
  ...ofEach([...listed, '/month/'], '', 'export/', '{id}/'),
  ...ofEach(['/history/', '/debts/'], '', 'export/'),
  ...ofEach(['/collections/', '/closes/'], '', '{id}/'),
  ...ofEach(['/auth/user/', '/auth/sessions/', '/auth/second-factor/'], ''),
  ...ofEach(['/branch/'], 'details/', 'settings/', 'events/', 'changes/', 'getting-started/'),
  ...ofEach(['/debts/'], 'balances/', '{id}/'),
  ...ofEach(['/students/{id}/'], 'merge/', 'transfer/'),
  ...ofEach(['/families/', '/receipts/', '/renewals/', '/search/', '/people/', '/outcomes/'], ''),
  ...ofEach(['/photos/{digest}/', '/receipt-prints/{id}/', '/month/waiting/', '/closes/own/'], ''),
  ...ofEach(
    leavableResources.map((name) => withdrawalPath(resourceOf(name).path, '{id}')),
    '',
  ),
];
const named = apiRoutes.map((route) => ({ ...route, name: `${route.method} ${route.path}` }));

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

/** An unknown record and an empty body: permission is decided before both are read. The body of a stream is not awaited. */
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
  it('are asked of everything but what is open', () => {
    expect(named.flatMap((one) => (one.open ? [one.name] : [])).sort()).toEqual([...open].sort());
    const routes = routesOf(server.app.printRoutes({ commonPrefix: false }));
    const known = new Set(named.map(({ name }) => name.replace(' ', ' /api').replace(/{(\w+)}/, ':$1')));
    const isKnown = (route: string) => known.has(route) || known.has(`${route}/`);
    const unknown = routes.filter((route) => !isKnown(route.replace(/^HEAD/, 'GET')));
    expect(unknown.filter((route) => !route.endsWith(' /api/openapi.json'))).toEqual([]);
    expect(routes.length).toBeGreaterThan(known.size);
  });

  const closed = named.filter((one) => !one.open);
  const staffMay = (needs: string | null) => permissionsOf('staff').some((one) => one === needs);

  it('that staff lack are refused with a sentence, and nothing changes', async () => {
    const before = await everything();
    for (const { name } of closed.filter(({ needs }) => needs !== null && !staffMay(needs))) {
      const { status, text } = await call(staff, name);
      expect([name, status], text).toEqual([name, 403]);
      sentence.parse(JSON.parse(text));
    }
    expect(await everything()).toEqual(before);
  });

  it('that staff have let them read what is listed, and nothing else', async () => {
    const read: string[] = [];
    for (const { name, method, needs } of closed) {
      const answer = await call(staff, name);
      if (needs === null || staffMay(needs)) expectPermitted(answer);
      if (method === 'GET' && answer.status !== 403) read.push(name);
    }
    expect(read.sort()).toEqual([...readByStaff].sort());
  });

  it('are all those of a manager', async () => {
    for (const { name } of closed) expectPermitted(await call(manager, name));
  });
});
