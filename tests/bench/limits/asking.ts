import { type IncomingMessage, request } from 'node:http';

/** How long a slow reader takes nothing, in milliseconds: longer than the server waits for it. */
const SLOW_MS = 20_000;

/** Describes an answer. */
export interface Said {
  readonly status: number;
  /** Whether the whole answer arrived. */
  readonly whole: boolean;
  readonly milliseconds: number;
}

/** Sends a request and reads its answer; with `slowly`, a reader that takes nothing until it is cut off. */
export function ask(origin: string, path: string, access?: string, slowly = false): Promise<Said> {
  const start = performance.now();
  const headers = access === undefined ? {} : { authorization: `Bearer ${access}` };
  return new Promise((resolve) => {
    const end = (status: number, whole: boolean) =>
      resolve({ status, whole, milliseconds: performance.now() - start });
    const asked = request(`${origin}/api${path}`, { headers, agent: false }, (answer: IncomingMessage) => {
      const status = answer.statusCode ?? 0;
      answer
        .on('end', () => end(status, true))
        .on('error', () => end(status, false))
        .on('close', () => end(status, false));
      if (slowly) setTimeout(() => answer.resume(), SLOW_MS);
      else answer.resume();
    });
    asked.on('error', () => end(0, false)).end();
  });
}

/** Counts answers by status; 0 stands for none. */
export class Answers {
  readonly #counts = new Map<string, number>();

  add({ status, whole }: Pick<Said, 'status' | 'whole'>): void {
    const name = status === 0 ? 'no answer' : whole ? String(status) : `${status} cut off`;
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  toString(): string {
    return [...this.#counts]
      .sort()
      .map(([name, count]) => `${count} × ${name}`)
      .join(', ');
  }
}

/** Repeats work until the time is over. */
export async function until(end: number, work: (run: number) => Promise<unknown>): Promise<void> {
  for (let run = 0; performance.now() < end; run += 1) await work(run);
}
