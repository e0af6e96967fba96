import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { installPackages } from './debian-packages.ts';
import { inMemory } from './in-memory.ts';

const DEBIANS = '/usr/lib/postgresql';
const NOBODY = 65_534;
const PORT = 5432;
const READY_WITHIN_MS = 60_000;

const HELP = [
  "Some of the server's tests run on Debian's PostgreSQL, and none was found.",
  'Install it (on Debian or Ubuntu: "sudo apt-get install postgresql"), then run the tests again;',
  'or run them against a PostgreSQL of yours: TEST_DATABASE_URL=postgres://… npx vitest run --project server',
].join('\n');

/** Thrown where PostgreSQL is missing and cannot be installed. The message says what to do. */
export class NoPostgresql extends Error {
  override readonly name = 'NoPostgresql';
}

/** Returns the folder of the newest PostgreSQL's programs, if any. */
function newestPrograms(): string | undefined {
  const versions = existsSync(DEBIANS) ? readdirSync(DEBIANS) : [];
  return versions
    .filter((version) => existsSync(join(DEBIANS, version, 'bin', 'initdb')))
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => join(DEBIANS, version, 'bin'))[0];
}

/** Returns the folder of PostgreSQL's programs, installed first where that is possible. @throws {NoPostgresql} where it is not */
export function findPrograms(): string {
  const found = newestPrograms();
  if (found) return found;
  const failure = installPackages('postgresql');
  const installed = newestPrograms();
  if (installed) return installed;
  throw new NoPostgresql(failure ? `${HELP}\n${failure}` : HELP);
}

/** @returns one sentence where PostgreSQL is missing and cannot be installed */
export function postgresqlMissing(): string | undefined {
  try {
    findPrograms();
    return undefined;
  } catch (error) {
    if (!(error instanceof NoPostgresql)) throw error;
    return "There is no PostgreSQL of Debian's: install it (apt-get install postgresql).";
  }
}

/** The user to run PostgreSQL as: it refuses to run as root. */
export const asWhom = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

interface Cluster {
  readonly folder: string;
  readonly password: string;
  readonly child: ChildProcess;
}

const PREFIX = 'debian-postgresql-';

/** Removes folders of killed test runs. A folder's name contains the process id; the server ended with that process. */
function sweep(): void {
  for (const name of readdirSync(inMemory).filter((one) => one.startsWith(PREFIX))) {
    const [starter = ''] = name.slice(PREFIX.length).split('-');
    if (!existsSync(join('/proc', starter))) rmSync(join(inMemory, name), { recursive: true, force: true });
  }
}

function launch(programs: string): Cluster {
  sweep();
  const folder = mkdtempSync(join(inMemory, `${PREFIX}${process.pid}-`));
  chmodSync(folder, 0o711);
  const passwordFile = join(folder, 'password');
  const password = randomBytes(16).toString('hex');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if ('uid' in asWhom) for (const path of [folder, passwordFile]) chownSync(path, NOBODY, NOBODY);
  const data = join(folder, 'data');
  const made = spawnSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--no-sync'].concat([
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--no-instructions',
    ]),
    { ...asWhom, cwd: folder, encoding: 'utf8' },
  );
  if (made.status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`initdb failed:\n${made.error?.message ?? ''}${made.stdout}${made.stderr}`);
  }
  const settings = {
    listen_addresses: '',
    unix_socket_directories: folder,
    port: PORT,
    // As in the embedded one of tests: its data is in memory, and nobody needs it after a crash.
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // The server ends with this process, even when that is killed.
  const postgres = ['--pdeathsig', 'QUIT', '--', join(programs, 'postgres'), '-D', data, ...options];
  const child = spawn('setpriv', postgres, {
    ...asWhom,
    cwd: folder,
    stdio: 'ignore',
  });
  return { folder, password, child };
}

async function connected({ folder, password, child }: Cluster): Promise<pg.Client> {
  for (const until = Date.now() + READY_WITHIN_MS; ; ) {
    const client = new pg.Client({
      host: folder,
      port: PORT,
      user: 'postgres',
      password,
      database: 'postgres',
    });
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (Date.now() > until || child.exitCode !== null) throw error;
      await sleep(50);
    }
  }
}

/** CREATEDB and CREATEROLE, not superuser, as of a managed PostgreSQL. @returns the value of TEST_DATABASE_URL */
async function makeOwner(cluster: Cluster): Promise<string> {
  const client = await connected(cluster);
  const { folder, password } = cluster;
  await client.query(`create role desk login createdb createrole password '${password}'`);
  await client.query('create database desk owner desk');
  await client.end();
  return `postgres://desk:${password}@localhost:${PORT}/desk?host=${folder}`;
}

/**
 * Runs `work` with the address of a temporary PostgreSQL of Debian's packages. As root on Debian, missing packages are installed first.
 * @throws {NoPostgresql} when there is none and none could be installed
 */
export async function withDebianPostgresql<T>(work: (address: string) => Promise<T>): Promise<T> {
  const cluster = launch(findPrograms());
  const { folder, child } = cluster;
  const ended = new Promise((resolve) => child.once('close', resolve));
  const endNow = () => {
    child.kill('SIGQUIT');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', endNow);
  try {
    return await work(await makeOwner(cluster));
  } finally {
    process.off('exit', endNow);
    child.kill('SIGINT');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}
