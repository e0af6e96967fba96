import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type pg from 'pg';
import { projectRoot } from '../../support/project-root.ts';
import { firstOutput, startChild } from '../children.ts';
import type { Known, Peer } from './peer.ts';

/**
 * Returns the requests of the product's API: ours, and those of the server written by hand. What is read anew has an address that was never
 * asked for: one of an earlier round would be answered from what the server keeps.
 */
export function apiRequests(tokens: readonly string[]): Peer['requests'] {
  let reads = 0;
  const signedIn = (run: number) => ({ authorization: `Bearer ${tokens[run % tokens.length]}` });
  const get = (run: number, path: string) => ({
    method: 'GET' as const,
    path: `/api${path}`,
    headers: signedIn(run),
  });
  const create = (run: number, { draft }: Known) => ({
    method: 'POST' as const,
    path: '/api/adult-course/',
    headers: { ...signedIn(run), 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(draft(run)),
  });
  return {
    'list, first page': (run) => get(run, '/adult-course/?page=1'),
    'list, first page, read anew': (run) => get(run, `/adult-course/?page=1&read=${reads++}`),
    'list, middle page': (run, { middle }) => get(run, `/adult-course/?page=${middle}`),
    'list, last page': (run, { last }) => get(run, `/adult-course/?page=${last}`),
    students: (run) => get(run, '/students/?page=1'),
    'students, search two letters': (run, { letters }) => get(run, `/students/?search=${letters}&page=1`),
    'students, search one letter': (run, { letters }) =>
      get(run, `/students/?search=${letters.slice(0, 1)}&page=1`),
    months: (run) => get(run, '/month/?page=1'),
    'months, read anew': (run) => get(run, `/month/?page=1&read=${reads++}`),
    'dashboard, read anew': (run) => get(run, `/dashboard/branch/?read=${reads++}`),
    dashboard: (run) => get(run, '/dashboard/branch/'),
    'create with key': create,
    'create, PostgREST with key too': create,
  };
}

/** Starts the server that is written by hand, over the database of the bench. */
export async function startBareServer(
  { host, port: databasePort, user, password, database }: pg.PoolConfig,
  tokenSecret: string,
  tokens: readonly string[],
): Promise<Peer> {
  const program = join(projectRoot, 'tests/bench/peers/bare-server.ts');
  const settings = { owner: { host, port: databasePort, user, password, database }, tokenSecret };
  const { child, end } = startChild(process.execPath, ['--import', 'tsx', program], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', BARE_SETTINGS: JSON.stringify(settings) },
  });
  const port = Number(await firstOutput(child));
  return {
    name: 'bare pg',
    port,
    pid: child.pid ?? 0,
    requests: apiRequests(tokens),
    end,
  };
}
