import { NonRetriableError } from '@tanstack/offline-transactions';
import { z } from 'zod';
import { refreshed, type Tokens } from '#contract/account.ts';
import { IDEMPOTENCY_KEY, paths } from '#contract/http.ts';

const TIMEOUT_MS = 20_000;
/** Statuses after which the same request may succeed later. */
const transient = new Set([408, 425, 429]);
const row = z.looseObject({ id: z.string() });
const written = z.looseObject({ detail: z.string().optional() });

/** Holds the session of the signed-in user. */
export const session: { tokens: Tokens | undefined } = { tokens: undefined };

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  readonly key?: string;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly retryAfter: boolean;
}

/** Sends one request. @throws {Error} without an answer in time, or if it is not JSON: the library then tries again */
async function send({ method, path, body, key }: Call, access: string | undefined): Promise<Answer> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), TIMEOUT_MS);
  try {
    const response = await fetch(`/api${path}`, {
      method,
      redirect: 'error',
      signal: timeout.signal,
      headers: {
        'content-type': 'application/json',
        ...(access && { authorization: `Bearer ${access}` }),
        ...(key && { [IDEMPOTENCY_KEY]: key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: text === '' ? {} : JSON.parse(text),
      retryAfter: response.headers.has('retry-after'),
    };
  } catch {
    // The library gives up for good after an AbortError.
    throw new Error('No answer.');
  } finally {
    clearTimeout(timer);
  }
}

async function refresh(tokens: Tokens): Promise<string | undefined> {
  const answer = await send(
    { method: 'POST', path: paths.refresh, body: { refresh: tokens.refresh } },
    undefined,
  );
  const next = refreshed.safeParse(answer.body).data;
  if (answer.status !== 200 || !next) return undefined;
  session.tokens = { access: next.access, refresh: next.refresh ?? tokens.refresh };
  return next.access;
}

/**
 * Calls the API as a careful user of the library does: with the session of the signed-in user, refreshed once, and with errors
 * that the library tries again or gives up, by the status.
 * @throws {NonRetriableError} for what the server refuses
 * @throws {Error} for anything else
 */
export async function call(given: Call): Promise<unknown> {
  const { tokens } = session;
  if (!tokens) throw new Error('Nobody is signed in.');
  let answer = await send(given, tokens.access);
  if (answer.status === 401) {
    const access = await refresh(tokens);
    if (access === undefined) throw new Error('The session has ended.');
    answer = await send(given, access);
  }
  const { status } = answer;
  if (status >= 200 && status < 300) {
    if (!written.safeParse(answer.body).success) throw new Error('Not an answer of the server.');
    return answer.body;
  }
  if (status < 400 || status >= 500 || status === 401 || transient.has(status) || answer.retryAfter)
    throw new Error('The server cannot do it now.');
  throw new NonRetriableError(`Refused with ${status}: ${JSON.stringify(answer.body)}`);
}

/** Returns the record of an answer, if it has one. */
export function recordOf(answer: unknown): (Record<string, unknown> & { id: string }) | undefined {
  return row.safeParse(answer).data;
}
