import { type RunningServer, startServer } from '../support/running-server.ts';

const EXIT_INTERRUPTED = 130;

const running = new Set<() => Promise<void>>();

async function endAll(): Promise<void> {
  await Promise.allSettled([...running].map((end) => end()));
}

/** Ends the bench's servers before this process when it gets a signal. */
export function endChildrenOnSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void endAll().then(() => process.exit(EXIT_INTERRUPTED)));
  }
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
