import type { z } from 'zod';
import { requestIfChanged } from '#app/api/client.ts';
import { type Owner, ownerKey } from '#app/api/session.ts';
import { dashboard } from '#contract/dashboard.ts';
import { type BranchEvent, branchVersion } from '#contract/events.ts';
import { paths } from '#contract/http.ts';
import { StreamConnection } from './stream-connection.ts';

const POLL_INTERVAL = 30_000;

/** A cheap call whose answer differs once something was written. */
interface PollSource {
  readonly path: string;
  readonly answer: z.ZodType;
  readonly versionOf: (answer: unknown) => string;
  /** Whether the first answer can be compared with the version that the device knows. */
  readonly comparable: boolean;
}

const versions: PollSource = {
  path: paths.changes,
  answer: branchVersion,
  versionOf: (answer) => branchVersion.parse(answer).version,
  comparable: true,
};

/** A minimal server tells at least whether money has moved. */
const figures: PollSource = {
  path: paths.dashboard,
  answer: dashboard,
  versionOf: (answer) => JSON.stringify(answer),
  comparable: false,
};

interface PollOptions {
  readonly owner: Owner;
  /** The server also tells a version if it tells changes. */
  readonly tellsVersion: () => boolean;
  readonly onVersion: (version: string) => void;
}

/**
 * Asks every 30 s while events do not arrive. Without changes the server answers 304 without a body.
 * @returns the stop function
 */
function pollChanges({ owner, tellsVersion, onVersion }: PollOptions): () => void {
  const stopped = new AbortController();
  let etag: string | undefined;
  let last: { path: string; version: string } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const poll = async () => {
    const { path, answer, versionOf, comparable } = tellsVersion() ? versions : figures;
    if (path !== last?.path) [etag, last] = [undefined, undefined];
    const call = {
      method: 'GET',
      path,
      answer,
      signal: stopped.signal,
      expectOwner: ownerKey(owner),
    } as const;
    const result = await requestIfChanged(call, etag).catch(() => undefined);
    if (stopped.signal.aborted) return;
    etag = result?.etag ?? etag;
    if (result?.data !== undefined) {
      const version = versionOf(result.data);
      if (comparable || (last && last.version !== version)) onVersion(version);
      last = { path, version };
    }
    timer = setTimeout(() => void poll(), POLL_INTERVAL);
  };
  void poll();
  return () => {
    stopped.abort();
    clearTimeout(timer);
  };
}

/** Milliseconds without a stream after which the server is polled. */
const POLL_AFTER = 10_000;
const CAPABILITY_INTERVAL = 5_000;

interface SourceOptions {
  readonly owner: Owner;
  readonly tellsChanges: () => boolean | undefined;
  readonly since: () => string | undefined;
  readonly onEvent: (event: BranchEvent) => void;
}

/** Uses a stream, and polls while there is none (fault 69). */
export function openSource({ owner, tellsChanges, since, onEvent }: SourceOptions): () => void {
  let stream: StreamConnection | undefined;
  let stopPoll: (() => void) | undefined;
  let pollTimer: ReturnType<typeof setTimeout> | undefined;

  const onVersion = (version: string) => {
    if (version !== since()) onEvent({ name: 'everything', version, spread: 0 });
  };
  const startPoll = () => {
    stopPoll ??= pollChanges({ owner, tellsVersion: () => tellsChanges() === true, onVersion });
  };
  const onLive = (live: boolean) => {
    if (!live) {
      pollTimer ??= setTimeout(startPoll, POLL_AFTER);
      return;
    }
    clearTimeout(pollTimer);
    pollTimer = undefined;
    stopPoll?.();
    stopPoll = undefined;
  };
  const choose = () => {
    const tells = tellsChanges();
    if (tells && !stream) {
      stream = new StreamConnection({ owner, since, onEvent, onLive });
      onLive(false);
    }
    if (tells === false) {
      stream?.stop();
      stream = undefined;
      clearTimeout(pollTimer);
      startPoll();
    }
  };
  choose();
  const capabilityTimer = setInterval(choose, CAPABILITY_INTERVAL);
  return () => {
    clearInterval(capabilityTimer);
    clearTimeout(pollTimer);
    stream?.stop();
    stopPoll?.();
  };
}
