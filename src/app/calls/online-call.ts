import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { v5 } from 'uuid';
import { z } from 'zod';
import { rememberCall } from '#app/api/acknowledged-calls.ts';
import { ApiError } from '#app/api/api-error.ts';
import { request } from '#app/api/client.ts';
import { currentOwner, type Owner } from '#app/api/session.ts';
import { sendForm } from '#app/api/transfer.ts';
import { keepInput, readInput, removeInput } from '#app/kept-input/kept-input.ts';
import { branchQuery } from '#app/reads/branch-queries.ts';
import { PASSWORD_FIELD } from '#contract/http.ts';
import { messages } from './texts.en.ts';

/** Names for the sentence about a finished call. */
export type About = Readonly<Record<string, string | undefined>>;

/** A write that needs a connection and is never queued (decision 180). */
export interface OnlineCall<S extends z.ZodType = z.ZodType> {
  /** Begins with the kind of its subject: "month.rename". */
  readonly name: string;
  readonly answer: S;
  readonly timeoutMs?: number;
  /** Named where a restore has undone the call (decision 146); absent for the restore itself. */
  readonly kind?: () => string;
  done(about: About, answer: z.output<S>): string;
  /** Whether an unanswered press was performed, from the records of a server without idempotency keys. */
  isDone?(client: QueryClient, press: Press): Promise<boolean>;
}

export const defineCall = <S extends z.ZodType>(call: OnlineCall<S>): OnlineCall<S> => call;

export interface Approved {
  readonly token: string;
  readonly key: string;
}

export interface Press {
  /** The record that the call is about. Presses about one record share an id while one of them has no answer. */
  readonly subject?: string | undefined;
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  readonly form?: FormData;
  readonly about?: About;
  /** A manager's approval of this body, and the `pressId` that it is for (decision 46). */
  readonly approved?: Approved | undefined;
  readonly signal?: AbortSignal;
}

export interface CallResult<S extends z.ZodType> {
  readonly answer: z.output<S>;
  readonly text: string;
}

const KEY_REUSED = 422;

/**
 * Milliseconds. After an outage the same press has the same id; after a longer one the screen shows what was done, and
 * an answer of then would be none to a press of now.
 */
const KEPT_FOR = 3_600_000;

const screenOf = ({ name }: OnlineCall, subject = '') => `call ${name.split('.', 1)[0]} ${subject}`;

function signedIn(): Owner {
  const owner = currentOwner();
  if (!owner) throw new ApiError('unauthenticated');
  return owner;
}

function keptId(owner: Owner, screen: string): string | undefined {
  const kept = readInput(owner, screen);
  const isOfNow = kept && Math.abs(Date.now() - kept.at) < KEPT_FOR;
  return isOfNow ? z.guid().safeParse(kept.input).data : undefined;
}

/** A press of the call has had no answer so far, also before a reload. */
export function isUnanswered(call: OnlineCall, subject?: string): boolean {
  const owner = currentOwner();
  return owner !== undefined && keptId(owner, screenOf(call, subject)) !== undefined;
}

/** The id of the next press: the same one until an answer to it was read. */
export function pressId(call: OnlineCall, subject?: string, approved?: Approved): string {
  const [owner, screen] = [signedIn(), screenOf(call, subject)];
  const id = keptId(owner, screen) ?? approved?.key ?? crypto.randomUUID();
  keepInput(owner, screen, id);
  return id;
}

function perform<S extends z.ZodType>(
  call: OnlineCall<S>,
  { method, path, form, approved, signal }: Press,
  sent: { readonly key: string; readonly body: string | undefined },
): Promise<z.output<S>> {
  const idempotencyKey = sent.key;
  if (form) {
    const transfer = { path, form, idempotencyKey, signal: signal ?? new AbortController().signal };
    return sendForm(transfer, call.answer);
  }
  return request({
    method,
    path,
    answer: call.answer,
    idempotencyKey,
    approval: approved?.token,
    timeoutMs: call.timeoutMs,
    ...(sent.body !== undefined && { rawBody: sent.body }),
    ...(signal && { signal }),
  });
}

/**
 * The server does not compare passwords, so that another password needs another key. The id, which the device forgets,
 * keeps passwords from being tried against the key.
 */
function keyOf(id: string, { body = {} }: Press): string {
  const passwords = Object.entries(body).filter(([name]) => PASSWORD_FIELD.test(name));
  return passwords.length > 0 ? v5(JSON.stringify(passwords), id) : id;
}

async function wasDone(client: QueryClient, call: OnlineCall, press: Press): Promise<boolean> {
  if (!call.isDone) return false;
  const { idempotency } = await client.fetchQuery({ ...branchQuery(), staleTime: 60_000 });
  return !idempotency && call.isDone(client, press);
}

const STILL_RUNNING = 409;

function asUnanswered(error: ApiError): ApiError {
  if (error.status === undefined) return new ApiError('transient', error, messages.needsConnection);
  return error.status === STILL_RUNNING ? new ApiError('transient', error, messages.stillRunning) : error;
}

/**
 * The id stays on the device until an answer was read. Until then each press is sent under it, also after a reload, and
 * with whatever was changed meanwhile: the server performs the first that arrives, answers the same press again, and
 * refuses another one (decision 180).
 * @throws {ApiError} with a sentence; transient while the outcome is unknown
 */
export async function sendCall<S extends z.ZodType>(
  client: QueryClient,
  call: OnlineCall<S>,
  press: Press,
): Promise<CallResult<S>> {
  const owner = signedIn();
  const { subject, about = {}, approved } = press;
  const screen = screenOf(call, subject);
  const isRepeat = isUnanswered(call, subject);
  const id = pressId(call, subject, approved);
  const body = press.body === undefined ? undefined : JSON.stringify(press.body);
  const key = keyOf(id, press);
  const forget = () => {
    if (keptId(owner, screen) === id) removeInput(owner, screen);
  };
  try {
    if (isRepeat && (await wasDone(client, call, press)))
      throw new ApiError('rejected', { status: KEY_REUSED });
    const answer = await perform(call, press, { key, body });
    const text = call.done(about, answer);
    if (call.kind) rememberCall(key, { kind: call.kind(), sentence: text });
    forget();
    return { answer, text };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.kind === 'rejected') forget();
    const wasOther = isRepeat && error.status === KEY_REUSED;
    // The screens show what became of the press without an answer.
    if (wasOther || error.kind === 'transient') void client.invalidateQueries();
    if (wasOther) throw new ApiError('rejected', { detail: messages.earlierDone });
    throw error.kind === 'transient' ? asUnanswered(error) : error;
  }
}

export function useCall<S extends z.ZodType>(call: OnlineCall<S>): (press: Press) => Promise<CallResult<S>> {
  const client = useQueryClient();
  return (press) => sendCall(client, call, press);
}
