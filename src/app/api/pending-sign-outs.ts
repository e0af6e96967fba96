import { z } from 'zod';
import { parseJson, readLocal, removeLocal, writeLocal } from '#app/lib/local-storage.ts';
import { paths } from '#contract/http.ts';
import { ApiError } from './api-error.ts';
import { parseFailure, sendRequest } from './send-request.ts';

const PENDING_SIGN_OUTS = 'branch-desk.sign-outs';

/** Limit for a device that never comes back online; a session ends by itself in the end. */
const MAX_QUEUED = 50;
const FIRST_PAUSE = 5_000;
const MAX_PAUSE = 5 * 60_000;

const queue = z.array(z.string());
const queued = (): readonly string[] => queue.safeParse(parseJson(readLocal(PENDING_SIGN_OUTS))).data ?? [];

function store(tokens: readonly string[]): void {
  if (tokens.length === 0) removeLocal(PENDING_SIGN_OUTS);
  else writeLocal(PENDING_SIGN_OUTS, JSON.stringify(tokens.slice(-MAX_QUEUED)));
}

/** A refusal is final too, because the session is then over. */
async function wasAnswered(access: string): Promise<boolean> {
  try {
    const response = await sendRequest({ method: 'POST', path: paths.logout }, access);
    return response.status < 300 || parseFailure(response).kind !== 'transient';
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

let sending: Promise<void> | undefined;
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

async function sendAll(): Promise<void> {
  for (const access of queued()) {
    if (!(await wasAnswered(access))) {
      failures += 1;
      return;
    }
    failures = 0;
    store(queued().filter((token) => token !== access));
  }
}

/**
 * Retries after a pause or when the connection is back, even if another user has signed in by then (decision 48).
 * Sending a sign-out twice does no harm.
 */
export function sendSignOuts(): Promise<void> {
  sending ??= sendAll().finally(() => {
    sending = undefined;
    clearTimeout(timer);
    window.removeEventListener('online', sendAgain);
    if (queued().length === 0) return;
    timer = setTimeout(sendAgain, Math.min(MAX_PAUSE, FIRST_PAUSE * 2 ** failures));
    window.addEventListener('online', sendAgain);
  });
  return sending;
}

const sendAgain = () => void sendSignOuts();

/**
 * Queues the sign-out if the server does not answer. The access token names the session and is useless for anything
 * else once expired. No token stays on the device if the server answers.
 */
export async function endSession(access: string): Promise<void> {
  const keep = () => store([...queued(), access]);
  // A page that is left meanwhile does not see the answer.
  window.addEventListener('pagehide', keep, { once: true });
  const answered = await wasAnswered(access).catch(() => false);
  window.removeEventListener('pagehide', keep);
  if (answered) return;
  keep();
  void sendSignOuts();
}
