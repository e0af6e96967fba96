import { setTimeout as sleep } from 'node:timers/promises';
import { paths } from '#contract/http.ts';
import { resources } from '#contract/resources/registry.ts';
import type { LoggedOperation, OperationLog } from './operation-log.ts';

const ACCEPTED_WITHIN_MS = 120_000;
const ASKED_EVERY_MS = 250;
/** Longer than any time limit of the server. */
const ANSWERED_WITHIN_MS = 60_000;

const isAcknowledged = ({ outcome }: LoggedOperation) => outcome === 'acknowledged';

/** Waits for an acknowledged write and returns its time, by performance.now(). */
export async function firstAcknowledgedSince(log: OperationLog, since: number): Promise<number> {
  for (const until = performance.now() + ACCEPTED_WITHIN_MS; ; await sleep(20)) {
    const times = acknowledgedTimes(log).filter((time) => time > since);
    if (times[0] !== undefined) return times[0];
    if (performance.now() > until) throw new Error('No write was acknowledged any more.');
  }
}

const acknowledgedTimes = (log: OperationLog) =>
  log
    .filter(isAcknowledged)
    .flatMap(({ answeredAt }) => answeredAt ?? [])
    .sort((one, other) => one - other);

export function longestPause(log: OperationLog, since = 0): number {
  const times = acknowledgedTimes(log).filter((time) => time > since);
  return Math.max(0, ...times.slice(1).map((time, index) => time - (times[index] ?? time)));
}

/** The answer to a question that was asked while something was broken; status 0 for none. */
export interface Asked {
  readonly path: string;
  readonly status: number;
  readonly retryAfter: string | null;
  readonly milliseconds: number;
  readonly body: string;
}

async function ask(origin: string, path: string, access: string): Promise<Asked> {
  const since = performance.now();
  const done = (status: number, retryAfter: string | null, body: string) => {
    return { path, status, retryAfter, milliseconds: performance.now() - since, body };
  };
  try {
    const headers = { authorization: `Bearer ${access}` };
    const signal = AbortSignal.timeout(ANSWERED_WITHIN_MS);
    const answer = await fetch(`${origin}/api${path}`, { headers, signal });
    return done(answer.status, answer.headers.get('retry-after'), await answer.text());
  } catch (error) {
    return done(0, null, String(error));
  }
}

/** Asks a server for a list and its health while `work` runs, each again a moment after its answer. */
export async function askMeanwhile(
  { origin, access }: { readonly origin: string; readonly access: string },
  work: () => Promise<unknown>,
): Promise<Asked[]> {
  const asked: Asked[] = [];
  let isDone = false;
  const questions = [resources.student.path, paths.health, paths.live].map(async (path) => {
    for (; !isDone; await sleep(ASKED_EVERY_MS)) asked.push(await ask(origin, path, access));
  });
  await work().finally(() => {
    isDone = true;
  });
  await Promise.all(questions);
  return asked;
}

/** Returns one sentence for each answer that is neither right nor a 503 that says when to try again. A process always says that it lives. */
export function wrongAnswers(asked: readonly Asked[], when: string): string[] {
  const isRight = ({ path, status, retryAfter }: Asked) =>
    status === 200 || (status === 503 && path !== paths.live && retryAfter !== null);
  const wrong = asked.filter((answer) => !isRight(answer));
  return [
    ...new Set(
      wrong.map(
        ({ path, status, body }) => `${path} was answered with ${status} ${body.slice(0, 200)} ${when}`,
      ),
    ),
  ];
}

/** Counts the answers by path and status, and says how long the slowest took. */
export function summaryOf(asked: readonly Asked[]): string {
  const counted = new Map<string, number>();
  for (const { path, status } of asked)
    counted.set(`${path} ${status}`, (counted.get(`${path} ${status}`) ?? 0) + 1);
  const slowest = Math.max(0, ...asked.map(({ milliseconds }) => milliseconds));
  return `${[...counted].map(([call, times]) => `${call} × ${times}`).join(', ')}; the slowest after ${(slowest / 1000).toFixed(1)} s`;
}
