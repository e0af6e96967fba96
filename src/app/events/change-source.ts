import type { Owner } from '#app/api/session.ts';
import type { BranchEvent } from '#contract/events.ts';
import { pollChanges } from './change-poll.ts';
import { StreamConnection } from './stream-connection.ts';

/** Time without a stream after which the server is polled, in milliseconds. */
const POLL_AFTER = 10_000;
/** Time between two looks whether the server tells changes, in milliseconds. */
const CAPABILITY_INTERVAL = 5_000;

/** Configures the source of a device's events. */
export interface SourceOptions {
  readonly owner: Owner;
  /** Returns whether the server declares that it tells changes; undefined until it has declared anything. */
  readonly tellsChanges: () => boolean | undefined;
  readonly since: () => string | undefined;
  readonly onEvent: (event: BranchEvent) => void;
}

/**
 * Produces the events of the branch for this device until stopped: from a stream, and by polling while there
 * is none (fault 69).
 */
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
