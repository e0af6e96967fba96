import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createRandom, type Random } from '#server/demo/branch-factory.ts';
import { type PostgresNode, PostgresPair } from '../support/replicated-postgresql.ts';
import { startServer } from '../support/running-server.ts';
import { audit } from './audit.ts';
import { firstAcknowledgedSince, freezeDatabase } from './freeze-database.ts';
import { CLIENT_COUNT, copyBuild, print, reportAudit, runUnderLoad, waitForAcknowledged } from './load.ts';
import { loseStandby } from './lose-standby.ts';
import type { OperationLog } from './operation-log.ts';

/** Nearly all are retried, as a device does; a few stay without an answer. */
const RETRY_PERCENT = 99;
const PAUSE_MS = 400;
const WRITES_BETWEEN = { least: 40, most: 200 };

/** How a primary is lost: it is killed, it hangs for ever, or it hangs and comes back as if nothing had happened. */
const LOSSES = ['killed', 'frozen', 'frozen and back'] as const;

interface Failover {
  readonly loss: (typeof LOSSES)[number];
  /** From the loss to the promotion, in milliseconds: what an administrator or a program takes to decide. */
  readonly promotedAfter: number;
  /** From the promotion to the first acknowledged write that was sent after it, in milliseconds. */
  readonly acceptedAfter: number;
}

/** Loses the primary, promotes the standby, and makes the old primary its standby. */
async function failOver(
  loss: Failover['loss'],
  [primary, standby]: readonly [PostgresNode, PostgresNode],
  log: OperationLog,
  random: Random,
): Promise<Failover> {
  await waitForAcknowledged(log, random.whole(WRITES_BETWEEN.least, WRITES_BETWEEN.most), random);
  const lostAt = performance.now();
  if (loss === 'killed') await primary.kill();
  else primary.signal('SIGSTOP');
  await sleep(random.whole(200, 4_000));
  await standby.promote();
  const promotedAt = performance.now();
  const acceptedAt = await firstAcknowledgedSince(log, promotedAt);
  if (loss === 'frozen and back') {
    // Nobody has told it that it was replaced.
    primary.signal('SIGCONT');
    await waitForAcknowledged(log, random.whole(WRITES_BETWEEN.least, WRITES_BETWEEN.most), random);
  }
  await primary.kill();
  await waitForAcknowledged(log, random.whole(WRITES_BETWEEN.least, WRITES_BETWEEN.most), random);
  await primary.rewindTo(standby);
  await standby.demandStandby(primary);
  return { loss, promotedAfter: promotedAt - lostAt, acceptedAfter: acceptedAt - promotedAt };
}

const generationOf = async (node: PostgresNode) =>
  String((await node.query('select id from current_generation()'))[0]?.id);

/** Configures a run. */
export interface FailoverRun {
  /** How often the primary is lost. */
  readonly count: number;
  /** How long the database is frozen after that, without a promotion, in seconds. */
  readonly frozenSeconds: number;
  readonly seed: number;
}

/**
 * Loses the primary again and again under the load of two servers, and audits what is stored at the end (decision 99).
 * @returns whether nothing was wrong
 */
export async function runFailovers({ count, frozenSeconds, seed }: FailoverRun): Promise<boolean> {
  const random = createRandom(seed);
  const log: OperationLog = [];
  const startedAt = Date.now();
  print(`Seed ${seed}: the primary is lost ${count} times under ${CLIENT_COUNT} clients of two servers.`);
  const build = copyBuild();
  const pair = await PostgresPair.start();
  const env = {
    DATABASE_URL: pair.address,
    TOKEN_SECRET: randomBytes(32).toString('hex'),
    ACCESS_TOKEN_SECONDS: '36000',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
  };
  const servers = [await startServer(env, build), await startServer(env, build)] as const;
  const pids = servers.map((server) => server.pid());
  let [primary, standby] = pair.nodes;
  const generation = await generationOf(primary);
  const failovers: Failover[] = [];
  const problems: string[] = [];
  try {
    const load = { servers, log, seed, retryPercent: RETRY_PERCENT, pauseMs: PAUSE_MS };
    await runUnderLoad(load, async () => {
      for (let at = 0; at < count; at += 1) {
        const loss = LOSSES[at % LOSSES.length] ?? 'killed';
        const failover = await failOver(loss, [primary, standby], log, random);
        failovers.push(failover);
        const { promotedAfter, acceptedAfter } = failover;
        print(
          `  ${primary.name} ${loss}, ${standby.name} promoted after ${(promotedAfter / 1000).toFixed(1)} s, writes accepted ${(acceptedAfter / 1000).toFixed(1)} s later`,
        );
        [primary, standby] = [standby, primary];
      }
      if (frozenSeconds > 0) problems.push(...(await freezeDatabase(servers, primary, frozenSeconds, log)));
    });
    problems.push(...(await loseStandby(servers, [primary, standby], log)));
    if ((await generationOf(primary)) !== generation) problems.push('the generation changed');
    if (servers.some((server, index) => server.pid() !== pids[index]))
      problems.push('a server was restarted');
    const pool = new pg.Pool(primary.settings);
    const found = await audit(async (text, values) => (await pool.query(text, values)).rows, log);
    await pool.end();
    const longest = Math.max(0, ...failovers.map(({ acceptedAfter }) => acceptedAfter));
    return reportAudit({ ...found, problems: [...problems, ...found.problems] }, log, {
      after: `${count} failovers (seed ${seed})`,
      more: `writes accepted at most ${(longest / 1000).toFixed(1)} s after a promotion; ${Math.round((Date.now() - startedAt) / 1000)} s`,
    });
  } catch (error) {
    for (const server of servers) print(server.output());
    throw error;
  } finally {
    for (const server of servers) await server.remove();
    await pair.remove();
    rmSync(build, { recursive: true, force: true });
  }
}
