import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '#server/db/open-database.ts';
import { signedInTokens } from '../../support/api.ts';
import { addPerson } from '../../support/extra-users.ts';
import { firstUser } from '../../support/running-server.ts';
import { startServerOfBench } from '../children.ts';
import type { BranchSize } from '../growth/branch-size.ts';
import { fillBranch } from '../growth/fill-branch.ts';
import { poolOf } from '../growth/pool-of.ts';
import { type Line, ms, timing } from '../measure.ts';
import { Answers, ask, until } from './asking.ts';
import { type AttackReport, attackReport } from './attack-report.ts';

const HEAP_MEGABYTES = 256;
const SIZE: BranchSize = { payments: 100_000, students: 100_000, months: 20 };
const HISTORY = 300_000;
const ALONE_MS = 10_000;
const ATTACK_MS = 60_000;
const MAX_LIST_MS = 2_000;

/** What another user does meanwhile. */
const usual = ['/students/?page=1', '/adult-course/?page=1', '/expenses/?page=2', '/adult-course/?page=40'];

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
  await pool.query('vacuum analyze');
}

const residentMegabytes = (pid: number) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

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

/** Starts the attackers in a process of their own, so that what they read does not delay what is measured. */
async function attack(origin: string, access: string, milliseconds: number): Promise<AttackReport> {
  const program = fileURLToPath(new URL('./attackers.ts', import.meta.url));
  const attackers = fork(program, [origin, access, String(milliseconds)], { execArgv: ['--import', 'tsx'] });
  const ended = once(attackers, 'exit').then(([code]) => {
    throw new Error(`The attackers ended with ${code}`);
  });
  const [report] = await Promise.race([once(attackers, 'message'), ended]);
  ended.catch(() => undefined);
  attackers.disconnect();
  return attackReport.parse(report);
}

/** Measures what one greedy user and an outsider do to the lists of another user, with a small heap. */
export async function serverLimits(): Promise<{ readonly lines: Line[]; readonly notes: string[] }> {
  const server = await startServerOfBench({
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
      attack(server.origin, greedy, ATTACK_MS),
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
