import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { paths } from '#contract/http.ts';
import { resources } from '#contract/resources/registry.ts';
import { signedInTokens } from '../support/api.ts';
import { openEvents } from '../support/event-client.ts';
import type { PostgresNode } from '../support/replicated-postgresql.ts';
import type { RunningServer } from '../support/running-server.ts';
import { print } from './load.ts';
import type { LoggedOperation, OperationLog } from './operation-log.ts';

/** No request takes longer, in milliseconds: a device gives up after 20 s. */
const ANSWER_LIMIT_MS = 20_000;
/** How much the memory of a server may grow meanwhile, in bytes. */
const GROWTH_LIMIT = 64 * 1024 * 1024;

/** Waits for an acknowledged write and returns its time: the promoted server takes writes again. */
export async function firstAcknowledgedSince(log: OperationLog, since: number): Promise<number> {
  const isLater = ({ outcome, answeredAt }: LoggedOperation) =>
    outcome === 'acknowledged' && answeredAt !== undefined && answeredAt > since;
  for (const until = performance.now() + 90_000; ; ) {
    const times = log.filter(isLater).map(({ answeredAt }) => answeredAt ?? 0);
    if (times.length > 0) return Math.min(...times);
    if (performance.now() > until) throw new Error('No write was acknowledged after the promotion.');
    await sleep(20);
  }
}

export interface Asked {
  readonly path: string;
  readonly status: number;
  readonly retryAfter: string | null;
  readonly milliseconds: number;
  readonly body: string;
}

export async function ask(origin: string, path: string, access: string): Promise<Asked> {
  const since = performance.now();
  const done = (status: number, retryAfter: string | null, body: string) => {
    return { path, status, retryAfter, milliseconds: performance.now() - since, body };
  };
  try {
    const headers = { authorization: `Bearer ${access}` };
    const answer = await fetch(`${origin}/api${path}`, { headers, signal: AbortSignal.timeout(60_000) });
    return done(answer.status, answer.headers.get('retry-after'), await answer.text());
  } catch (error) {
    return done(0, null, String(error));
  }
}

/** Returns the resident memory of a process in bytes. */
function memoryOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}

function wrongAnswers({ path, status, retryAfter, milliseconds, body }: Asked): string[] {
  const isLive = path === paths.live;
  const isRight = isLive
    ? status === 200
    : status === 503 && retryAfter !== null && /"detail":"\w/.test(body);
  const problems = isRight
    ? []
    : [`${path} was answered with ${status} ${body.slice(0, 200)} while the database was frozen`];
  if (milliseconds > ANSWER_LIMIT_MS) problems.push(`${path} took ${milliseconds.toFixed(0)} ms`);
  return problems;
}

/** Freezes the database under load without a promotion, and looks at what the servers answer. @returns one sentence for each problem */
export async function freezeDatabase(
  servers: readonly [RunningServer, ...RunningServer[]],
  primary: PostgresNode,
  seconds: number,
  log: OperationLog,
): Promise<string[]> {
  const [{ origin, pid }] = servers;
  const { access } = await signedInTokens(origin);
  const events = await openEvents(origin, access);
  await events.until(({ event }) => event !== '');
  const before = memoryOf(pid());
  const asked: Promise<Asked>[] = [];
  primary.signal('SIGSTOP');
  // What was under way may still be answered from data that was read.
  await sleep(500);
  for (const until = performance.now() + seconds * 1000; performance.now() < until; await sleep(250)) {
    for (const path of [resources.student.path, paths.health, paths.live])
      asked.push(ask(origin, path, access));
  }
  const frozen = await Promise.race([Promise.all(asked), sleep(ANSWER_LIMIT_MS).then(() => [])]);
  const after = memoryOf(pid());
  const told = events.events.length;
  primary.signal('SIGCONT');
  const thawedAt = performance.now();
  const acceptedAt = await firstAcknowledgedSince(log, thawedAt);
  while ((await ask(origin, paths.health, access)).status !== 200) await sleep(20);
  const readyAt = performance.now();
  const everything = () => events.events.slice(told).some(({ event }) => event === 'everything');
  for (const until = performance.now() + 30_000; !everything() && performance.now() < until; )
    await sleep(20);
  const problems = frozen.flatMap(wrongAnswers);
  if (frozen.length === 0) problems.push('a request was not answered while the database was frozen');
  if (after - before > GROWTH_LIMIT) problems.push(`the memory grew from ${before} to ${after} bytes`);
  if (!everything()) problems.push('the stream of changes did not tell its device to read everything anew');
  events.close();
  const slowest = Math.max(...frozen.map(({ milliseconds }) => milliseconds));
  print(
    `  ${primary.name} frozen for ${seconds} s: ${frozen.length} answers, the slowest after ${(slowest / 1000).toFixed(1)} s; memory ${Math.round(before / 1e6)} MB, then ${Math.round(after / 1e6)} MB; ` +
      `writes accepted ${((acceptedAt - thawedAt) / 1000).toFixed(1)} s and ready ${((readyAt - thawedAt) / 1000).toFixed(1)} s after it went on`,
  );
  return [...new Set(problems)];
}
