import type { QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { ApiError } from '#app/api/api-error.ts';
import { connection, onConnectionChange } from '#app/api/connection.ts';
import type { Owner } from '#app/api/session.ts';
import { createStore } from '#app/lib/store.ts';
import { isTabLockHeld } from '#app/lib/tab-lock.ts';
import { throttle } from '#app/lib/timers.ts';
import type { OnlineCall } from './online-call.ts';
import {
  type CallResult,
  callLock,
  canRepeat,
  isInHand,
  leaveCall,
  onGivenBack,
  outcomeOf,
  settleCall,
  takeResult,
  textOf,
} from './send-call.ts';
import { onCallsChange, readCall, readCalls, type StoredCall } from './unanswered-calls.ts';

const ASK_AGAIN_MS = 5_000;

export interface OpenCall {
  readonly call: OnlineCall;
  readonly stored: StoredCall;
  /** `asking`: the server was not reached yet. `not-done`: it does not know the call. `untold`: it cannot say. */
  readonly state: 'asking' | 'running' | 'not-done' | 'untold' | 'refused';
  readonly reason?: string | undefined;
  readonly repeatable: boolean;
}

export const openCalls = createStore<readonly OpenCall[]>([]);

type Listener = (result: CallResult<z.ZodType>) => void;
const listeners = new Map<string, Set<Listener>>();
const listenerKey = (name: string, subject: string) => `${name} ${subject}`;

export function onOutcome<S extends z.ZodType>(
  call: OnlineCall<S>,
  subject: string,
  listener: (result: CallResult<S>) => void,
): () => void {
  const key = listenerKey(call.name, subject);
  const own: Listener = ({ answer, text }) => listener({ answer: call.answer.safeParse(answer).data, text });
  const all = listeners.get(key) ?? new Set();
  listeners.set(key, all.add(own));
  return () => void all.delete(own);
}

export interface OutcomeAsker {
  readonly client: QueryClient;
  readonly owner: Owner;
  /** Undefined for a call of a newer version of the app. */
  readonly find: (name: string) => OnlineCall | undefined;
  readonly tell: (text: string) => void;
}

/** Without such a screen a toast tells the result. */
function deliver(
  { client, tell }: OutcomeAsker,
  { name, subject }: StoredCall,
  result: CallResult<z.ZodType>,
) {
  void client.invalidateQueries();
  const waiting = [...(listeners.get(listenerKey(name, subject)) ?? [])];
  for (const listener of waiting) listener(result);
  if (waiting.length === 0) tell(result.text);
}

async function ask(asker: OutcomeAsker, call: OnlineCall, stored: StoredCall): Promise<OpenCall | undefined> {
  const { client, owner } = asker;
  const open = { call, stored, repeatable: canRepeat(stored) };
  try {
    const told = await outcomeOf(client, call, stored);
    // Another tab, or a press, may have ended it meanwhile.
    if (readCall(owner, stored)?.key !== stored.key || isInHand(stored.key)) return undefined;
    if (told.state === 'done') {
      deliver(asker, stored, await takeResult(owner, call, stored));
      return undefined;
    }
    if (told.state === 'refused') return { ...open, state: 'refused', reason: told.reason };
    return { ...open, state: told.state === 'unknown' ? 'not-done' : told.state };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { ...open, state: 'asking' };
  }
}

async function askAll(asker: OutcomeAsker): Promise<void> {
  const open: OpenCall[] = [];
  for (const stored of readCalls(asker.owner)) {
    const call = asker.find(stored.name);
    if (!call || isInHand(stored.key) || (await isTabLockHeld(callLock(stored.key)))) continue;
    const known = openCalls.get().find((one) => one.stored.key === stored.key);
    if (known?.state === 'refused') open.push(known);
    else {
      const asked = await ask(asker, call, stored);
      if (asked) open.push(asked);
    }
  }
  if (open.length > 0 || openCalls.get().length > 0) openCalls.set(open);
}

/**
 * Asks for the outcome of calls whose answer was lost by a reload, a closed tab or a screen that was left, until
 * stopped. Performs nothing (decision 141).
 */
export function askForOutcomes(asker: OutcomeAsker): () => void {
  let running: Promise<void> | undefined;
  let again = false;
  const run = () => {
    if (running !== undefined) {
      again = true;
      return;
    }
    running = askAll(asker)
      .catch(() => undefined)
      .finally(() => {
        running = undefined;
        if (!again) return;
        again = false;
        run();
      });
  };
  const timer = setInterval(() => {
    if (openCalls.get().some(({ state }) => state !== 'refused')) run();
  }, ASK_AGAIN_MS);
  // Where reads succeed and writes fail, each answer would start the next round.
  const reconnected = throttle(run, ASK_AGAIN_MS);
  const stops = [
    reconnected.cancel,
    onCallsChange(run),
    onGivenBack(run),
    onConnectionChange(() => {
      if (connection() === 'online') reconnected.run();
    }),
  ];
  run();
  return () => {
    clearInterval(timer);
    openCalls.set([]);
    for (const stop of stops) stop();
  };
}

const drop = (stored: StoredCall) =>
  openCalls.set(openCalls.get().filter((one) => one.stored.key !== stored.key));

/** Sends the same key and bytes, so that a first request that arrives late is not performed as well. */
export async function doNow(asker: OutcomeAsker, { call, stored }: OpenCall): Promise<void> {
  const { client, owner } = asker;
  try {
    const settled = await settleCall(client, owner, call, stored);
    if (settled.done) {
      drop(stored);
      deliver(asker, stored, { answer: settled.answer, text: textOf(call, stored, settled) });
      return;
    }
    const refused = {
      call,
      stored,
      state: 'refused',
      reason: settled.error.message,
      repeatable: false,
    } as const;
    openCalls.set([...openCalls.get().filter((one) => one.stored.key !== stored.key), refused]);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

export async function leaveUndone(asker: OutcomeAsker, open: OpenCall): Promise<void> {
  const { call, stored, state } = open;
  const asked = state === 'refused' || state === 'untold' ? open : await ask(asker, call, stored);
  if (asked?.state === 'asking' || asked?.state === 'running') return;
  if (asked) leaveCall(asker.owner, stored);
  drop(stored);
}
