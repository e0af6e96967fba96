import type { z } from 'zod';
import { observeServerTime } from '#app/lib/clock.ts';
import { parseJson, readLocal, writeLocal } from '#app/lib/local-storage.ts';
import { messages } from '#app/lib/texts.en.ts';
import { readErrorBody } from '#contract/errors.ts';
import {
  APPROVAL,
  BRANCH_VERSION,
  DEVICE,
  ENTERED_BY,
  GENERATION,
  IDEMPOTENCY_KEY,
  type Method,
} from '#contract/http.ts';
import { languageNow } from '#contract/messages.ts';
import { ApiError, errorClass } from './api-error.ts';
import { retryAfterSeconds } from './backoff.ts';
import { reportReachable, reportUnreachable } from './connection.ts';
import { reportGeneration, reportReadVersion } from './server-version.ts';

const DEVICE_NAME_KEY = 'branch-desk device';

/** In this order: an Android tablet names Linux as well, and an iPad may name the Mac. */
const systems = ['iPad', 'iPhone', 'Android', 'Windows', 'CrOS', 'Mac', 'Linux'];

/** An iPad may call itself a Mac, which has no touch screen. */
function systemOf({ userAgent, maxTouchPoints }: Navigator): string {
  const system = systems.find((name) => userAgent.includes(name));
  return system === 'Mac' && maxTouchPoints > 1 ? 'iPad' : (system ?? messages.unknownDevice);
}

/** Name for the history of writes, such as "iPad 3f9a". Created once and stored; it identifies devices, not users. */
export function deviceName(): string {
  const stored = readLocal(DEVICE_NAME_KEY);
  if (stored) return stored;
  const created = `${systemOf(navigator)} ${crypto.randomUUID().slice(0, 4)}`;
  writeLocal(DEVICE_NAME_KEY, created);
  return created;
}

/** Headers hold no letters beyond Latin ones. */
export const deviceHeader = (): string => encodeURIComponent(deviceName()).replaceAll('%20', ' ');

export function nameDevice(name: string): void {
  writeLocal(DEVICE_NAME_KEY, name);
}

/** Milliseconds; after that the request counts as unanswered (fault 2). */
const TIMEOUT_MS = 20_000;

export const API_BASE: string = import.meta.env.VITE_API_URL ?? '/api';

export interface OutgoingRequest {
  readonly method: Method;
  readonly path: string;
  readonly body?: string;
  readonly idempotencyKey?: string;
  readonly ifMatch?: string;
  readonly approval?: string;
  readonly enteredBy?: string;
  readonly etag?: string;
  readonly signal?: AbortSignal;
  /** Milliseconds, instead of 20 s. */
  readonly timeoutMs?: number | undefined;
  readonly lowPriority?: boolean;
  /** Sends and keeps cookies of the server. */
  readonly cookies?: boolean | undefined;
}

let readCharacters = 0;

/** Characters of response bodies that this tab has read. */
export function charactersRead(): number {
  return readCharacters;
}

export interface RawResponse {
  readonly status: number;
  readonly body: unknown;
  readonly json: boolean;
  readonly etag: string | undefined;
  readonly retryAfterSeconds: number | undefined;
}

function headersOf(call: OutgoingRequest, access: string | undefined): Record<string, string> {
  return {
    Accept: 'application/json',
    'Accept-Language': languageNow(),
    ...(call.body !== undefined && { 'Content-Type': 'application/json' }),
    ...(access !== undefined && { Authorization: `Bearer ${access}` }),
    ...(call.idempotencyKey !== undefined && { [IDEMPOTENCY_KEY]: call.idempotencyKey }),
    // Another origin would have to allow this header in CORS, and most do not know it.
    ...(call.method !== 'GET' && API_BASE.startsWith('/') && { [DEVICE]: deviceHeader() }),
    ...(call.ifMatch !== undefined && { 'If-Match': call.ifMatch }),
    ...(call.approval !== undefined && { [APPROVAL]: call.approval }),
    ...(call.enteredBy !== undefined && { [ENTERED_BY]: call.enteredBy }),
    ...(call.etag !== undefined && { 'If-None-Match': call.etag }),
  };
}

export async function readResponse(response: Response): Promise<RawResponse> {
  const isJson = /\bjson\b/i.test(response.headers.get('Content-Type') ?? '');
  // Other origins hide this header; then the last save is the newest known moment.
  if (isJson) observeServerTime(response.headers.get('Date'));
  const text = await response.text();
  readCharacters += text.length;
  const body = parseJson(text || undefined);
  reportGeneration(response.headers.get(GENERATION) ?? undefined);
  return {
    status: response.status,
    body,
    // A followed redirect ended at another address than the requested one.
    json: isJson && body !== undefined && !response.redirected,
    etag: response.headers.get('ETag') ?? undefined,
    retryAfterSeconds: retryAfterSeconds(response.headers.get('Retry-After'), Date.now()),
  };
}

/**
 * Waits up to 20 s for the whole response. Redirects are not followed: the API has none, captive portals do (fault 18).
 * @throws {ApiError} transient, when no response arrived
 * @throws the caller's abort reason, when the caller aborted
 */
export async function sendRequest(call: OutgoingRequest, access: string | undefined): Promise<RawResponse> {
  const timeout = new AbortController();
  const abort = () => timeout.abort(call.signal?.reason);
  if (call.signal?.aborted) throw call.signal.reason;
  call.signal?.addEventListener('abort', abort);
  const timer = setTimeout(() => timeout.abort(), call.timeoutMs ?? TIMEOUT_MS);
  try {
    const response = await fetch(`${API_BASE}${call.path}`, {
      method: call.method,
      headers: headersOf(call, access),
      body: call.body,
      redirect: 'error',
      cache: 'no-store',
      credentials: call.cookies ? 'same-origin' : 'omit',
      signal: timeout.signal,
      ...(call.lowPriority && { priority: 'low' }),
    });
    const isRead = access && call.method === 'GET' && response.status < 400;
    if (isRead) reportReadVersion(response.headers.get(BRANCH_VERSION));
    return await readResponse(response);
  } catch {
    if (call.signal?.aborted) throw call.signal.reason;
    reportUnreachable();
    throw new ApiError('transient');
  } finally {
    clearTimeout(timer);
    call.signal?.removeEventListener('abort', abort);
  }
}

/** Also reports the connection state that the response proves. */
export function parseFailure(response: RawResponse): ApiError {
  const errorBody = response.json ? readErrorBody(response.body) : undefined;
  const kind = errorClass({
    status: response.status,
    contract: errorBody !== undefined,
    retryAfter: response.retryAfterSeconds !== undefined,
  });
  if (errorBody) reportReachable();
  else reportUnreachable();
  return new ApiError(kind, {
    status: response.status,
    detail: errorBody?.detail,
    fields: errorBody?.fields,
    retryAfterSeconds: response.retryAfterSeconds,
    answer: response.body,
  });
}

/**
 * Also reports the connection state that the response proves.
 * @throws {ApiError} transient, if the response is not the contract's: a captive portal answers 200 as well
 */
export function parseSuccess<S extends z.ZodType>(response: RawResponse, shape: S): z.output<S> {
  const empty = response.status === 204;
  const parsed = response.json || empty ? shape.safeParse(empty ? undefined : response.body) : undefined;
  if (parsed?.success) {
    reportReachable();
    return parsed.data;
  }
  reportUnreachable();
  throw new ApiError('transient', { status: response.status });
}
