import { deviceName } from '#app/lib/device-name.ts';
import { parseJson } from '#app/lib/local-storage.ts';
import { DEVICE, IDEMPOTENCY_KEY, type Method } from '#contract/http.ts';
import { ApiError } from './api-error.ts';
import { retryAfterSeconds } from './backoff.ts';
import { reportUnreachable } from './connection.ts';

/** Longer than this without an answer counts as no answer (offline design, Errors). */
const TIMEOUT = 20_000;

const BASE: string = import.meta.env.VITE_API_URL ?? '/api';

export interface OutgoingRequest {
  readonly method: Method;
  /** As the contract has it, query included. */
  readonly path: string;
  /** The exact JSON text to send. */
  readonly body?: string;
  readonly idempotencyKey?: string;
  /** The tag of what is already here: the host may answer 304. */
  readonly etag?: string;
  readonly signal?: AbortSignal;
  /** Nobody waits for it: the browser lets everything else go first. */
  readonly unhurried?: boolean;
}

let read = 0;

/** How many characters of answers this tab has read so far. */
export function charactersRead(): number {
  return read;
}

/** What came back, before anyone judges it. */
export interface RawResponse {
  readonly status: number;
  /** The JSON of the body; undefined where there is none or it is not JSON. */
  readonly body: unknown;
  readonly json: boolean;
  readonly etag: string | undefined;
  readonly retryAfterSeconds: number | undefined;
}

function headersOf(call: OutgoingRequest, access: string | undefined): Record<string, string> {
  return {
    Accept: 'application/json',
    ...(call.body !== undefined && { 'Content-Type': 'application/json' }),
    ...(access !== undefined && { Authorization: `Bearer ${access}` }),
    ...(call.idempotencyKey !== undefined && { [IDEMPOTENCY_KEY]: call.idempotencyKey }),
    // Another origin would have to allow this header by name, and most do not know it.
    ...(call.method !== 'GET' && BASE.startsWith('/') && { [DEVICE]: deviceName() }),
    ...(call.etag !== undefined && { 'If-None-Match': call.etag }),
  };
}

async function readAnswer(response: Response): Promise<RawResponse> {
  const isJson = /\bjson\b/i.test(response.headers.get('Content-Type') ?? '');
  const text = await response.text();
  read += text.length;
  const body = parseJson(text || undefined);
  return {
    status: response.status,
    body,
    // A redirect that was followed ended somewhere else than where we asked.
    json: isJson && body !== undefined && !response.redirected,
    etag: response.headers.get('ETag') ?? undefined,
    retryAfterSeconds: retryAfterSeconds(response.headers.get('Retry-After'), Date.now()),
  };
}

/**
 * Sends one request with this access token and waits up to 20 s for the whole answer. Redirects are not
 * followed: the API has none, captive portals do.
 * @throws {ApiError} transient, when no answer came
 * @throws the caller's abort reason, when the caller gave up
 */
export async function sendRequest(call: OutgoingRequest, access: string | undefined): Promise<RawResponse> {
  const cut = new AbortController();
  const giveUp = () => cut.abort(call.signal?.reason);
  if (call.signal?.aborted) throw call.signal.reason;
  call.signal?.addEventListener('abort', giveUp);
  const timer = setTimeout(() => cut.abort(), TIMEOUT);
  try {
    const response = await fetch(`${BASE}${call.path}`, {
      method: call.method,
      headers: headersOf(call, access),
      body: call.body,
      redirect: 'error',
      cache: 'no-store',
      credentials: 'omit',
      signal: cut.signal,
      ...(call.unhurried && { priority: 'low' }),
    });
    return await readAnswer(response);
  } catch {
    if (call.signal?.aborted) throw call.signal.reason;
    reportUnreachable();
    throw new ApiError('transient');
  } finally {
    clearTimeout(timer);
    call.signal?.removeEventListener('abort', giveUp);
  }
}
