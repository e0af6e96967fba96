import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll } from 'vitest';
import { packageRoot } from '#server/package-root.ts';
import { afterwards } from './temporary.ts';

/** How a program ended, with all it said. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
  readonly errors: string;
}

/** One of our programs as its own process, killed at the end of the file if it still runs. */
export interface Program {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** The address it prints when it is ready. @throws {Error} with what it said if it ends before. */
  readonly address: () => Promise<string>;
  readonly output: () => string;
}

/** A shell is the head of a group of its own, so that what it started ends too. */
function endAll(child: ChildProcess, group = false): void {
  try {
    if (group && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // All of them are gone.
  }
}

interface Options {
  readonly words?: readonly string[];
  /** For its standard input, which is no terminal. */
  readonly input?: string;
  /** Starts it through a shell that stays its parent, as npm does; the child is that shell. */
  readonly shell?: boolean;
}

/** Our own build: loading the sources anew in each process would take most of the time, and this is what people run. */
const built = path.join(packageRoot, 'node_modules', '.cache', `server-under-test-${process.pid}`);

beforeAll(() => {
  const vite = path.join(packageRoot, 'node_modules', 'vite', 'bin', 'vite.js');
  const words = ['build', '--ssr', '--outDir', built, '--logLevel', 'error'];
  const { status, stderr } = spawnSync(process.execPath, [vite, ...words], {
    cwd: packageRoot,
    encoding: 'utf8',
  });
  afterwards(() => rmSync(built, { recursive: true, force: true }));
  if (status !== 0) throw new Error(`The server cannot be built: ${stderr}`);
});

/** Runs the server's program of this name with this environment and nothing of ours. */
export function run(
  name: string,
  env: NodeJS.ProcessEnv,
  { words = [], input, shell }: Options = {},
): Program {
  const command = [process.execPath, path.join(built, `${name}.js`), ...words];
  const [first = '', ...rest] = shell ? ['sh', '-c', '"$@"; exit', 'sh', ...command] : command;
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
