import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '#server/db/open-database.ts';
import { createRandom } from '#server/demo/branch-factory.ts';
import { signedInTokens } from '../support/api.ts';
import { startServer } from '../support/running-server.ts';
import { askMeanwhile, firstAcknowledgedSince, summaryOf, wrongAnswers } from './answers.ts';
import { auditServer } from './kills.ts';
import { CLIENT_COUNT, copyBuild, print, reportAudit, runUnderLoad, waitForAcknowledged } from './load.ts';
import type { OperationLog } from './operation-log.ts';

const DISK_MEGABYTES = 400;
const RETRY_PERCENT = 99;
const PAUSE_MS = 400;
/** Longer than all attempts to start PostgreSQL again take. */
const FULL_FOR_MS = 40_000;

function run(program: string, words: readonly string[]): void {
  const { status, stderr } = spawnSync(program, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${words.join(' ')}: ${stderr}`);
}

function fill(file: string): void {
  const opened = openSync(file, 'a');
  try {
    for (let size = 1 << 20; size >= 1 << 12; ) {
      try {
        writeSync(opened, Buffer.alloc(size));
      } catch {
        size /= 2;
      }
    }
  } finally {
    closeSync(opened);
  }
}

/** Uses up the files that PostgreSQL keeps for its log. Then it crashes, and cannot start until there is room. */
async function exhaustLog(dataDir: string): Promise<void> {
  const database = await openDatabase({ dataDir, databaseUrl: undefined }, { attach: true });
  const pool = new pg.Pool({ ...database.owner, max: 1 });
  pool.on('error', () => undefined);
  const switchFile = "select pg_logical_emit_message(false, 'x', 'x'), pg_switch_wal()";
  for (let at = 0, answers = true; answers && at < 200; at += 1) {
    answers = await pool.query(switchFile).then(
      () => true,
      (error: unknown) => error instanceof pg.DatabaseError,
    );
    if (at > 20) await sleep(10);
  }
  await pool.end();
}

/**
 * Fills the disk of the embedded database under load, and makes room again. It needs the right to mount a file system in memory.
 * @returns whether nothing was wrong
 */
export async function runFullDisks(count: number, seed: number): Promise<boolean> {
  const random = createRandom(seed);
  const log: OperationLog = [];
  const startedAt = Date.now();
  const disk = mkdtempSync(join(tmpdir(), 'small-disk-'));
  run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MEGABYTES}m`, 'tmpfs', disk]);
  chmodSync(disk, 0o755);
  const build = copyBuild();
  const problems: string[] = [];
  print(
    `Seed ${seed}: a disk of ${DISK_MEGABYTES} MB is filled ${count} times under ${CLIENT_COUNT} clients.`,
  );
  try {
    const dataDir = join(disk, 'data');
    const env = { ACCESS_TOKEN_SECONDS: '36000', LOG_LEVEL: 'fatal', DATA_DIR: dataDir };
    const server = { ...(await startServer(env, build)), dataDir };
    const { access } = await signedInTokens(server.origin);
    const pid = server.pid();
    await runUnderLoad(
      { servers: [server], log, seed, retryPercent: RETRY_PERCENT, pauseMs: PAUSE_MS },
      async () => {
        for (let at = 0; at < count; at += 1) {
          await waitForAcknowledged(log, random.whole(50, 300), random);
          const sentBefore = log.length;
          fill(join(disk, 'filler'));
          if (at % 2 === 1) await exhaustLog(dataDir);
          const answers = await askMeanwhile({ origin: server.origin, access }, async () => {
            for (const until = Date.now() + FULL_FOR_MS; Date.now() < until; await sleep(250)) {
              // What PostgreSQL frees when it starts is taken at once.
              fill(join(disk, 'filler'));
            }
          });
          rmSync(join(disk, 'filler'));
          const roomAt = performance.now();
          const acceptedAt = await firstAcknowledgedSince(log, roomAt);
          print(
            `  full for ${FULL_FOR_MS / 1000} s: ${summaryOf(answers)}; writes accepted ${((acceptedAt - roomAt) / 1000).toFixed(1)} s after there was room`,
          );
          const failures = log.slice(sentBefore).flatMap(({ lastFailure }) => lastFailure ?? []);
          for (const failure of new Set(failures)) print(`    a write: ${failure}`);
          problems.push(...wrongAnswers(answers, 'on a full disk'));
        }
      },
    );
    if (server.pid() !== pid) problems.push('the server was restarted');
    const found = await auditServer(server, log);
    const isRight = reportAudit({ ...found, problems: [...new Set(problems), ...found.problems] }, log, {
      after: `${count} full disks (seed ${seed})`,
      more: `${Math.round((Date.now() - startedAt) / 1000)} s`,
    });
    await server.kill();
    return isRight;
  } finally {
    run('umount', ['-l', disk]);
    rmSync(build, { recursive: true, force: true });
  }
}
