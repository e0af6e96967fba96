import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { packageRoot } from '#server/platform/package-root.ts';
import { builtServer } from './built-server.ts';
import { afterwards } from './temporary.ts';

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
  /** The folder of another version, as `otherVersion` makes it. */
  readonly version?: string;
  readonly input?: string;
  /** Starts the program through a shell that stays its parent, as npm does. `child` is the shell. */
  readonly shell?: boolean;
  readonly openFiles?: number;
  /** Sends its standard output to this file, such as /dev/full. */
  readonly outputTo?: string;
}

/** Runs a program of the server with only the given environment. */
export function run(
  name: string,
  env: NodeJS.ProcessEnv,
  { words = [], version, input, shell, openFiles, outputTo }: Options = {},
): Program {
  const folder = version === undefined ? builtServer() : path.join(version, 'dist/server');
  const command = [process.execPath, path.join(folder, `${name}.js`), ...words];
  const limit = openFiles === undefined ? '' : `ulimit -n ${openFiles};`;
  const redirect = outputTo === undefined ? '' : `>${outputTo}`;
  const script = shell ? '"$@"; exit' : `${limit} exec "$@" ${redirect}`;
  const isScript = shell || limit !== '' || redirect !== '';
  const [first = '', ...rest] = isScript ? ['sh', '-c', script, 'sh', ...command] : command;
  const child = spawn(first, rest, {
    cwd: version ?? packageRoot,
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
