import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '#server/platform/package-root.ts';
import { startCluster } from '#server/platform/postgres/cluster.ts';
import { afterwards, place } from '../temporary.ts';
import { query } from './rows.ts';

/** Holds the writer as one file, so that no start compiles its sources. It is in the package, where imports are found. */
const built = mkdtempSync(path.join(packageRoot, 'node_modules', 'writer-'));
const asRoot = process.getuid?.() === 0;

beforeAll(async () => {
  chmodSync(built, 0o755);
  const ssr = fileURLToPath(new URL('./writer.ts', import.meta.url));
  await build({ configFile: false, logLevel: 'error', build: { ssr, outDir: built } });
});
afterAll(() => rmSync(built, { recursive: true }));

function startWriter(
  dataDir: string,
  { uid, env }: { uid?: number; env?: NodeJS.ProcessEnv } = {},
): ChildProcess {
  const child = spawn(process.execPath, [path.join(built, 'writer.js'), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
    ...(uid !== undefined && { uid, gid: uid }),
  });
  afterwards(() => child.kill('SIGKILL'));
  return child;
}

/** Kills the writer after a number of acknowledged rows. Returns the last number that it printed. */
async function killAfter(child: ChildProcess, rows: number): Promise<number> {
  let printed = '';
  for await (const chunk of child.stdout ?? []) {
    printed += String(chunk);
    if (printed.split('\n').length > rows) child.kill('SIGKILL');
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return Number(printed.split('\n').at(-2));
}

describe.concurrent('a killed server', () => {
  it('restarts a database that a killed server left running', async () => {
    const folder = path.join(place().dataDir, 'database');
    const first = await startCluster(folder, { durable: false });
    await query(first.settings, 'create table kept as select 7 as number');
    writeFileSync(path.join(folder, 'owner'), '4194303 1');
    const second = await startCluster(folder, { durable: false });
    afterwards(() => second.postmaster?.stop());
    expect(await first.postmaster?.ended).toBe('ended with code 0');
    expect(second.postmaster?.pid).not.toBe(first.postmaster?.pid);
    expect(await query(second.settings, 'select number from kept')).toEqual([{ number: 7 }]);
  });
});

describe.runIf(asRoot).concurrent('started by root', () => {
  it('runs in a folder accessible to root only, with and without user namespaces', async () => {
    const where = place('data', 0o700);
    const programs = place('bin').dataDir;
    mkdirSync(programs);
    writeFileSync(path.join(programs, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const without = { PATH: `${programs}:${process.env.PATH}` };
    const first = await killAfter(startWriter(where.dataDir), 3);
    const second = await killAfter(startWriter(where.dataDir, { env: without }), 3);
    const third = await killAfter(startWriter(where.dataDir), 3);
    expect([first >= 3, second >= first + 3, third >= second + 3]).toEqual([true, true, true]);
  });

  it('leaves data to the user that they have: earlier versions took the one of others', async () => {
    const where = place('data', 0o755);
    const database = path.join(where.dataDir, 'database');
    const first = await killAfter(startWriter(where.dataDir), 3);
    expect(statSync(path.join(database, 'pg')).uid).toBe(55_432);
    // PostgreSQL holds the lock until it has ended.
    execFileSync('flock', [path.join(database, 'lock'), 'chown', '-R', '65534:65534', database]);
    expect(await killAfter(startWriter(where.dataDir), 3)).toBeGreaterThanOrEqual(first + 3);
    expect(statSync(path.join(database, 'pg')).uid).toBe(65_534);
  });

  it.each([
    ['an ordinary user', 65_534],
    ['a user that has a number but no name', 54_321],
  ])('is not required: %s runs it too', async (_who, uid) => {
    const where = place('data', 0o777);
    expect(await killAfter(startWriter(where.dataDir, { uid }), 3)).toBeGreaterThanOrEqual(3);
  });
});
