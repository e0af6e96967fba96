import { vi } from 'vitest';
import { reportReachable } from '#app/api/connection.ts';
import { storeTokens } from '#app/api/session.ts';
import { PASSWORD_FIELD } from '#contract/http.ts';
import { startText } from './sample-answers.ts';

/** What happens to the next write. */
type Loss =
  /** It is performed, and its answer is lost. */
  | 'answer'
  /** It never arrives. */
  | 'request'
  /** It does not arrive yet; `deliver` brings it. */
  | 'late';

interface Write {
  readonly key: string;
  readonly sent: string;
}

let users = 0;

const withoutPasswords = (text: string) =>
  text.replace(/"(\w+)":"[^"]*",?/g, (field, name) => (PASSWORD_FIELD.test(name) ? '' : field));

/** Simulates a server that performs each key once, for one call and its answer; as the real one, it compares no passwords. */
export class CallServer {
  /** What was performed, in order: method, path and body. */
  readonly performed: string[] = [];
  readonly keys = new Set<string>();
  /** Writes that arrived, performed or not. */
  arrived = 0;
  lose: Loss | undefined;
  /** Keys that are being performed. */
  readonly running = new Set<string>();
  refusal: object | undefined;
  readonly #done = new Map<string, string>();
  readonly #late: Write[] = [];
  readonly #answer: unknown;

  constructor(answer: unknown) {
    this.#answer = answer;
    users += 1;
    const claims = btoa(JSON.stringify({ sub: `caller-${users}`, branch: 'b1' }));
    storeTokens({ access: `e30.${claims}.sig`, refresh: 'refresh' });
    reportReachable();
    vi.stubGlobal('fetch', this.fetch);
  }

  /** Brings the writes that were on their way. */
  deliver(): void {
    for (const write of this.#late.splice(0)) this.#perform(write);
  }

  #perform({ key, sent }: Write): Response {
    this.arrived += 1;
    if (this.running.has(key))
      return Response.json({ detail: 'It is running.' }, { status: 409, headers: { 'Retry-After': '1' } });
    const known = this.#done.get(key);
    if (known !== undefined && known !== withoutPasswords(sent))
      return Response.json({ detail: 'This key was used for another write.' }, { status: 422 });
    if (known === undefined && this.refusal) return Response.json(this.refusal, { status: 409 });
    if (known === undefined) {
      this.#done.set(key, withoutPasswords(sent));
      this.performed.push(sent);
    }
    return Response.json(this.#answer);
  }

  readonly fetch = async (input: string, init: RequestInit = {}): Promise<Response> => {
    const path = String(input).replace(/^\/api/, '');
    const key = new Headers(init.headers).get('Idempotency-Key') ?? '';
    if (path === '/branch/details/') return Response.json({ name: 'Al Nour', idempotency: true });
    this.keys.add(key);
    const write = { key, sent: `${init.method} ${path} ${startText(init.body)}` };
    const loss = this.lose;
    this.lose = undefined;
    if (loss === 'late') this.#late.push(write);
    if (loss === 'request' || loss === 'late') throw new TypeError('Failed to fetch');
    const answer = this.#perform(write);
    if (loss === 'answer') throw new TypeError('Failed to fetch');
    return answer;
  };
}
