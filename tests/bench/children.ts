import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type RunningServer, startServer } from '../support/running-server.ts';

/** Time in which a child may end by itself, in milliseconds. */
const PATIENCE_MS = 5_000;
const EXIT_INTERRUPTED = 130;

const running = new Set<() => Promise<void>>();

async function endAll(): Promise<void> {
  await Promise.allSettled([...running].map((end) => end()));
}

/** Ends all children before this process when it is told to end. What is killed ends its children too: see `startServerOfBench`. */
export function endChildrenOnSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void endAll().then(() => process.exit(EXIT_INTERRUPTED)));
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function end(child: ChildProcess): Promise<void> {
  // The exit of one that has ended already is not told again: waiting for it would never end.
  if (hasEnded(child) || child.pid === undefined) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  await gone;
  clearTimeout(force);
}

/** Starts a program beside the bench. On Linux the kernel ends it when this process ends, however that happens. */
export function startChild(
  program: string,
  args: readonly string[],
  options: SpawnOptions,
): { readonly child: ChildProcess; readonly end: () => Promise<void> } {
  const tied = process.platform === 'linux' ? ['setpriv', '--pdeathsig', 'KILL', '--'] : [];
  const [command = program, ...rest] = [...tied, program, ...args];
  const child = spawn(command, rest, options);
  const endThis = async () => {
    running.delete(endThis);
    await end(child);
  };
  running.add(endThis);
  return { child, end: endThis };
}

/**
 * Returns the first output of a child.
 * @throws {Error} if it ends before
 */
export async function firstOutput(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The output of this child is not read.');
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`A peer ended with ${signal ?? code} before it was ready.`);
  });
  const [printed] = await Promise.race([once(child.stdout, 'data'), ended]);
  ended.catch(() => undefined);
  return String(printed);
}

/** Starts the built server. It watches this process as it does npm, and ends with it. */
export async function startServerOfBench(env: Record<string, string>): Promise<RunningServer> {
  const server = await startServer({ npm_lifecycle_event: 'bench', ...env });
  const remove = async () => {
    running.delete(remove);
    await server.remove();
  };
  running.add(remove);
  return { ...server, remove };
}
