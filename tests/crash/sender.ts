import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Method } from '#contract/http.ts';
import type { Random } from '#server/demo/branch-factory.ts';
import type { LoggedOperation, OperationLog, OperationTarget, SentFile } from './operation-log.ts';
import type { TrafficGate } from './traffic-gate.ts';

const TIMEOUT_MS = 60_000;
const CLIENT_ERROR = 400;
const SERVER_ERROR = 500;
const anyObject = z.record(z.string(), z.unknown());

export interface Sender {
  readonly send: (
    target: OperationTarget,
    method: Method,
    path: string,
    body?: Readonly<Record<string, unknown>>,
    file?: SentFile,
  ) => Promise<LoggedOperation>;
  /** Asks about a file, which writes nothing; undefined without an answer. */
  readonly ask: (path: string, file: SentFile) => Promise<Readonly<Record<string, unknown>> | undefined>;
}

function formOf({ name, text, options }: SentFile): FormData {
  const form = new FormData();
  form.set('options', JSON.stringify(options));
  form.set('file', new File([text], name));
  return form;
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
  async function sendOnce(operation: LoggedOperation): Promise<boolean> {
    operation.attempts += 1;
    const answer = await fetch(`${random.pick(origins)}/api${operation.path}`, {
      method: operation.method,
      headers: {
        authorization: `Bearer ${access}`,
        ...(!operation.file && { 'content-type': 'application/json' }),
        'idempotency-key': operation.key,
      },
      body: operation.file ? formOf(operation.file) : operation.body && JSON.stringify(operation.body),
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
    async ask(path, file) {
      await gate.whenOpen();
      const headers = { authorization: `Bearer ${access}` };
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const asked = { method: 'POST', headers, body: formOf(file), signal };
      const answer = await fetch(`${random.pick(origins)}/api${path}`, asked).catch(() => undefined);
      return answer?.ok ? anyObject.parse(await answer.json().catch(() => ({}))) : undefined;
    },
    async send(target, method, path, body, file) {
      const operation: LoggedOperation = {
        target,
        method,
        path,
        body,
        ...(file && { file }),
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
