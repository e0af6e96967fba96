import type { ServerResponse } from 'node:http';
import { type BranchEvent, HEARTBEAT_MS } from '#contract/events.ts';
import type { SignedInUser } from '#server/http/authenticate.ts';

/** Time between two looks at a stream, in milliseconds. */
export const TICK_MS = 1_000;
const TICKS_PER_HEARTBEAT = HEARTBEAT_MS / TICK_MS;

/** Limits what waits for one slow reader, in bytes; then it is told to read everything anew once it reads again. */
const MAX_BUFFERED_BYTES = 16 * 1024;
/** Ticks after which a reader that takes nothing is cut off. */
const MAX_TICKS_BEHIND = 30;

/** The comment that keeps a stream alive, and its readers sure of it. */
const HEARTBEAT = Buffer.from(':\n\n');

export function encodeEvent({ name, ...data }: BranchEvent): Buffer {
  return Buffer.from(`id: ${data.version}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** Encodes how long a client spreads its next connection, in milliseconds. */
export const encodeRetry = (milliseconds: number): Buffer => Buffer.from(`retry: ${milliseconds}\n\n`);

/** One open stream: writes frames to one device, within bounded memory. */
export class EventStream {
  /** Whose access token opened it; their role decides what it is told. */
  readonly claim: SignedInUser;
  readonly #response: ServerResponse;
  #ticksBehind = 0;
  #ticksSilent: number;

  /** @param silent ticks since an imagined first heartbeat: streams that opened together do not beat together */
  constructor(response: ServerResponse, claim: SignedInUser, silent: number) {
    this.#response = response;
    this.claim = claim;
    this.#ticksSilent = silent;
  }

  /** Writes a frame, unless the reader is behind: `tick` tells it then. */
  send(frame: Buffer): void {
    if (this.#ticksBehind > 0) return;
    if (this.#response.writableLength > MAX_BUFFERED_BYTES) this.#ticksBehind = 1;
    else this.#response.write(frame);
  }

  /**
   * Looks after the stream once a second. It ends with the token, is cut off where the reader takes nothing, and gets `caughtUp` where
   * it has missed frames and reads again.
   */
  tick(now: number, caughtUp: () => Buffer): void {
    if (now >= this.claim.expiresAt) this.end();
    else if (this.#ticksBehind === 0) this.#beat();
    else if (this.#response.writableLength <= MAX_BUFFERED_BYTES / 2) {
      this.#ticksBehind = 0;
      this.send(caughtUp());
    } else if (this.#ticksBehind++ >= MAX_TICKS_BEHIND) this.#response.destroy();
  }

  #beat(): void {
    this.#ticksSilent = (this.#ticksSilent + 1) % TICKS_PER_HEARTBEAT;
    if (this.#ticksSilent === 0) this.send(HEARTBEAT);
  }

  /** Ends the stream, with a last frame. */
  end(frame?: Buffer): void {
    if (frame && this.#ticksBehind === 0) this.#response.end(frame);
    else this.#response.end();
  }
}
