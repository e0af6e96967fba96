import { createHash } from 'node:crypto';
import type { Simulation } from './simulation.ts';

/** Records what happened in each step of a run: all requests with their faults and answers, and all outcomes. */
export class Trace {
  readonly #steps: string[] = [];
  readonly #seen = new Map<number, number>();
  readonly #hash = createHash('sha256');
  /** Numbers the ids that a restored server has given: they depend on the time of the restore. */
  readonly #laterIds = new Map<string, number>();

  /** Adds what happened since the last call. */
  add(step: string, { devices }: Simulation): void {
    const requests = devices.flatMap(({ number, proxy }) => {
      const passages = proxy.passages.slice(this.#seen.get(number) ?? 0);
      this.#seen.set(number, proxy.passages.length);
      return passages.map(
        ({ method, path, key = '', fault, status = '' }) =>
          `  device ${number}: ${method} ${path} ${key} ${fault} ${status}`,
      );
    });
    this.#addText([step, ...requests].join('\n'));
  }

  /** Adds the outcome of every saved entry. */
  addOutcomes({ log }: Simulation): void {
    const outcomes = log.all().map(({ device, seq, removed = '', acknowledged }) => {
      const { id = '', result } = acknowledged ?? {};
      return `  device ${device}, entry ${seq}: ${removed} ${id} ${result?.id ?? ''}`;
    });
    this.#addText(['outcomes', ...outcomes].join('\n'));
  }

  #addText(given: string): void {
    const text = given.replace(/\b[1-9]\d{9,}\b/g, (id) => {
      const number = this.#laterIds.get(id) ?? this.#laterIds.size;
      this.#laterIds.set(id, number);
      return `later id ${number}`;
    });
    this.#steps.push(text);
    this.#hash.update(text);
  }

  /** Returns a short hash, equal for equal runs so far. */
  hash(): string {
    return this.#hash.copy().digest('hex').slice(0, 12);
  }

  /** Returns the first step in which another run differs, from both runs; undefined if they are equal. */
  differenceFrom(other: Trace): string | undefined {
    const length = Math.max(this.#steps.length, other.#steps.length);
    for (let at = 0; at < length; at++) {
      const [one, two] = [this.#steps[at], other.#steps[at]];
      if (one !== two) return `step ${at + 1} of the first run:\n${one}\nof the second run:\n${two}`;
    }
    return undefined;
  }
}
