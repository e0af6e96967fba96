import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#server/postgres/open-database.ts';
import { signedInTokens } from '../support/api.ts';
import { addPerson } from '../support/extra-users.ts';
import { firstUser, type RunningServer, startServer } from '../support/running-server.ts';
import type { BranchSize } from './growth/branch-size.ts';
import { fillBranch } from './growth/fill-branch.ts';
import { poolOf } from './growth/pool-of.ts';
import { type Line, ms, timing } from './measure.ts';

const HEAP_MEGABYTES = 256;
const SIZE: BranchSize = { payments: 100_000, students: 100_000, months: 20 };
const HISTORY = 300_000;
const ALONE_MS = 10_000;
const ATTACK_MS = 60_000;
/** Requests that the greedy user keeps open at once: more than may run and wait. */
const GREEDY_LANES = 40;
const SIGN_INS_A_MINUTE = 300;
const MAX_LIST_MS = 2_000;

/** The worst requests known: whole lists, searches with many matches, deep pages, orders without an index. */
const worst = [
  '/students/?no_pagination=true',
  '/students/?no_pagination=true&ordering=name&search=a',
  '/adult-course/?page=0&totals=true',
  '/history/?no_pagination=true&resource=student',
  '/history/?page=29999',
  '/history/?user=1&resource=student&page=15000',
  '/students/?search=a',
  '/students/?search=01',
  '/students/?search=a%20e%20i%20o%20u&ordering=-name',
  '/adult-course/?search=m&totals=true&ordering=student',
  '/book-payout/?search=e%201&ordering=-book',
  '/students/?page=9999&ordering=name',
  '/adult-course/?ordering=-student&page=500&created_after=2000-01-02',
  '/month/?no_pagination=true',
];

/** What another user does meanwhile. */
const usual = ['/students/?page=1', '/adult-course/?page=1', '/expenses/?page=2', '/adult-course/?page=40'];

interface Said {
  readonly status: number;
  /** Whether the whole answer arrived. */
  readonly whole: boolean;
  readonly milliseconds: number;
}

/** Sends a request and reads its answer; with `slowly`, a reader that takes nothing until it is cut off. */
function ask(origin: string, path: string, access?: string, slowly = false): Promise<Said> {
  const start = performance.now();
  const headers = access === undefined ? {} : { authorization: `Bearer ${access}` };
  return new Promise((resolve) => {
    const end = (status: number, whole: boolean) =>
      resolve({ status, whole, milliseconds: performance.now() - start });
    const asked = request(`${origin}/api${path}`, { headers, agent: false }, (answer: IncomingMessage) => {
      const status = answer.statusCode ?? 0;
      answer.on('end', () => end(status, true)).on('error', () => end(status, false));
      if (slowly) setTimeout(() => answer.resume(), 30_000).unref();
      else answer.resume();
    });
    asked.on('error', () => end(0, false)).end();
  });
}

function signIn(origin: string, number: number): Promise<number> {
  const body = JSON.stringify({ email: `nobody${number}@example.com`, password: 'not a password' });
  return fetch(`${origin}/api/auth/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    () => 0,
  );
}

/** Counts answers by status; 0 stands for none. */
class Answers {
  readonly #counts = new Map<string, number>();

  add({ status, whole }: Pick<Said, 'status' | 'whole'>): void {
    const name = status === 0 ? 'no answer' : whole ? String(status) : `${status} cut off`;
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  toString(): string {
    return [...this.#counts]
      .sort()
      .map(([name, count]) => `${count} × ${name}`)
      .join(', ');
  }
}

/** Adds history entries as long as real ones, by SQL. */
async function fillHistory(pool: ReturnType<typeof poolOf>): Promise<void> {
  await pool.query('alter table history disable trigger user');
  await pool.query(
    `insert into history (branch_id, at, user_id, user_name, action, resource, record_id, title, before, after)
     select 1, now() - k * interval '1 minute', 1, 'Desk Staff', 'changed',
       (array['student', 'adult-course', 'bus'])[1 + k % 3], 1 + k % 90000, 'Entry ' || k,
       json_build_object('id', k, 'notes', repeat('before ', 70)), json_build_object('id', k, 'notes', repeat('after ', 80))
     from generate_series(1, $1::int) k`,
    [HISTORY],
  );
  await pool.query('alter table history enable trigger user');
  await pool.query('truncate history_count');
  await pool.query(
    `insert into history_count (branch_id, resource, user_id, shard, entries)
     select branch_id, resource, user_id, 0, count(*) from history group by 1, 2, 3`,
  );
  await pool.query('vacuum analyze');
}

const residentMegabytes = (pid: number) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** Repeats work until the time is over. */
async function until(end: number, work: (run: number) => Promise<unknown>): Promise<void> {
  for (let run = 0; performance.now() < end; run += 1) await work(run);
}

/** Reads the usual lists of a user, one after the other, and returns how long they took. */
async function readNormally(
  origin: string,
  access: string,
  end: number,
  answers: Answers,
): Promise<number[]> {
  const times: number[] = [];
  await until(end, async (run) => {
    const said = await ask(origin, usual[run % usual.length] ?? '', access);
    answers.add(said);
    times.push(said.milliseconds);
    await sleep(50);
  });
  return times;
}

/** Keeps the server as busy as one user and one outsider can. */
async function attack(server: RunningServer, greedy: string, end: number) {
  const [asked, signIns] = [new Answers(), new Answers()];
  const lanes = Array.from({ length: GREEDY_LANES }, (_, lane) =>
    until(end, async (run) => {
      const path = worst[(lane + run) % worst.length] ?? '';
      const said = await ask(server.origin, path, greedy, lane % 10 === 9);
      asked.add(said);
      if (said.status === 429) await sleep(20);
    }),
  );
  const pending: Promise<void>[] = [];
  const outsider = until(end, async (run) => {
    pending.push(signIn(server.origin, run).then((status) => signIns.add({ status, whole: true })));
    await sleep(60_000 / SIGN_INS_A_MINUTE);
  });
  await Promise.all([...lanes, outsider]);
  await Promise.all(pending);
  return { asked, signIns };
}

/** Measures what one greedy user and an outsider do to the lists of another user, with a small heap. */
export async function serverLimits(): Promise<{ readonly lines: Line[]; readonly notes: string[] }> {
  const server = await startServer({
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MEGABYTES}`,
    ACCESS_TOKEN_SECONDS: '3600',
    LOG_LEVEL: 'warn',
  });
  try {
    const database = await openDatabase(
      { dataDir: server.dataDir, databaseUrl: undefined },
      { attach: true },
    );
    await fillBranch(database.owner, SIZE);
    const pool = poolOf({ ...database.owner, max: 1 });
    await fillHistory(pool);
    await pool.end();
    const other = { email: 'other@example.com', password: 'another-password', branch: firstUser.branch };
    addPerson(server, other);
    const [greedy, usualUser] = [
      (await signedInTokens(server.origin)).access,
      (await signedInTokens(server.origin, other)).access,
    ];
    const pid = server.pid();
    const [answersAlone, answers, health] = [new Answers(), new Answers(), new Answers()];
    await readNormally(server.origin, usualUser, performance.now() + 2_000, new Answers());
    const alone = timing(
      await readNormally(server.origin, usualUser, performance.now() + ALONE_MS, answersAlone),
    );

    const end = performance.now() + ATTACK_MS;
    let most = 0;
    const watching = until(end, async (run) => {
      health.add(await ask(server.origin, run % 2 === 0 ? '/health' : '/health/live'));
      most = Math.max(most, residentMegabytes(pid));
      await sleep(500);
    });
    const [attacked, times] = await Promise.all([
      attack(server, greedy, end),
      readNormally(server.origin, usualUser, end, answers),
      watching,
    ]);
    const under = timing(times);
    await database.stop();
    const after = await ask(server.origin, '/health');
    const failed = [answers, health].some((counted) => !/^\d+ × 200$/.test(String(counted)));
    return {
      lines: [
        against("another user's list, p99, against its limit", under.p99, MAX_LIST_MS, 1),
        against('  the same against alone', under.p99, alone.p99),
        against('  median against alone', under.median, alone.median),
        {
          what: 'resident memory of the server at most',
          ours: `${most.toFixed(0)} MB`,
          peer: `${HEAP_MEGABYTES} MB heap`,
          ratio: most / HEAP_MEGABYTES,
        },
      ],
      notes: [
        `another user: ${answers}; alone: ${answersAlone}`,
        `health: ${health}; afterwards ${after.status}, ${server.pid() === pid ? 'the same process' : 'another process'}`,
        `the greedy user: ${attacked.asked}`,
        `the outsider's sign-ins: ${attacked.signIns}`,
        failed || after.status !== 200 ? 'NOT GOOD: something failed' : 'good: nothing failed',
      ],
    };
  } finally {
    await server.remove();
  }
}

const against = (what: string, ours: number, peer: number, bar?: number): Line => ({
  what,
  ours: ms(ours),
  peer: ms(peer),
  ratio: ours / peer,
  ...(bar !== undefined && { bar }),
});
