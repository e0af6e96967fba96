import type { BranchEvent } from '#contract/events.ts';

/** The comment that keeps a stream alive, and its readers sure of it. */
export const HEARTBEAT = Buffer.from(':\n\n');

/** Encodes an event as the bytes of a server-sent event. */
export function encodeEvent({ name, ...data }: BranchEvent): Buffer {
  return Buffer.from(`id: ${data.version}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** Encodes how long a client spreads its next connection, in milliseconds. */
export const encodeRetry = (milliseconds: number): Buffer => Buffer.from(`retry: ${milliseconds}\n\n`);
