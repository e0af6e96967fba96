import { once } from 'node:events';
import { write } from 'node:fs';
import { Writable } from 'node:stream';
import { codeOf } from './startup-error.ts';

export type WriteBytes = (bytes: Buffer, done: (error: Error | null, written: number) => void) => void;

export interface LogDestinationOptions {
  readonly write: WriteBytes;
  readonly maxBytes?: number;
  readonly retryMs?: number;
}

const MAX_BYTES = 1024 * 1024;
const RETRY_MS = 100;
const FLUSH_MS = 1_000;

/**
 * Never holds up a request: lines that cannot be written wait in memory, and beyond a bound they are dropped and counted. Pino's own
 * destination stays silent for good once its buffer is full, and its last flush then never returns.
 */
export class LogDestination {
  readonly #write: WriteBytes;
  readonly #maxBytes: number;
  readonly #retryMs: number;
  readonly #waiting: Writable;
  #dropped = 0;
  #reason: string | undefined;

  constructor({ write, maxBytes = MAX_BYTES, retryMs = RETRY_MS }: LogDestinationOptions) {
    this.#write = write;
    this.#maxBytes = maxBytes;
    this.#retryMs = retryMs;
    this.#waiting = new Writable({
      // So that it tells each time that everything is written.
      highWaterMark: 0,
      writev: (lines, done) => this.#writeAll(Buffer.concat(lines.map(({ chunk }) => chunk)), done),
    });
    this.#waiting.on('drain', () => this.#tellDropped());
  }

  write(line: string): void {
    const bytes = Buffer.from(line);
    if (this.#waiting.writableLength + bytes.length > this.#maxBytes) this.#dropped += 1;
    else this.#waiting.write(bytes);
  }

  async flush(): Promise<void> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), FLUSH_MS);
    try {
      while (this.#waiting.writableLength > 0) await once(this.#waiting, 'drain', { signal: late.signal });
    } catch {
    } finally {
      clearTimeout(timer);
    }
  }

  #writeAll(bytes: Buffer, done: () => void): void {
    this.#write(bytes, (error, written) => {
      if (error) this.#reason = codeOf(error) ?? error.name;
      const rest = error ? bytes : bytes.subarray(written);
      if (rest.length === 0) done();
      else if (error) setTimeout(() => this.#writeAll(rest, done), this.#retryMs).unref();
      else this.#writeAll(rest, done);
    });
  }

  #tellDropped(): void {
    if (this.#dropped === 0) return;
    const line = {
      level: 'warn',
      time: new Date().toISOString(),
      dropped: this.#dropped,
      ...(this.#reason && { reason: this.#reason }),
      msg: 'log lines were dropped: they could not be written',
    };
    this.#dropped = 0;
    this.write(`${JSON.stringify(line)}\n`);
  }
}

export const logToStandardOutput = (): LogDestination =>
  new LogDestination({ write: (bytes, done) => write(1, bytes, done) });

/** The process stays alive when its output has no reader or no room; the text is lost then. */
export function ignoreOutputErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
