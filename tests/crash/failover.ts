import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createRandom, type Random } from '#server/demo/branch-factory.ts';
import { reasonOf } from '#server/platform/startup-error.ts';
import { signedInTokens } from '../support/api.ts';
import { type RunningServer, startServer } from '../support/running-server.ts';
import { askMeanwhile, firstAcknowledgedSince, longestPause, summaryOf, wrongAnswers } from './answers.ts';
import { audit } from './audit.ts';
import { CLIENT_COUNT, copyBuild, print, reportAudit, runUnderLoad, waitForAcknowledged } from './load.ts';
import type { OperationLog } from './operation-log.ts';
import { PatroniCluster, type Roles } from './patroni-cluster.ts';

/** Nearly all are retried, as a device does; a few stay without an answer. */
const RETRY_PERCENT = 99;
const PAUSE_MS = 400;
const WRITES_BETWEEN = { least: 40, most: 200 };
/** Longer than Patroni and PostgreSQL wait for a standby that says nothing, in milliseconds. */
const STANDBY_FROZEN_MS = 40_000;

/** How a primary is lost, or gives its place up. */
const LOSSES = ['killed', 'frozen', 'switched over', 'killed'] as const;

interface Loss extends Roles {
  readonly how: (typeof LOSSES)[number];
}

/**
 * Loses the primary, waits for the other one, and brings the lost machine back.
 * @returns the primary and the standby afterwards: the lost machine may have taken over again
 */
async function losePrimary(
  cluster: PatroniCluster,
  { how, primary, standby }: Loss,
  log: OperationLog,
  random: Random,
): Promise<Roles> {
  const writes = () =>
    waitForAcknowledged(log, random.whole(WRITES_BETWEEN.least, WRITES_BETWEEN.most), random);
  await writes();
  const lostAt = performance.now();
  if (how === 'killed') await primary.kill();
  else if (how === 'frozen') primary.signal('SIGSTOP');
  else await primary.switchOver();
  await standby.until('primary');
  const promotedAt = performance.now();
  await firstAcknowledgedSince(log, promotedAt);
  await writes();
  const pause = longestPause(log, lostAt - 1_000);
  if (how === 'killed') primary.start();
  else if (how === 'frozen') primary.signal('SIGCONT');
  const after = await cluster.roles();
  print(
    `  ${primary.name} ${how}: ${standby.name} was the primary after ${seconds(promotedAt - lostAt)}; no write accepted for ${seconds(pause)}; ${after.standby.name} was the standby after ${seconds(performance.now() - lostAt)}`,
  );
  return after;
}

/** Freezes the standby: the primary must go on without it. */
async function loseStandby(cluster: PatroniCluster, { standby }: Roles, log: OperationLog): Promise<void> {
  const lostAt = performance.now();
  standby.signal('SIGSTOP');
  await sleep(STANDBY_FROZEN_MS);
  await firstAcknowledgedSince(log, performance.now());
  const pause = longestPause(log, lostAt - 1_000);
  standby.signal('SIGCONT');
  await cluster.roles();
  print(
    `  ${standby.name}, the standby, frozen for ${seconds(STANDBY_FROZEN_MS)}: no write accepted for ${seconds(pause)}`,
  );
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

const generationOf = async (pool: pg.Pool) =>
  String((await pool.query('select id from generation')).rows[0]?.id);

/**
 * Loses the primary of a cluster of Patroni again and again under the load of two servers, and audits what is stored at the end
 * (decision 139).
 * @returns whether nothing was wrong
 */
export async function runFailovers(count: number, seed: number): Promise<boolean> {
  const random = createRandom(seed);
  const log: OperationLog = [];
  const startedAt = Date.now();
  print(`Seed ${seed}: the primary is lost ${count} times under ${CLIENT_COUNT} clients of two servers.`);
  const cluster = await PatroniCluster.start();
  const servers: RunningServer[] = [];
  let build: string | undefined;
  const problems: string[] = [];
  const pool = new pg.Pool({ ...cluster.superuser, max: 1 });
  pool.on('error', () => undefined);
  try {
    build = copyBuild();
    const env = {
      DATABASE_URL: cluster.address,
      TOKEN_SECRET: randomBytes(32).toString('hex'),
      ACCESS_TOKEN_SECONDS: '36000',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
    };
    const [one, other] = [await startServer(env, build), await startServer(env, build)];
    servers.push(one, other);
    const pids = servers.map((server) => server.pid());
    const generation = await generationOf(pool);
    const { access } = await signedInTokens(one.origin);
    let roles = await cluster.roles();
    const load = {
      servers: [one, other] as const,
      log,
      seed,
      retryPercent: RETRY_PERCENT,
      pauseMs: PAUSE_MS,
    };
    const asked = await askMeanwhile({ origin: one.origin, access }, () =>
      runUnderLoad(load, async () => {
        // A cluster that does not come back is a fault, and no reason to leave out the audit.
        try {
          for (let at = 0; at < count; at += 1) {
            const how = LOSSES[at % LOSSES.length] ?? 'killed';
            roles = await losePrimary(cluster, { how, ...roles }, log, random);
          }
          await loseStandby(cluster, roles, log);
        } catch (error) {
          problems.push(`the cluster: ${reasonOf(error)}`);
        }
      }),
    );
    print(`  asked meanwhile: ${summaryOf(asked)}`);
    problems.push(...wrongAnswers(asked, 'during the failovers'));
    if ((await generationOf(pool)) !== generation) problems.push('the generation changed');
    if (servers.some((server, index) => server.pid() !== pids[index]))
      problems.push('a server was restarted');
    const found = await audit(async (text, values) => (await pool.query(text, values)).rows, log);
    return reportAudit({ ...found, problems: [...problems, ...found.problems] }, log, {
      after: `${count} failovers (seed ${seed})`,
      more: `the longest time without an accepted write ${seconds(longestPause(log))}; ${Math.round((Date.now() - startedAt) / 1000)} s`,
    });
  } catch (error) {
    for (const { output } of servers) print(output());
    for (const machine of cluster.machines) print(`${machine.name}:\n${machine.tail()}`);
    throw error;
  } finally {
    await pool.end();
    for (const server of servers) await server.remove();
    await cluster.remove();
    if (build !== undefined) rmSync(build, { recursive: true, force: true });
  }
}
