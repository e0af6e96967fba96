import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Method } from '#contract/http.ts';
import type { Random } from '#server/demo/seeded-random.ts';
import type { LoggedOperation, OperationLog, OperationTarget } from './operation-log.ts';
import type { TrafficGate } from './traffic-gate.ts';

const HANGS_AFTER_MS = 60_000;
const CLIENT_ERROR = 400;
const SERVER_ERROR = 500;
const anyObject = z.record(z.string(), z.unknown());

/** Sends writes as one client would, one after the other, and writes down what became of each. */
export interface Sender {
  readonly send: (
    about: OperationTarget,
    method: Method,
    path: string,
    body?: Readonly<Record<string, unknown>>,
  ) => Promise<LoggedOperation>;
}

export interface SenderParts {
  readonly origin: string;
  readonly access: string;
  readonly ledger: OperationLog;
  readonly gate: TrafficGate;
  readonly chance: Random;
  /** In a hundred: how often a write without an answer is sent again, with its key. */
  readonly sendsAgain: number;
}

export function createSender({ origin, access, ledger, gate, chance, sendsAgain }: SenderParts): Sender {
  /** True when the server gave an answer that counts. */
  async function sendOnce(entry: LoggedOperation): Promise<boolean> {
    entry.sent += 1;
    const answer = await fetch(`${origin}/api${entry.path}`, {
      method: entry.method,
      headers: {
        authorization: `Bearer ${access}`,
        'content-type': 'application/json',
        'idempotency-key': entry.key,
      },
      body: entry.body && JSON.stringify(entry.body),
      signal: AbortSignal.timeout(HANGS_AFTER_MS),
    });
    const text = await answer.text();
    if (answer.status >= SERVER_ERROR || answer.headers.has('retry-after')) return false;
    entry.status = answer.status;
    entry.answer = anyObject.parse(JSON.parse(text));
    entry.fate = answer.status < CLIENT_ERROR ? 'acknowledged' : 'refused';
    return true;
  }

  return {
    async send(about, method, path, body) {
      const entry: LoggedOperation = {
        about,
        method,
        path,
        body,
        key: randomUUID(),
        sent: 0,
        fate: 'unknown',
      };
      ledger.push(entry);
      await gate.whenOpen();
      while (!(await sendOnce(entry).catch(() => false))) {
        await sleep(chance.whole(0, 20));
        await gate.whenOpen();
        if (!chance.happens(sendsAgain)) break;
      }
      return entry;
    },
  };
}
