import { z } from 'zod';
import { ApiError, isTransient } from '#app/api/api-error.ts';
import { backoff, retryAfterSeconds } from '#app/api/backoff.ts';
import { request } from '#app/api/client.ts';
import { connection, onConnectionChange, reportReachable, reportUnreachable } from '#app/api/connection.ts';
import { refreshSession } from '#app/api/refresh-session.ts';
import { API_BASE } from '#app/api/send-request.ts';
import { currentSession, type Owner, ownerKey, type Session } from '#app/api/session.ts';
import { parseJson } from '#app/lib/local-storage.ts';
import { type BranchEvent, branchEvents, HEARTBEAT_MS } from '#contract/events.ts';
import { paths } from '#contract/http.ts';

/** Time in which a server that lives answers, in milliseconds: the pill is true within ten seconds of its death. */
const CHECK_TIMEOUT = 4_000;

const healthy = z.object({ status: z.string() });

/** Asks the server for a sign of life and reports the connection state that its answer proves. Never throws. */
export async function checkServer(): Promise<boolean> {
  const signal = AbortSignal.timeout(CHECK_TIMEOUT);
  try {
    await request({ method: 'GET', path: paths.health, answer: healthy, open: true, signal });
    return true;
  } catch (error) {
    if (signal.aborted) reportUnreachable();
    return !signal.aborted && !isTransient(error);
  }
}

/** What one block of a stream says: an event, or how long to spread the next connection, in milliseconds. */
interface ParsedBlock {
  readonly event?: BranchEvent | undefined;
  readonly retry?: number | undefined;
}

function parseEvent(name: string, data: unknown): BranchEvent | undefined {
  switch (name) {
    case 'changed': {
      const parsed = branchEvents.changed.safeParse(data).data;
      return parsed && { name, ...parsed };
    }
    case 'everything': {
      const parsed = branchEvents.everything.safeParse(data).data;
      return parsed && { name, ...parsed };
    }
    case 'unchanged': {
      const parsed = branchEvents.unchanged.safeParse(data).data;
      return parsed && { name, ...parsed };
    }
    default:
      return undefined;
  }
}

function parseBlock(block: string): ParsedBlock {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const [, name = '', value = ''] = /^([a-z]+): ?(.*)$/.exec(line) ?? [];
    if (name) fields.set(name, value);
  }
  const retry = Number(fields.get('retry') ?? Number.NaN);
  return {
    event: parseEvent(fields.get('event') ?? '', parseJson(fields.get('data'))),
    retry: Number.isFinite(retry) ? retry : undefined,
  };
}

/** Parses a stream of server-sent events from pieces of any length. Unknown events and comments say nothing. */
export class EventParser {
  #rest = '';

  /** Returns what the blocks that this piece completes say. */
  push(text: string): ParsedBlock[] {
    const blocks = (this.#rest + text).replaceAll('\r\n', '\n').split('\n\n');
    this.#rest = blocks.pop() ?? '';
    return blocks.map(parseBlock);
  }
}

function fetchStream(access: string, since: string | undefined, signal: AbortSignal): Promise<Response> {
  const query = since === undefined ? '' : `?${new URLSearchParams({ since })}`;
  return fetch(`${API_BASE}${paths.events}${query}`, {
    headers: { Accept: 'text/event-stream', Authorization: `Bearer ${access}` },
    redirect: 'error',
    cache: 'no-store',
    credentials: 'omit',
    signal,
  });
}

/** Returns the stored session of this owner. @throws {ApiError} unauthenticated, when it is another one */
function sessionOf(owner: Owner): Session {
  const session = currentSession();
  if (!session || ownerKey(session.owner) !== ownerKey(owner)) throw new ApiError('unauthenticated');
  return session;
}

/**
 * Opens the stream of the branch's changes. The token is in a header, never in the address; it is refreshed once.
 * @param since the last version that this device knows
 * @throws {ApiError} when the answer is no stream, with its Retry-After
 * @throws {TypeError} when no answer arrived
 */
async function openStream(
  owner: Owner,
  since: string | undefined,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const session = sessionOf(owner);
  let response = await fetchStream(session.access, since, signal);
  if (response.status === 401) {
    const refreshed = await refreshSession(session);
    response = await fetchStream(refreshed.access, since, signal);
  }
  const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream') ?? false;
  if (response.ok && isStream && response.body && !response.redirected) {
    reportReachable();
    return response.body;
  }
  void response.body?.cancel().catch(() => undefined);
  throw new ApiError('transient', {
    status: response.status,
    retryAfterSeconds: retryAfterSeconds(response.headers.get('Retry-After'), Date.now()),
  });
}

/** Silence after which the server is asked for a sign of life, in milliseconds: a heartbeat is missing. */
const SILENT_AFTER = HEARTBEAT_MS + 1_500;
/** Silence after which a stream counts as cut, or as buffered by a proxy if it never said anything, in milliseconds. */
const DEAD_AFTER = 45_000;
/** Wait before a stream is tried again where a proxy buffers it, in milliseconds. */
const BUFFERED_RETRY = 10 * 60_000;
/** Time over which devices spread their next connection, in milliseconds, until the server names another. */
const SPREAD = 2_000;

/** Limits the failures that lengthen the wait: while somebody looks at the screen, 16 s are enough. */
const MAX_FAILURES = 4;

interface StreamEnd {
  /** Whether any event arrived. */
  readonly opened: boolean;
  /** Whether a proxy keeps the stream back: the server lives, and nothing arrives. */
  readonly buffered?: boolean;
  readonly retryAfterSeconds?: number | undefined;
}

interface ConnectionOptions {
  readonly owner: Owner;
  /** Returns the last version that this device knows. */
  readonly since: () => string | undefined;
  readonly onEvent: (event: BranchEvent) => void;
  /** Called when events begin to arrive, and when they cannot be relied on any more. */
  readonly onLive: (live: boolean) => void;
}

/** Keeps one stream of the branch's changes open until stopped. */
export class StreamConnection {
  readonly #options: ConnectionOptions;
  readonly #stopped = new AbortController();
  #spread = SPREAD;
  #failures = 0;
  #wake: () => void = () => undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    void this.#run();
  }

  stop(): void {
    this.#stopped.abort();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped;
    const unsubscribe = onConnectionChange(() => {
      // Many devices notice at once that the server is back: they return over a while.
      if (connection() === 'online') setTimeout(() => this.#wake(), this.#spread * Math.random());
    });
    while (!signal.aborted) {
      const end = await this.#readOnce();
      if (signal.aborted) break;
      this.#options.onLive(false);
      this.#failures = end.opened ? 1 : Math.min(MAX_FAILURES, this.#failures + 1);
      // The pill must not say online because nobody has asked.
      if (end.opened) void checkServer();
      await this.#wait(end.buffered ? BUFFERED_RETRY : this.#delay(end), end.retryAfterSeconds === undefined);
    }
    unsubscribe();
  }

  /**
   * Returns the wait before the next connection, in milliseconds: full jitter, so that a restart is no stampede
   * (fault 70).
   */
  #delay({ retryAfterSeconds }: StreamEnd): number {
    const random = Math.random();
    const spread = this.#spread * random;
    this.#spread = SPREAD;
    return Math.max(spread, backoff(this.#failures, random, retryAfterSeconds));
  }

  /** @param wakeable whether the wait may end early, when the server is known to be back */
  #wait(milliseconds: number, wakeable: boolean): Promise<void> {
    const { signal } = this.#stopped;
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        this.#wake = () => undefined;
        signal.removeEventListener('abort', finish);
        resolve();
      };
      const timer = setTimeout(finish, milliseconds);
      if (wakeable) this.#wake = finish;
      signal.addEventListener('abort', finish);
      if (signal.aborted) finish();
    });
  }

  /** Opens the stream and reads it to its end. Never throws. */
  async #readOnce(): Promise<StreamEnd> {
    const cut = new AbortController();
    const abort = () => cut.abort();
    this.#stopped.signal.addEventListener('abort', abort);
    const state = { opened: false, buffered: false };
    const watch = this.#watchSilence(cut, state);
    try {
      const body = await openStream(this.#options.owner, this.#options.since(), cut.signal);
      await this.#read(body, () => {
        watch.heard();
        state.opened = true;
      });
      return state;
    } catch (error) {
      if (!state.opened && !cut.signal.aborted) await checkServer();
      return { ...state, retryAfterSeconds: error instanceof ApiError ? error.retryAfterSeconds : undefined };
    } finally {
      watch.stop();
      this.#stopped.signal.removeEventListener('abort', abort);
      cut.abort();
    }
  }

  async #read(body: ReadableStream<Uint8Array>, heard: () => void): Promise<void> {
    const parser = new EventParser();
    const decoder = new TextDecoder();
    const reader = body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done || this.#stopped.signal.aborted) return;
      heard();
      for (const { event, retry } of parser.push(decoder.decode(value, { stream: true }))) {
        if (retry !== undefined) this.#spread = retry;
        if (!event) continue;
        this.#options.onLive(true);
        this.#options.onEvent(event);
      }
    }
  }

  /** Cuts a stream that is silent and whose server does not answer, or that is silent for too long. */
  #watchSilence(cut: AbortController, state: { readonly opened: boolean; buffered: boolean }) {
    let lastHeard = Date.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const arm = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void onSilence(), SILENT_AFTER);
    };
    const onSilence = async () => {
      const reached = await checkServer();
      if (cut.signal.aborted || Date.now() - lastHeard < SILENT_AFTER) return;
      if (!reached) cut.abort();
      else if (Date.now() - lastHeard < DEAD_AFTER) arm();
      else {
        state.buffered = !state.opened;
        cut.abort();
      }
    };
    arm();
    return {
      heard: () => {
        lastHeard = Date.now();
        arm();
      },
      stop: () => clearTimeout(timer),
    };
  }
}
