import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inMemory } from './in-memory.ts';
import { freePort } from './running-server.ts';

const PROGRAM = '/usr/sbin/pgbouncer';
const READY_WITHIN_MS = 30_000;

export const hasPgbouncer = existsSync(PROGRAM);

export interface Pooled {
  readonly host: string;
  readonly user: string;
  readonly password: string;
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}

/** Runs `work` with the host and port of a PgBouncer in front of a PostgreSQL; it takes no start-up parameters beyond its defaults. */
export async function withPgbouncer<T>(
  { host, user, password }: Pooled,
  mode: 'session' | 'transaction',
  work: (address: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(inMemory, 'pgbouncer-'));
  const port = await freePort();
  const settings = join(folder, 'pgbouncer.ini');
  const users = join(folder, 'users.txt');
  writeFileSync(users, `"${user}" "${password}"\n`);
  writeFileSync(
    settings,
    `[databases]
* = host=${host} port=5432
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = 40
`,
  );
  // It refuses to run as root, and the socket may be its owner's alone.
  const { uid, gid } = statSync(host);
  const asOwner =
    process.getuid?.() === 0 ? ['--reuid', `${uid}`, '--regid', `${gid}`, '--clear-groups'] : [];
  if (asOwner.length > 0) for (const file of [folder, settings, users]) chownSync(file, uid, gid);
  const child = spawn('setpriv', [...asOwner, '--pdeathsig', 'KILL', '--', PROGRAM, '-q', settings], {
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    for (const until = Date.now() + READY_WITHIN_MS; !(await canConnect(port)); await sleep(20)) {
      if (child.exitCode !== null || Date.now() > until) throw new Error('PgBouncer did not start.');
    }
    return await work(`postgres://${user}:${password}@127.0.0.1:${port}`);
  } finally {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}
