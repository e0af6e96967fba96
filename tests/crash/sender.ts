import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Method } from '#contract/http.ts';
import type { Random } from '#server/demo/seeded-random.ts';
import type { LoggedOperation, OperationLog, OperationTarget } from './operation-log.ts';
import type { TrafficGate } from './traffic-gate.ts';

const TIMEOUT_MS = 60_000;
const CLIENT_ERROR = 400;
const SERVER_ERROR = 500;
const anyObject = z.record(z.string(), z.unknown());

/** Sends the writes of one client in sequence and logs the outcome of each. */
export interface Sender {
  readonly send: (
    target: OperationTarget,
    method: Method,
    path: string,
    body?: Readonly<Record<string, unknown>>,
  ) => Promise<LoggedOperation>;
}

export interface SenderOptions {
  /** The servers, one of which takes an attempt. */
  readonly origins: readonly string[];
  readonly access: string;
  readonly log: OperationLog;
  readonly gate: TrafficGate;
  readonly random: Random;
  /** Probability in percent that an unanswered write is retried with its key. */
  readonly retryPercent: number;
  /** Longest pause before a retry, in milliseconds. */
  readonly pauseMs?: number;
}

export function createSender({
  origins,
  access,
  log,
  gate,
  random,
  retryPercent,
  pauseMs = 20,
}: SenderOptions): Sender {
  /** Makes one attempt and returns whether the answer is final. */
  async function sendOnce(operation: LoggedOperation): Promise<boolean> {
    operation.attempts += 1;
    const answer = await fetch(`${random.pick(origins)}/api${operation.path}`, {
      method: operation.method,
      headers: {
        authorization: `Bearer ${access}`,
        'content-type': 'application/json',
        'idempotency-key': operation.key,
      },
      body: operation.body && JSON.stringify(operation.body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await answer.text();
    if (answer.status >= SERVER_ERROR || answer.headers.has('retry-after')) {
      operation.lastFailure = `${answer.status} ${text}`;
      return false;
    }
    operation.status = answer.status;
    operation.answeredAt = performance.now();
    operation.answer = anyObject.parse(JSON.parse(text));
    operation.outcome = answer.status < CLIENT_ERROR ? 'acknowledged' : 'refused';
    return true;
  }

  return {
    async send(target, method, path, body) {
      const operation: LoggedOperation = {
        target,
        method,
        path,
        body,
        key: randomUUID(),
        attempts: 0,
        outcome: 'unknown',
      };
      log.push(operation);
      await gate.whenOpen();
      while (!(await sendOnce(operation).catch(() => false))) {
        await sleep(random.whole(0, pauseMs));
        await gate.whenOpen();
        if (!random.happens(retryPercent)) break;
      }
      return operation;
    },
  };
}
