import type { z } from 'zod';
import type { Method } from '#contract/http.ts';
import { ApiError } from './api-error.ts';
import { reportReachable } from './connection.ts';
import { parseFailure, parseSuccess } from './parse-response.ts';
import { refreshSession } from './refresh-session.ts';
import { type OutgoingRequest, type RawResponse, sendRequest } from './send-request.ts';
import { clearTokens, currentSession, ownerKey, type Session } from './session.ts';

export interface ApiCall<S extends z.ZodType> {
  readonly method: Method;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Sent as JSON; `rawBody` is for the outbox, which must send the same bytes again. */
  readonly body?: unknown;
  readonly rawBody?: string;
  /** How a success reads. */
  readonly answer: S;
  readonly idempotencyKey?: string;
  /** No token is attached, and a 401 is an answer like any other refusal. */
  readonly open?: boolean;
  readonly signal?: AbortSignal;
  /** Nobody waits for it: everything else may go first. */
  readonly unhurried?: boolean;
  /** `ownerKey` of the only person in whose name this may be sent. */
  readonly expectOwner?: string;
}

function outgoing(call: ApiCall<z.ZodType>, etag?: string): OutgoingRequest {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (value !== undefined && value !== '') query.set(name, String(value));
  }
  return {
    method: call.method,
    path: query.size > 0 ? `${call.path}?${query}` : call.path,
    body: call.rawBody ?? (call.body === undefined ? undefined : JSON.stringify(call.body)),
    idempotencyKey: call.idempotencyKey,
    signal: call.signal,
    unhurried: call.unhurried,
    etag,
  };
}

function sessionFor(expectOwner: string | undefined): Session {
  const session = currentSession();
  if (!session || (expectOwner !== undefined && ownerKey(session.owner) !== expectOwner)) {
    throw new ApiError('sign-in');
  }
  return session;
}

/** A contract-shaped 401 and nothing else: a proxy's login page is no reason to refresh. */
const wantsSignIn = (answer: RawResponse) => answer.status === 401 && parseFailure(answer).kind === 'sign-in';

/** A refresh that got no answer: the call itself was answered, with 401, so it surely was not carried out. */
function unanswered401(error: unknown): never {
  if (!(error instanceof ApiError) || error.kind !== 'transient') throw error;
  throw new ApiError('transient', { ...error, status: 401 }, error.message);
}

/**
 * Sends with the person's token; after a 401 once more with a fresh one (specification, section 4). One that another tab had stored may
 * have run out before our first answer came: that one is refreshed too before anybody is signed out.
 */
async function exchange(call: ApiCall<z.ZodType>, etag?: string): Promise<RawResponse> {
  const out = outgoing(call, etag);
  if (call.open) return sendRequest(out, undefined);
  const session = sessionFor(call.expectOwner);
  const first = await sendRequest(out, session.access);
  if (!wantsSignIn(first)) return first;
  let renewed = await refreshSession(session).catch(unanswered401);
  let answer = await sendRequest(out, renewed.access);
  if (wantsSignIn(answer) && renewed.found) {
    renewed = await refreshSession(renewed).catch(unanswered401);
    answer = await sendRequest(out, renewed.access);
  }
  if (wantsSignIn(answer) && currentSession()?.access === renewed.access) clearTokens();
  return answer;
}

function refusal(call: ApiCall<z.ZodType>, answer: RawResponse): ApiError {
  const failure = parseFailure(answer);
  if (!call.open || failure.kind !== 'sign-in') return failure;
  return new ApiError('refused', { status: 401, detail: failure.detail, fields: failure.fields });
}

/**
 * One call of the API, with the token attached and refreshed when it has run out.
 * @throws {ApiError} for every answer that is not the contract's success, and for none at all
 */
export async function request<S extends z.ZodType>(call: ApiCall<S>): Promise<z.output<S>> {
  const answer = await exchange(call);
  if (answer.status >= 300) throw refusal(call, answer);
  return parseSuccess(answer, call.answer);
}

/**
 * A read that may be spared: with the tag of what is already here, `data` is undefined where it still
 * holds (decision 7).
 * @throws {ApiError} like `request`
 */
export async function requestIfChanged<S extends z.ZodType>(
  call: ApiCall<S>,
  etag: string | undefined,
): Promise<{ data: z.output<S> | undefined; etag: string | undefined }> {
  const answer = await exchange(call, etag);
  if (answer.status === 304 && etag !== undefined) {
    reportReachable();
    return { data: undefined, etag };
  }
  if (answer.status >= 300) throw refusal(call, answer);
  return { data: parseSuccess(answer, call.answer), etag: answer.etag };
}
