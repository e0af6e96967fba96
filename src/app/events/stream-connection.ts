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

/** Milliseconds in which a running server answers: the connection pill is true within ten seconds of its failure. */
const CHECK_TIMEOUT = 4_000;

const healthy = z.object({ status: z.string() });

/** Reports the connection state that the answer proves. Never throws. */
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

/** `retry` is the time over which to spread the next connection, in milliseconds. */
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

/** Server-sent events in pieces of any length. Unknown events and comments are skipped. */
export class EventParser {
  #rest = '';

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

/** @throws {ApiError} unauthenticated, when another user is signed in */
function sessionOf(owner: Owner): Session {
  const session = currentSession();
  if (!session || ownerKey(session.owner) !== ownerKey(owner)) throw new ApiError('unauthenticated');
  return session;
}

/**
 * The token is in a header, never in the address; it is refreshed once.
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

/** Milliseconds of silence after which a heartbeat is missing and the server is checked. */
const SILENT_AFTER = HEARTBEAT_MS + 1_500;
/** Milliseconds of silence after which a stream counts as cut, or as buffered by a proxy if nothing ever arrived. */
const DEAD_AFTER = 45_000;
const BUFFERED_RETRY = 10 * 60_000;
/** Milliseconds over which devices spread their next connection, until the server sends another value. */
const SPREAD = 2_000;

/** Failures that lengthen the wait: 16 s are enough for a user who watches the screen. */
const MAX_FAILURES = 4;

interface StreamEnd {
  readonly opened: boolean;
  /** A proxy holds the stream back: the server is reachable, and nothing arrives. */
  readonly buffered?: boolean;
  readonly retryAfterSeconds?: number | undefined;
}

interface ConnectionOptions {
  readonly owner: Owner;
  readonly since: () => string | undefined;
  readonly onEvent: (event: BranchEvent) => void;
  readonly onLive: (live: boolean) => void;
}

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
      // The pill must not say online without a check.
      if (end.opened) void checkServer();
      await this.#wait(end.buffered ? BUFFERED_RETRY : this.#delay(end), end.retryAfterSeconds === undefined);
    }
    unsubscribe();
  }

  /** Milliseconds with full jitter, so that a restart of the server causes no burst (fault 70). */
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

  /** Never throws. */
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
        // One request without an answer reports "offline"; nothing else asks again while the stream lives.
        if (connection() === 'offline') void checkServer();
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

  /** Cuts a stream that is silent while the server does not answer, or silent for too long. */
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
