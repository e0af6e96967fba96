import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { resources } from '#contract/resources/registry.ts';
import { signedInTokens } from '../support/api.ts';
import type { PostgresNode } from '../support/replicated-postgresql.ts';
import type { RunningServer } from '../support/running-server.ts';
import { print } from './load.ts';
import type { LoggedOperation, OperationLog } from './operation-log.ts';

const BACK_WITHIN_MS = 60_000;
const path = resources.student.path;
const body = { name: 'Written while the standby is gone' };
const record = z.record(z.string(), z.unknown());

/** Ends the commits that wait for the standby, as a restart of the primary does: they are stored here, and nowhere else. */
const END_WAITING = "select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'";

/**
 * Sends a write while the standby is gone, and its retries until the standby is back.
 * @returns one sentence for each wrong answer
 */
export async function loseStandby(
  [{ origin }, other]: readonly [RunningServer, RunningServer],
  [primary, standby]: readonly [PostgresNode, PostgresNode],
  log: OperationLog,
): Promise<string[]> {
  const { access } = await signedInTokens(origin);
  const key = randomUUID();
  const operation: LoggedOperation = {
    target: 'student',
    method: 'POST',
    path,
    body,
    key,
    attempts: 0,
    outcome: 'unknown',
  };
  log.push(operation);
  const ask = async (method: 'GET' | 'POST', itsKey = key, itsOrigin = origin) => {
    const since = performance.now();
    const answer = await fetch(`${itsOrigin}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${access}`,
        'content-type': 'application/json',
        'idempotency-key': itsKey,
      },
      ...(method === 'POST' && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
    if (itsKey === key && method === 'POST') operation.attempts += 1;
    const text = await answer.text();
    const retryAfter = answer.headers.get('retry-after');
    return { status: answer.status, retryAfter, text, seconds: (performance.now() - since) / 1000 };
  };
  const problems: string[] = [];
  const expectStatus = (what: string, answer: Awaited<ReturnType<typeof ask>>, ...statuses: number[]) => {
    const { status, retryAfter, seconds, text } = answer;
    const isRight = statuses.includes(status) && (status < 400 || retryAfter !== null);
    print(`  ${what}: ${status} after ${seconds.toFixed(1)} s${status >= 400 ? ` ${text}` : ''}`);
    if (!isRight) problems.push(`${what} was answered with ${status} ${text}, Retry-After ${retryAfter}`);
  };
  await standby.stop();
  print(`${standby.name}, the standby, is stopped:`);
  expectStatus('a write', await ask('POST'), 503);
  expectStatus('another write', await ask('POST', randomUUID()), 503);
  expectStatus('its retry', await ask('POST'), 503);
  expectStatus('a read', await ask('GET'), 200);
  await primary.query(END_WAITING);
  // The other server knows of no commit that waits: it finds the answer stored, and must not give it yet.
  expectStatus('its retry after the primary gave up waiting', await ask('POST', key, other.origin), 503);
  await standby.start();
  for (const until = Date.now() + BACK_WITHIN_MS; ; await sleep(500)) {
    const answer = await ask('POST');
    if (answer.status >= 400 && Date.now() < until) continue;
    expectStatus('its retry with the standby back', answer, 201);
    operation.outcome = answer.status === 201 ? 'acknowledged' : 'unknown';
    operation.answer = record.parse(JSON.parse(answer.text));
    return problems;
  }
}
