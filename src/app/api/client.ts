import type { z } from 'zod';
import type { Method } from '#contract/http.ts';
import { ApiError } from './api-error.ts';
import { reportReachable } from './connection.ts';
import { refreshSession } from './refresh-session.ts';
import {
  type OutgoingRequest,
  parseFailure,
  parseSuccess,
  type RawResponse,
  sendRequest,
} from './send-request.ts';
import { clearTokens, currentSession, ownerKey, type Session } from './session.ts';

export interface ApiCall<S extends z.ZodType> {
  readonly method: Method;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  readonly rawBody?: string;
  readonly answer: S;
  readonly idempotencyKey?: string;
  readonly ifMatch?: string | undefined;
  readonly approval?: string | undefined;
  readonly enteredBy?: string | undefined;
  /** Sends no access token; a 401 is then a rejection like any other. */
  readonly open?: boolean;
  readonly signal?: AbortSignal;
  /** The browser may send everything else first. */
  readonly unhurried?: boolean;
  /** Sends and keeps cookies of the server. */
  readonly cookies?: boolean;
  /** Milliseconds for the whole response; 20 s without it. */
  readonly timeoutMs?: number | undefined;
  /** `ownerKey` of the only user in whose name this may be sent. */
  readonly expectOwner?: string;
}

function outgoingRequest(call: ApiCall<z.ZodType>, etag?: string): OutgoingRequest {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (value !== undefined && value !== '') parameters.set(name, String(value));
  }
  // `size` is missing below Safari 17 and Chrome 113.
  const query = parameters.toString();
  return {
    method: call.method,
    path: query ? `${call.path}?${query}` : call.path,
    body: call.rawBody ?? (call.body === undefined ? undefined : JSON.stringify(call.body)),
    idempotencyKey: call.idempotencyKey,
    ifMatch: call.ifMatch,
    approval: call.approval,
    enteredBy: call.enteredBy,
    signal: call.signal,
    lowPriority: call.unhurried,
    cookies: call.cookies,
    timeoutMs: call.timeoutMs,
    etag,
  };
}

function sessionFor(expectOwner: string | undefined): Session {
  const session = currentSession();
  if (!session || (expectOwner !== undefined && ownerKey(session.owner) !== expectOwner)) {
    throw new ApiError('unauthenticated');
  }
  return session;
}

const isUnauthenticated = (response: RawResponse) =>
  response.status === 401 && parseFailure(response).kind === 'unauthenticated';

/** The call itself got a 401, so it certainly was not applied. */
function toTransient401(error: unknown): never {
  if (!(error instanceof ApiError) || error.kind !== 'transient') throw error;
  throw new ApiError('transient', { ...error, status: 401 }, error.message);
}

/**
 * Sends again with a refreshed token after a 401 (specification, section 4). A token that another tab stored may have
 * expired before our first response came, so it is refreshed as well before the user is signed out.
 */
async function sendWithToken(call: ApiCall<z.ZodType>, etag?: string): Promise<RawResponse> {
  const outgoing = outgoingRequest(call, etag);
  if (call.open) return sendRequest(outgoing, undefined);
  const session = sessionFor(call.expectOwner);
  const first = await sendRequest(outgoing, session.access);
  if (!isUnauthenticated(first)) return first;
  let refreshed = await refreshSession(session).catch(toTransient401);
  let response = await sendRequest(outgoing, refreshed.access);
  if (isUnauthenticated(response) && refreshed.fromOtherTab) {
    refreshed = await refreshSession(refreshed).catch(toTransient401);
    response = await sendRequest(outgoing, refreshed.access);
  }
  if (isUnauthenticated(response) && currentSession()?.access === refreshed.access) clearTokens();
  return response;
}

function failureOf(call: ApiCall<z.ZodType>, response: RawResponse): ApiError {
  const failure = parseFailure(response);
  if (!call.open || failure.kind !== 'unauthenticated') return failure;
  const { detail, fields, answer } = failure;
  return new ApiError('rejected', { status: 401, detail, fields, answer });
}

/**
 * Refreshes the access token when it has expired.
 * @throws {ApiError} when no response arrived, or it is not a success of the contract
 */
export async function request<S extends z.ZodType>(call: ApiCall<S>): Promise<z.output<S>> {
  const response = await sendWithToken(call);
  if (response.status >= 300) throw failureOf(call, response);
  return parseSuccess(response, call.answer);
}

/**
 * `data` is undefined while the given ETag is still current (decision 7).
 * @throws {ApiError} like `request`
 */
export async function requestIfChanged<S extends z.ZodType>(
  call: ApiCall<S>,
  etag: string | undefined,
): Promise<{ data: z.output<S> | undefined; etag: string | undefined }> {
  const response = await sendWithToken(call, etag);
  if (response.status === 304 && etag !== undefined) {
    reportReachable();
    return { data: undefined, etag };
  }
  if (response.status >= 300) throw failureOf(call, response);
  return { data: parseSuccess(response, call.answer), etag: response.etag };
}
