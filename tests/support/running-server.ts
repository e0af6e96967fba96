import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listenLocally } from './local-port.ts';
import { emptyFolder, isPrepared, newDataFolder } from './prepared-data.ts';
import { projectRoot } from './project-root.ts';

/** Limits a start, in milliseconds. It detects hangs only: several servers may start at once on a loaded machine. */
const READY_WITHIN_MS = 180_000;

export const firstUser = { email: 'desk@example.com', password: 'desk-password', branch: 'Al Nour' };
export const demoUser = { email: 'demo@branch.local', password: 'demo-desk', branch: 'Nile Branch' };

/** The built server as a process with its own database. It can be killed and restarted. */
export interface RunningServer {
  /** Origin, the same after a restart: http://127.0.0.1:49152 */
  readonly origin: string;
  readonly port: number;
  readonly pid: () => number;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly output: () => string;
  /** Ends the process and waits for its exit; SIGKILL leaves no time to clean up. */
  readonly kill: (signal?: NodeJS.Signals) => Promise<void>;
  /** Restarts it on the same data and port. Resolves when it is ready. */
  readonly start: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** Settings of a server; a function gets the origin that it will have. */
type ServerEnv = Record<string, string> | ((origin: string) => Record<string, string>);

/**
 * Starts `dist/server/main.js`, or that of a copy of the build, on a free port and a temporary folder.
 * @throws {Error} with the server's output when it ends early or is not ready within three minutes
 */
export function startServer(
  env: ServerEnv = {},
  build = join(projectRoot, 'dist/server'),
): Promise<RunningServer> {
  return startProgram(join(build, 'main.js'), env, () => newDataFolder());
}

/**
 * Starts the demo, a branch with three months of data that is deleted at the end. Where its data was prepared, it is the server on a copy:
 * filling the branch takes several times as long as starting.
 * @throws as `startServer` does
 */
export function startDemo(env: Record<string, string> = {}): Promise<RunningServer> {
  const build = join(projectRoot, 'dist/server');
  return isPrepared('demo')
    ? startProgram(join(build, 'main.js'), env, () => newDataFolder('demo'))
    : startProgram(join(build, 'demo.js'), env, emptyFolder);
}

/**
 * Fills a demo branch, stops its server and returns the data folder. The demo removes its data when it ends, unless it is killed; a server
 * on that data then stops the database that was left, as after a crash.
 * @throws as `startServer` does
 */
export async function prepareDemo(): Promise<{ dataDir: string; remove: () => void }> {
  const folder = emptyFolder();
  chmodSync(folder, 0o755);
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  const demo = await startDemo({ TMPDIR: folder });
  await demo.kill('SIGKILL');
  await demo.remove();
  const dataDir = join(folder, readdirSync(folder)[0] ?? '');
  const server = await startProgram(join(projectRoot, 'dist/server/main.js'), {}, () => dataDir);
  await server.kill();
  return { dataDir, remove };
}

async function startProgram(
  program: string,
  given: ServerEnv,
  newFolder: () => string,
): Promise<RunningServer> {
  if (!existsSync(program)) throw new Error(`There is no ${program}: run "npm run build" first.`);
  const dataDir = newFolder();
  chmodSync(dataDir, 0o755);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const env = typeof given === 'function' ? given(origin) : given;
  const databaseLock = join(dataDir, 'database/pg/postmaster.pid');
  let child: ChildProcess | undefined;
  let printed = '';

  const kill = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
    // Its database may remove its last file a moment later, while a copy is made. After SIGKILL the file stays.
    for (let attempt = 0; signal === 'SIGTERM' && existsSync(databaseLock) && attempt < 40; attempt += 1)
      await sleep(50);
  };

  const start = async () => {
    const started = spawn(process.execPath, [program], {
      cwd: projectRoot,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NODE_ENV: 'production',
        PORT: String(port),
        DATA_DIR: dataDir,
        SETUP_BRANCH: firstUser.branch,
        SETUP_EMAIL: firstUser.email,
        SETUP_PASSWORD: firstUser.password,
        ...env,
      },
    });
    child = started;
    for (const stream of [started.stdout, started.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        printed += chunk;
      });
    }
    await ready(started, `${origin}/api/health`, () => printed);
  };

  const remove = async () => {
    await kill();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };

  try {
    await start();
  } catch (error) {
    await kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    throw error;
  }
  return {
    origin,
    port,
    pid: () => child?.pid ?? 0,
    dataDir,
    env,
    output: () => printed,
    kill,
    start,
    remove,
  };
}

async function ready(child: ChildProcess, health: string, printed: () => string): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS;
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${printed()}`);
    const answer = await fetch(health, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
    if (answer?.status === 200) return;
    await sleep(25);
  }
  throw new Error(`The server was not ready within ${READY_WITHIN_MS / 1000} s:\n${printed()}`);
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await listenLocally(probe);
  probe.close();
  await once(probe, 'close');
  return port;
}
