import { write, writeSync } from 'node:fs';
import { codeOf } from './startup-error.ts';

/** Writes the bytes from `offset` on, and reports how many it took. */
export type WriteBytes = (
  bytes: Buffer,
  offset: number,
  done: (error: Error | null, written: number) => void,
) => void;

/** Configures a log destination. */
export interface LogDestinationOptions {
  readonly write: WriteBytes;
  /** Lines beyond this many bytes are dropped while nothing can be written. */
  readonly maxBytes?: number;
  /** Time between two tries while nothing can be written, in milliseconds. */
  readonly retryMs?: number;
}

const MAX_BYTES = 1024 * 1024;
const RETRY_MS = 1_000;
/** The same while a pipe is full: its reader is only slow. */
const PIPE_RETRY_MS = 50;
/** Longest wait for the last lines at the end, in milliseconds. */
const FLUSH_MS = 1_000;

const writeToStandardOutput: WriteBytes = (bytes, offset, done) =>
  write(1, bytes, offset, bytes.length - offset, null, done);

/**
 * Writes log lines one after the other without ever holding up a request: what cannot be written now waits in memory, and beyond a bound it
 * is dropped and counted. A full disk, a closed pipe and a reader that does not read are one case each, and end by themselves.
 */
export class LogDestination {
  readonly #options: Required<LogDestinationOptions>;
  #lines: Buffer[] = [];
  #bytes = 0;
  #dropped = 0;
  #reason = '';
  #writing = false;
  #retry: NodeJS.Timeout | undefined;
  #whenIdle: (() => void)[] = [];

  constructor(options: LogDestinationOptions = { write: writeToStandardOutput }) {
    this.#options = { maxBytes: MAX_BYTES, retryMs: RETRY_MS, ...options };
  }

  /** Takes one line. Never throws, never waits. */
  write(line: string): void {
    const bytes = Buffer.from(line);
    if (this.#bytes + bytes.length > this.#options.maxBytes) {
      this.#dropped += 1;
      return;
    }
    this.#lines.push(bytes);
    this.#bytes += bytes.length;
    if (!this.#writing && !this.#retry) this.#writeNext();
  }

  /** Resolves when everything is written, or after a second. */
  flush(): Promise<void> {
    if (!this.#writing && !this.#retry) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, FLUSH_MS);
      this.#whenIdle.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** Returns the lines that wait, for a process that ends this moment; none while nothing can be written. */
  takeRest(): Buffer {
    if (this.#writing || this.#retry) return Buffer.alloc(0);
    const rest = Buffer.concat(this.#lines);
    this.#lines = [];
    return rest;
  }

  #writeNext(): void {
    if (this.#lines.length === 0) {
      for (const idle of this.#whenIdle.splice(0)) idle();
      return;
    }
    const bytes = Buffer.concat(this.#lines);
    this.#lines = [bytes];
    this.#writing = true;
    this.#options.write(bytes, 0, (error, written) => {
      this.#writing = false;
      this.#forget(error ? 0 : written);
      if (error) this.#waitAfter(error);
      else this.#continue();
    });
  }

  /** Removes the bytes that were written; the rest of a line follows in the next write. */
  #forget(written: number): void {
    const [first = Buffer.alloc(0), ...later] = this.#lines;
    const rest = first.subarray(written);
    this.#lines = rest.length > 0 ? [rest, ...later] : later;
    this.#bytes -= Math.min(written, first.length);
  }

  #continue(): void {
    if (this.#dropped > 0 && this.#lines.length === 0) {
      const [dropped, reason] = [this.#dropped, this.#reason];
      this.#dropped = 0;
      this.write(`${JSON.stringify(droppedLine(dropped, reason))}\n`);
    }
    if (!this.#writing) this.#writeNext();
  }

  #waitAfter(error: Error): void {
    this.#reason = codeOf(error) ?? error.name;
    const isFull = this.#reason === 'EAGAIN';
    this.#retry = setTimeout(
      () => {
        this.#retry = undefined;
        this.#writeNext();
      },
      isFull ? Math.min(PIPE_RETRY_MS, this.#options.retryMs) : this.#options.retryMs,
    );
    this.#retry.unref();
  }
}

const droppedLine = (dropped: number, reason: string) => ({
  level: 'warn',
  time: new Date().toISOString(),
  dropped,
  ...(reason !== '' && { reason }),
  msg: 'log lines were dropped: they could not be written',
});

/** Creates the destination of the server's log: standard output, with the last lines of a process that ends at once. */
export function logToStandardOutput(): LogDestination {
  const destination = new LogDestination();
  process.once('exit', () => {
    try {
      const rest = destination.takeRest();
      if (rest.length > 0) writeSync(1, rest);
    } catch {
      // Nothing can be written, and nobody would read that.
    }
  });
  return destination;
}

/** Keeps the process alive when its output has no reader or no room: what it prints is lost then. */
export function ignoreOutputErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
