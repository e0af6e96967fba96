import { z } from 'zod';
import type { Method } from '#contract/http.ts';

/** One request and its answer as text, without ids, times and versions that differ from one run to the next. */
export interface Recorded {
  readonly request: string;
  readonly answer: string;
}

const HEADERS = ['content-type', 'content-disposition', 'vary', 'retry-after', 'allow'];
const answered = z.looseObject({ id: z.string() });

/** Matches what depends on the moment: instants of the last hours, versions, generations and tokens. */
const volatile: readonly [RegExp, string][] = [
  [/"(version|counted_version)":"?\d+"?/g, '"$1":0'],
  [/"(generation|made_at|session|signed_in_at|last_used_at)":"[^"]*"/g, '"$1":""'],
];

interface Sent {
  readonly status: number;
  readonly text: string;
  readonly made: z.output<typeof answered> | undefined;
}

/** Sends requests in one language and records the answers in the order of sending. Instants from `began` on are not compared. */
export class RecordingClient {
  readonly #origin: string;
  readonly #token: string;
  readonly #language: string;
  readonly #role: string;
  readonly #recorded: Recorded[];
  /** Numbers that a restore has moved on by its age, and those given since: they differ between two servers, their order does not. */
  readonly #moved = new Map<string, string>();
  readonly #began: string;

  constructor(
    origin: string,
    token: string,
    language: string,
    role: string,
    recorded: Recorded[],
    began: string,
  ) {
    this.#origin = origin;
    this.#token = token;
    this.#language = language;
    this.#role = role;
    this.#recorded = recorded;
    this.#began = began;
  }

  async send(method: Method, path: string, body?: unknown): Promise<Sent> {
    const answer = await fetch(`${this.#origin}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        'accept-language': this.#language,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    // The bytes of a file contain times; its size says enough.
    const isFile = answer.headers.get('content-type')?.includes('spreadsheetml') === true;
    const text = isFile ? `${(await answer.arrayBuffer()).byteLength > 0} file` : await answer.text();
    const headers = HEADERS.map((name) => answer.headers.get(name)).filter((value) => value !== null);
    this.#recorded.push({
      request: this.#stable(`${this.#role} ${this.#language} ${method} ${path}`),
      answer: this.#stable(`${answer.status} ${headers.join(' | ')} ${text}`),
    });
    const made = method === 'POST' && answer.status === 201 ? answered.parse(JSON.parse(text)) : undefined;
    return { status: answer.status, text, made };
  }

  /** @throws {Error} when the server refuses the record */
  async create(path: string, body: object): Promise<Record<string, unknown> & { id: string }> {
    const { status, text, made } = await this.send('POST', path, body);
    if (!made) throw new Error(`POST ${path} answered ${status}: ${text}`);
    return made;
  }

  #stable(text: string): string {
    const known = volatile.reduce((done, [pattern, instead]) => done.replaceAll(pattern, instead), text);
    return known
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (instant) => (instant >= this.#began ? 'now' : instant))
      .replaceAll(/\b(?:S-\d+|\d{7,10})\b/g, (number) => {
        if (!this.#moved.has(number)) this.#moved.set(number, `#${this.#moved.size + 1}`);
        return this.#moved.get(number) ?? number;
      });
  }
}
