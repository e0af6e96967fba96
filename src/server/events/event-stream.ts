import type { ServerResponse } from 'node:http';
import { type BranchEvent, HEARTBEAT_MS } from '#contract/events.ts';
import type { SignedInUser } from '#server/http/authenticate.ts';

export const TICK_MS = 1_000;
const TICKS_PER_HEARTBEAT = HEARTBEAT_MS / TICK_MS;

/** Bytes that wait for one slow reader; above it the reader must read everything again. */
const MAX_BUFFERED_BYTES = 16 * 1024;
const MAX_TICKS_BEHIND = 30;

/** A comment that keeps the stream alive and shows its readers so. */
const HEARTBEAT = Buffer.from(':\n\n');

export function encodeEvent({ name, ...data }: BranchEvent): Buffer {
  return Buffer.from(`id: ${data.version}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
}

export const encodeRetry = (milliseconds: number): Buffer => Buffer.from(`retry: ${milliseconds}\n\n`);

export class EventStream {
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

  /** Skips a reader that is behind; `tick` informs it later. */
  send(frame: Buffer): void {
    if (this.#ticksBehind > 0) return;
    if (this.#response.writableLength > MAX_BUFFERED_BYTES) this.#ticksBehind = 1;
    else this.#response.write(frame);
  }

  /** Once a second. A reader that takes nothing is cut off; one that missed frames gets `caughtUp`. */
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

  end(frame?: Buffer): void {
    if (frame && this.#ticksBehind === 0) this.#response.end(frame);
    else this.#response.end();
  }
}
