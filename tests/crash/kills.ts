import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '#server/db/open-database.ts';
import { createRandom, type Random } from '#server/demo/branch-factory.ts';
import { type RunningServer, startServer } from '../support/running-server.ts';
import { audit } from './audit.ts';
import { killPostgres } from './kill-postgres.ts';
import { CLIENT_COUNT, copyBuild, print, reportAudit, runUnderLoad, waitForAcknowledged } from './load.ts';
import type { OperationLog } from './operation-log.ts';
import type { TrafficGate } from './traffic-gate.ts';

/** Probability in percent that an unanswered write is retried; the others stay unacknowledged. */
const RETRY_PERCENT = 55;
/** Number of acknowledged writes between two kills. */
const WRITES_BETWEEN_KILLS = { least: 1, most: 80 };
const RESTART_TIMEOUT_MS = 60_000;

export interface Kills {
  readonly server: number;
  readonly database: number;
}

/** Returns the order of the kills, those of the database spread evenly. */
function* planKills(kills: Kills): Generator<'server' | 'database'> {
  const all = kills.server + kills.database;
  for (let at = 0; at < all; at++) {
    const before = Math.floor((at * kills.database) / all);
    yield Math.floor(((at + 1) * kills.database) / all) > before ? 'database' : 'server';
  }
}

async function waitUntilHealthy(origin: string): Promise<void> {
  const until = Date.now() + RESTART_TIMEOUT_MS;
  for (;;) {
    const answer = await fetch(`${origin}/api/health`).catch(() => undefined);
    if (answer?.status === 200) return;
    if (Date.now() > until) throw new Error('The server did not recover after its database was killed.');
    await sleep(10);
  }
}

/** Kills as planned and returns how long each restart took, in milliseconds. */
async function performKills(
  server: RunningServer,
  { kills, log, random, gate }: { kills: Kills; log: OperationLog; random: Random; gate: TrafficGate },
): Promise<number[]> {
  const restarts: number[] = [];
  for (const victim of planKills(kills)) {
    await waitForAcknowledged(
      log,
      random.whole(WRITES_BETWEEN_KILLS.least, WRITES_BETWEEN_KILLS.most),
      random,
    );
    gate.close();
    const since = Date.now();
    if (victim === 'server') {
      await server.kill('SIGKILL');
      await server.start();
    } else {
      killPostgres(server.dataDir, random);
      await waitUntilHealthy(server.origin);
    }
    restarts.push(Date.now() - since);
    gate.open();
  }
  return restarts;
}

export async function auditServer(server: RunningServer, log: OperationLog) {
  const database = await openDatabase({ dataDir: server.dataDir, databaseUrl: undefined }, { attach: true });
  const pool = new pg.Pool(database.owner);
  try {
    return await audit(async (text, values) => (await pool.query(text, values)).rows, log);
  } finally {
    await pool.end();
    await database.stop();
  }
}

/** Kills the server and its embedded database under load, and audits what is stored. @returns whether nothing was wrong */
export async function runKills(kills: Kills, seed: number): Promise<boolean> {
  const log: OperationLog = [];
  const startedAt = Date.now();
  print(
    `Seed ${seed}: ${kills.server} kills of the server and ${kills.database} of its database under ${CLIENT_COUNT} clients.`,
  );
  const build = copyBuild();
  const server = await startServer({ ACCESS_TOKEN_SECONDS: '36000', LOG_LEVEL: 'fatal' }, build);
  let restarts: number[] = [];
  try {
    await runUnderLoad({ servers: [server], log, seed, retryPercent: RETRY_PERCENT }, async (gate) => {
      restarts = await performKills(server, { kills, log, random: createRandom(seed), gate });
    });
    // Restarts once more cleanly, as after a night.
    await server.kill();
    await server.start();
  } catch (error) {
    await server.kill();
    rmSync(build, { recursive: true, force: true });
    print(`Aborted with seed ${seed}; the data are kept in ${server.dataDir}.`);
    throw error;
  }
  const result = await auditServer(server, log);
  const isRight = reportAudit(result, log, {
    after: `${kills.server} kills of the server and ${kills.database} of its database (seed ${seed})`,
    more: `restarted within ${Math.max(...restarts)} ms; ${Math.round((Date.now() - startedAt) / 1000)} s`,
  });
  await server.kill();
  rmSync(build, { recursive: true, force: true });
  if (isRight) await server.remove();
  else print(`The data are kept in ${server.dataDir}.`);
  return isRight;
}
