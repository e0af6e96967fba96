import { createRandom, type Random } from '#server/demo/branch-factory.ts';
import { NO_ANSWER_STATUS } from '../network-conditions.ts';
import { fireNextTimer, passTime, trueTime } from './simulated-clock.ts';

/** Number of event loop turns after which local work, such as database transactions, has finished. */
const IDLE_TURNS = 60;
/** Timers that fire while requests are in flight, in milliseconds; longer ones fire when time passes. */
const SHORT_TIMER_MS = 1_000;
/** What a request takes, in milliseconds. */
const REQUEST_MS = 40;
/** Number of times that a command may wait for something. */
const MAX_ROUNDS = 10_000;
/** Number of these after which a second passes. */
const SPIN_ROUNDS = 100;
/** How long a command may wait for a timer, in milliseconds. */
const MAX_WAIT_MS = 600_000;

const queue: (() => Promise<void>)[] = [];
let busy = false;
let onAnswer = (): void => undefined;

export function watchAnswers(listener: () => void): void {
  onAnswer = listener;
}

async function waitForIdleTurns(isBusy: () => boolean = () => false): Promise<void> {
  for (let turn = 0; turn < IDLE_TURNS; turn = isBusy() ? 0 : turn + 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/**
 * Runs a command until it and all work that it started are done, except requests that nobody answers.
 * Time passes only while nothing else can happen: then the next timer fires.
 * @throws what the command throws
 */
export async function runUntilIdle<T>(label: string, command: () => T): Promise<Awaited<T>> {
  let isDone = false;
  const result = Promise.resolve()
    .then(command)
    .finally(() => {
      isDone = true;
    });
  result.catch(() => undefined);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    await waitForIdleTurns(() => busy);
    // A program that sets one short timer after the other does not stop the time.
    if (round % SPIN_ROUNDS === SPIN_ROUNDS - 1) passTime(SHORT_TIMER_MS);
    if (fireNextTimer(SHORT_TIMER_MS)) continue;
    if (isDone) return await result;
    fireNextTimer(MAX_WAIT_MS);
  }
  throw new Error(`${label} waits for something that never happens.`);
}

/** Sends the queued requests one at a time in random order, and lets short timers fire before some of them. */
async function sendQueued(random: Random): Promise<void> {
  busy = true;
  while (queue.length > 0) {
    await waitForIdleTurns();
    if (random.happens(30) && fireNextTimer(SHORT_TIMER_MS)) continue;
    await queue.splice(random.whole(0, queue.length - 1), 1)[0]?.();
    passTime(REQUEST_MS);
    // Lets the app queue requests that follow from the answer before the next one is drawn.
    await waitForIdleTurns();
  }
  busy = false;
}

/** Rejects like `fetch` when the app gives up waiting. */
function neverAnswered(signal: AbortSignal | null | undefined, reject: (error: unknown) => void): void {
  signal?.addEventListener('abort', () => reject(signal.reason));
}

/**
 * Queues the app's requests and sends them one at a time in an order that the seed decides.
 * Makes a run reproducible; the fault proxy simulates overlapping requests and those that are not answered in time.
 */
export function queueRequests(seed: number): void {
  const random = createRandom(seed);
  const realFetch = globalThis.fetch;
  const perform = async (input: Parameters<typeof fetch>[0], init?: RequestInit) => {
    const { signal, ...rest } = init ?? {};
    signal?.throwIfAborted();
    const response = await realFetch(input, rest);
    const complete = new Response((await response.text()) || null, response);
    Object.defineProperty(complete, 'redirected', { value: response.redirected });
    complete.headers.set('date', new Date(trueTime()).toUTCString());
    return complete;
  };
  globalThis.fetch = (input, init) =>
    new Promise((resolve, reject) => {
      queue.push(() =>
        perform(input, init)
          .then((response) => {
            if (response.status === NO_ANSWER_STATUS) neverAnswered(init?.signal, reject);
            else resolve(response);
          })
          .catch(reject)
          .finally(() => onAnswer()),
      );
      if (!busy) void sendQueued(random);
    });
}
