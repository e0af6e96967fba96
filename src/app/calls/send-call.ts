import type { QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { rememberCall } from '#app/api/acknowledged-calls.ts';
import { ApiError, certainlyNotApplied } from '#app/api/api-error.ts';
import { request } from '#app/api/client.ts';
import { currentOwner, type Owner } from '#app/api/session.ts';
import { sendForm } from '#app/api/transfer.ts';
import { createSignal } from '#app/lib/store.ts';
import { holdSharedTabLock } from '#app/lib/tab-lock.ts';
import { branchQuery } from '#app/reads/branch-queries.ts';
import { outcome, outcomePath } from '#contract/outcomes.ts';
import type { About, CallOutcome, OnlineCall } from './online-call.ts';
import { messages } from './texts.en.ts';
import { readCall, removeCall, type StoredCall, writeCall } from './unanswered-calls.ts';

export interface Press {
  /** The record that the call is about; without it there is one such call at a time. */
  readonly subject?: string;
  readonly method: StoredCall['method'];
  readonly path: string;
  readonly body?: unknown;
  readonly file?: { readonly form: FormData; readonly print: string };
  readonly about?: About;
  /** A manager's approval, with the key that it is for (decision 46). */
  readonly approved?: { readonly token: string; readonly key: string } | undefined;
  readonly signal?: AbortSignal;
}

export interface CallResult<S extends z.ZodType> {
  readonly answer: z.output<S> | undefined;
  readonly text: string;
}

type Settled<S extends z.ZodType> =
  | {
      readonly done: true;
      readonly answer: z.output<S> | undefined;
      /** An earlier request with another body used the key; that request was performed. */
      readonly other?: boolean;
    }
  | { readonly done: false; readonly error: ApiError };

interface SentRequest {
  readonly method: StoredCall['method'];
  readonly path: string;
  readonly body: string | undefined;
  readonly form: FormData | undefined;
  readonly file: string | undefined;
}

/** Requests by key that the device must not store; kept in the memory of this tab. */
export const requestsInMemory = new Map<string, SentRequest>();

const KEY_REUSED = 422;

export const callLock = (key: string): string => `branch-desk.call ${key}`;

const inHand = new Map<string, () => void>();

export const isInHand = (key: string): boolean => inHand.has(key);

function take(key: string): void {
  if (!inHand.has(key)) inHand.set(key, holdSharedTabLock(callLock(key)));
}

const givenBack = createSignal();

export const onGivenBack = givenBack.subscribe;

/** The screen no longer waits, so the outcome is asked for in the background. */
export function giveBack(key: string): void {
  inHand.get(key)?.();
  if (inHand.delete(key)) givenBack.notify();
}

/** Remembered in case a restore of the server undoes it (decision 146). */
function endDone<S extends z.ZodType>(
  owner: Owner,
  call: OnlineCall<S>,
  stored: StoredCall,
  result: { readonly answer: z.output<S> | undefined; readonly other?: boolean | undefined },
): void {
  rememberCall(stored.key, { kind: call.title({}), sentence: textOf(call, stored, result) });
  leaveCall(owner, stored);
}

export function leaveCall(owner: Owner, stored: StoredCall): void {
  requestsInMemory.delete(stored.key);
  removeCall(owner, stored);
  giveBack(stored.key);
}

function perform<S extends z.ZodType>(
  call: OnlineCall<S>,
  { method, path, body, form }: SentRequest,
  key: string,
  { approved, signal }: Pick<Press, 'approved' | 'signal'>,
): Promise<z.output<S>> {
  if (form) {
    const transfer = { path, form, idempotencyKey: key, signal: signal ?? new AbortController().signal };
    return sendForm(transfer, call.answer);
  }
  return request({
    ...{ method, path, answer: call.answer, idempotencyKey: key, timeoutMs: call.timeoutMs },
    ...(body !== undefined && { rawBody: body }),
    ...(approved && { approval: approved.token }),
    ...(signal && { signal }),
  });
}

/** A call needs a connection, so a lost one gets its own sentence. */
function asTold(error: unknown): unknown {
  const isLost = error instanceof ApiError && error.kind === 'transient' && error.status === undefined;
  return isLost ? new ApiError('transient', error, messages.needsConnection) : error;
}

/**
 * Performs nothing.
 * @throws {ApiError} when the server cannot be reached
 */
export async function outcomeOf(
  client: QueryClient,
  call: OnlineCall,
  stored: StoredCall,
): Promise<CallOutcome> {
  const { outcomes } = await client.fetchQuery({ ...branchQuery(), staleTime: 60_000 });
  if (call.read && (call.goesOn || !outcomes)) return call.read(client, stored);
  if (!outcomes) return { state: 'untold' };
  const told = await request({ method: 'GET', path: outcomePath(stored.key), answer: outcome });
  if (told.state !== 'done' || told.status < 300) return { state: told.state };
  // Nothing was written: the record had changed meanwhile.
  return { state: 'refused', reason: messages.changedMeanwhile };
}

function sentRequest(stored: StoredCall): SentRequest | undefined {
  const { key, method, path, body, whole } = stored;
  const fromDevice = whole ? { method, path, body, form: undefined, file: undefined } : undefined;
  return requestsInMemory.get(key) ?? fromDevice;
}

export const canRepeat = (stored: StoredCall): boolean => sentRequest(stored) !== undefined;

/**
 * Repeats a call whose answer was not read, with the same key and bytes, so the server performs it once. A refusal of a
 * repeat proves nothing about the first attempt (the present password may be another one by then), so the outcome of
 * the key decides.
 * @throws {ApiError} while its outcome is unknown
 */
export async function settleCall<S extends z.ZodType>(
  client: QueryClient,
  owner: Owner,
  call: OnlineCall<S>,
  stored: StoredCall,
  press: Pick<Press, 'approved' | 'signal'> & { readonly same?: SentRequest | undefined } = {},
): Promise<Settled<S>> {
  const sent = sentRequest(stored) ?? press.same;
  if (!sent) throw new Error(`${stored.name} cannot be repeated`);
  const { idempotency } = await client.fetchQuery({ ...branchQuery(), staleTime: 60_000 });
  if (!idempotency && call.read) {
    const { state } = await call.read(client, stored);
    if (state === 'done') {
      endDone(owner, call, stored, { answer: undefined });
      return { done: true, answer: undefined };
    }
  }
  try {
    const answer = await perform(call, sent, stored.key, press);
    if (!call.goesOn) endDone(owner, call, stored, { answer });
    return { done: true, answer };
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== 'rejected') throw error;
    const { state } = await settledOutcome(client, call, stored);
    if (state !== 'done') {
      leaveCall(owner, stored);
      return { done: false, error };
    }
    const result = { answer: undefined, other: error.status === KEY_REUSED };
    endDone(owner, call, stored, result);
    return { done: true, ...result };
  }
}

/** @throws {ApiError} transient while the call is running, or the server cannot be reached */
async function settledOutcome(client: QueryClient, call: OnlineCall, stored: StoredCall) {
  const told = await outcomeOf(client, call, stored);
  if (told.state === 'running') throw new ApiError('transient', { status: 409 }, messages.stillRunning);
  return told;
}

/** @throws {ApiError} transient */
async function answerAgain<S extends z.ZodType>(
  call: OnlineCall<S>,
  stored: StoredCall,
): Promise<{ readonly answer: z.output<S> | undefined; readonly other?: boolean | undefined }> {
  const sent = sentRequest(stored);
  if (!sent) return { answer: undefined, other: stored.reused };
  try {
    return { answer: await perform(call, sent, stored.key, {}) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== 'rejected') throw error;
    return { answer: undefined, other: error.status === KEY_REUSED };
  }
}

export const textOf = <S extends z.ZodType>(
  call: OnlineCall<S>,
  { about }: StoredCall,
  { answer, other }: { readonly answer: z.output<S> | undefined; readonly other?: boolean | undefined },
): string => (other && !call.answersAnyPress ? messages.otherDone : call.done(about, answer));

/** @throws {ApiError} transient */
export async function takeResult<S extends z.ZodType>(
  owner: Owner,
  call: OnlineCall<S>,
  stored: StoredCall,
): Promise<CallResult<S>> {
  const again = await answerAgain(call, stored);
  endDone(owner, call, stored, again);
  return { answer: again.answer, text: textOf(call, stored, again) };
}

function requestOf({ method, path, body, file }: Press): SentRequest {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return { method, path, body: text, form: file?.form, file: file?.print };
}

const isSame = (sent: SentRequest, stored: StoredCall): boolean => {
  const before = requestsInMemory.get(stored.key) ?? stored;
  return (
    sent.method === stored.method &&
    sent.path === stored.path &&
    sent.body === before.body &&
    sent.file === before.file
  );
};

const stringsOf = (about: About) =>
  Object.fromEntries(Object.entries(about).flatMap(([name, text]) => (text ? [[name, text]] : [])));

/**
 * A press ends the unanswered call before it with the result of that call, or is sent itself under the key that may be
 * in use.
 */
type Earlier<S extends z.ZodType> = { readonly result: CallResult<S> } | { readonly key: string | undefined };

interface Unsettled<S extends z.ZodType> {
  readonly client: QueryClient;
  readonly owner: Owner;
  readonly call: OnlineCall<S>;
  readonly before: StoredCall;
}

/**
 * Reports that the earlier call was done if this press asks for something else.
 * @throws {ApiError}
 */
async function resultFor<S extends z.ZodType>({
  client,
  owner,
  call,
  before,
}: Unsettled<S>): Promise<CallResult<S>> {
  const result = await takeResult(owner, call, before);
  if (call.answersAnyPress) return result;
  void client.invalidateQueries();
  throw new ApiError('rejected', { detail: messages.earlierDone({ text: result.text }) });
}

/**
 * The same request is repeated. A different one first asks for the outcome of the key, because the first request may no
 * longer be wanted, and then uses the key again, so that a late first request cannot be performed as well.
 * @throws {ApiError} while the outcome is unknown, when it is refused, or it was done and the press asks for something
 *   else
 */
async function settleEarlier<S extends z.ZodType>(
  unsettled: Unsettled<S>,
  sent: SentRequest,
  press: Press,
): Promise<Earlier<S>> {
  const { client, owner, call, before } = unsettled;
  const isWhole = sentRequest(before) !== undefined || sent.form !== undefined;
  const repeat = async (): Promise<Earlier<S>> => {
    const settled = await settleCall(client, owner, call, before, { ...press, same: sent });
    if (!settled.done) throw settled.error;
    const text = textOf(call, before, settled);
    if (settled.other && !call.answersAnyPress) {
      void client.invalidateQueries();
      throw new ApiError('rejected', { detail: text });
    }
    return { result: { answer: settled.answer, text } };
  };
  if (isWhole && isSame(sent, before)) return repeat();
  const told = await settledOutcome(client, call, before);
  if (told.state === 'done') return { result: await resultFor(unsettled) };
  if (told.state === 'untold' && isWhole && call.answersAnyPress) return repeat();
  // The server does not compare passwords: under one key another password would pass for the first.
  const isSecret = call.keeps === 'key' && before.file === undefined;
  if (told.state === 'refused' || isSecret) leaveCall(owner, before);
  return { key: told.state === 'refused' || isSecret ? undefined : before.key };
}

/**
 * Never queued. Key and request stay together until an answer was read: a press while the outcome is unknown is
 * answered by the first request, even after a reload (decision 141).
 * @throws {ApiError} with a sentence; transient while the outcome is unknown
 */
export async function sendCall<S extends z.ZodType>(
  client: QueryClient,
  call: OnlineCall<S>,
  press: Press,
): Promise<CallResult<S>> {
  try {
    return await sendOrSettle(client, call, press);
  } catch (error) {
    throw asTold(error);
  }
}

async function sendOrSettle<S extends z.ZodType>(
  client: QueryClient,
  call: OnlineCall<S>,
  press: Press,
): Promise<CallResult<S>> {
  const owner = currentOwner();
  if (!owner) throw new ApiError('unauthenticated');
  const { subject = '', about = {}, approved } = press;
  const sent = requestOf(press);
  const before = readCall(owner, { name: call.name, subject });
  if (before) take(before.key);
  const earlier = before && (await settleEarlier({ client, owner, call, before }, sent, press));
  if (earlier && 'result' in earlier) return earlier.result;
  const used = earlier?.key;
  const stored: StoredCall = {
    ...{ name: call.name, subject, method: sent.method, path: sent.path, at: Date.now() },
    key: used ?? approved?.key ?? crypto.randomUUID(),
    ...(used !== undefined && { reused: true as const }),
    whole: call.keeps === 'request',
    ...(call.keeps === 'request' && { body: sent.body }),
    file: sent.file,
    about: stringsOf(about),
  };
  const sentBefore = before && sentRequest(before);
  requestsInMemory.set(stored.key, sent);
  take(stored.key);
  writeCall(owner, stored);
  try {
    const answer = await perform(call, sent, stored.key, press);
    if (!call.goesOn) endDone(owner, call, stored, { answer });
    return { answer, text: call.done(stored.about, answer) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (used !== undefined && before && error.kind === 'rejected') {
      const told = await settledOutcome(client, call, stored);
      if (told.state === 'done') {
        // The first request has arrived after all.
        if (sentBefore) requestsInMemory.set(stored.key, sentBefore);
        return resultFor({ client, owner, call, before });
      }
    }
    if (error.kind === 'rejected' || (used === undefined && certainlyNotApplied(error.status)))
      leaveCall(owner, stored);
    throw error;
  }
}

export function endCall(call: OnlineCall, subject = ''): void {
  const owner = currentOwner();
  const stored = owner && readCall(owner, { name: call.name, subject });
  if (owner && stored) leaveCall(owner, stored);
}

export function unansweredCall(call: OnlineCall, subject = ''): StoredCall | undefined {
  const owner = currentOwner();
  return owner && readCall(owner, { name: call.name, subject });
}
