import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll } from 'vitest';
import { packageRoot } from '#server/package-root.ts';
import { afterwards } from './temporary.ts';

/** Exit of a program, with all its output. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
  readonly errors: string;
}

/** A program of the product as a process. It is killed after the file if it still runs. */
export interface Program {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** The address it prints when it is ready. @throws {Error} with what it said if it ends before. */
  readonly address: () => Promise<string>;
  readonly output: () => string;
}

/** Kills a program; with `group` its whole process group, as a shell leads its own. */
function endAll(child: ChildProcess, group = false): void {
  try {
    if (group && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // It has ended already.
  }
}

interface Options {
  readonly words?: readonly string[];
  /** Text for standard input, which is not a terminal. */
  readonly input?: string;
  /** Starts the program through a shell that stays its parent, as npm does. `child` is the shell. */
  readonly shell?: boolean;
  /** Limits how many files the program may open. */
  readonly openFiles?: number;
  /** Sends its standard output to this file, such as /dev/full. */
  readonly outputTo?: string;
}

/**
 * Builds the server once per state of the sources. Compiling them in each process would take most of the time, and users run the
 * build as well.
 */
const cache = path.join(packageRoot, 'node_modules', '.cache', 'server-under-test');
const sources = ['src/server', 'src/contract', 'package.json', 'package-lock.json', 'vite.config.ts'];
let built = '';

function stateOfSources(): string {
  const state = createHash('sha256').update(process.version);
  for (const source of sources) {
    const files = statSync(path.join(packageRoot, source)).isFile()
      ? [source]
      : readdirSync(path.join(packageRoot, source), { recursive: true, encoding: 'utf8' }).map((name) =>
          path.join(source, name),
        );
    for (const file of files.sort()) {
      const { mtimeMs, size } = statSync(path.join(packageRoot, file));
      state.update(`${file} ${mtimeMs} ${size}\n`);
    }
  }
  return state.digest('hex').slice(0, 16);
}

/** Test files that start at once may both build; all use the build that is finished first. */
beforeAll(() => {
  built = path.join(cache, stateOfSources());
  if (existsSync(built)) return;
  const making = `${built}-${process.pid}`;
  const vite = path.join(packageRoot, 'node_modules', 'vite', 'bin', 'vite.js');
  const words = ['build', '--ssr', '--outDir', making, '--logLevel', 'error'];
  const { status, stderr } = spawnSync(process.execPath, [vite, ...words], {
    cwd: packageRoot,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The server cannot be built: ${stderr}`);
  try {
    renameSync(making, built);
  } catch (error) {
    if (!existsSync(built)) throw error;
    rmSync(making, { recursive: true });
  }
  forgetOldBuilds();
});

/** Removes builds of other sources after an hour: a concurrent run may use newer ones. */
function forgetOldBuilds(): void {
  const anHourAgo = Date.now() - 60 * 60 * 1000;
  for (const name of readdirSync(cache)) {
    const folder = path.join(cache, name);
    const found = statSync(folder, { throwIfNoEntry: false });
    if (folder !== built && found && found.mtimeMs < anHourAgo)
      rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a program of the server with only the given environment. */
export function run(
  name: string,
  env: NodeJS.ProcessEnv,
  { words = [], input, shell, openFiles, outputTo }: Options = {},
): Program {
  const command = [process.execPath, path.join(built, `${name}.js`), ...words];
  const limit = openFiles === undefined ? '' : `ulimit -n ${openFiles};`;
  const redirect = outputTo === undefined ? '' : `>${outputTo}`;
  const script = shell ? '"$@"; exit' : `${limit} exec "$@" ${redirect}`;
  const isScript = shell || limit !== '' || redirect !== '';
  const [first = '', ...rest] = isScript ? ['sh', '-c', script, 'sh', ...command] : command;
  const child = spawn(first, rest, {
    cwd: packageRoot,
    detached: shell,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', LOG_LEVEL: 'error', ...env },
  });
  afterwards(() => endAll(child, shell));
  child.stdin.end(input);
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, output, errors }));
  });
  const address = async () => {
    for (;;) {
      const found = /is ready: (\S+)/.exec(output)?.[1];
      if (found !== undefined) return found;
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`It ended: ${output}${errors}`);
      await sleep(20);
    }
  };
  return { child, ended, address, output: () => output };
}
