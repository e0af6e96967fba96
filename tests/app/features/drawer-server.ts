import { formatDecimal, parsePiastres } from '#contract/money.ts';
import { close as wholeClose } from '../calls/sample-answers.ts';
import { type ReceivedRequest, ScriptedServer } from '../resources/render-screen.tsx';

type Json = Record<string, unknown>;

/** Simulates a server that closes the drawer of the signed-in user and knows its keys. */
export class DrawerServer {
  readonly server = new ScriptedServer();
  /** The closes that were made, oldest first. */
  readonly closes: Json[] = [];
  methods: readonly Json[] = [];
  finishes = 0;
  #expected: string;
  readonly #keys = new Map<string, { readonly sent: string; readonly status: number; readonly body: Json }>();
  readonly #lost: string[] = [];

  constructor(expected: string) {
    this.#expected = expected;
    this.server.declares({ address: '', idempotency: true, merges: true, closes: true });
    this.answersOwn();
    this.server.on('POST /closes/', (request) => this.#once(request, () => this.count(request.body)));
    for (const id of ['1', '2', '3']) {
      this.server.on(`GET /closes/${id}/`, () => ({ body: this.#closeOf(id) ?? {} }));
      this.server.on(`POST /closes/${id}/finish/`, (request) =>
        this.#once(request, () => this.#finish(id, request.body)),
      );
      this.server.on(`POST /closes/${id}/recount/`, (request) =>
        this.#once(request, () => this.#recount(id, request.body)),
      );
    }
  }

  answersOwn(): void {
    this.server.on('GET /closes/own/', () => ({ body: this.#own() }));
  }

  #closeOf(id: string): Json | undefined {
    return this.closes.find((one) => one.id === id);
  }

  #finish(id: string, { reason }: Json): { status: number; body: Json } {
    const close = this.#closeOf(id);
    if (!close || close.finished_at !== null) return { status: 409, body: { detail: 'It is finished.' } };
    this.finishes += 1;
    Object.assign(close, { reason, finished_at: '2026-11-24T10:50:00Z', recount_until: undefined });
    return { status: 200, body: { ...close } };
  }

  #recount(id: string, body: Json): { status: number; body: Json } {
    const close = this.#closeOf(id);
    if (!close || close.finished_at !== null) return { status: 409, body: { detail: 'It is finished.' } };
    const { counted, pieces, other, kept } = close;
    const now = parsePiastres(String(body.other ?? '0'));
    const difference = now - parsePiastres(String(close.expected));
    Object.assign(close, {
      earlier_counts: [{ counted, pieces, other, kept, at: '2026-11-24T10:44:00Z' }],
      counted: formatDecimal(now),
      other: formatDecimal(now),
      pieces: {},
      difference: formatDecimal(difference),
      ...(difference === 0n && { finished_at: '2026-11-24T10:44:00Z', recount_until: undefined }),
    });
    return { status: 200, body: { ...close } };
  }

  /** Loses the answer to the next such call, after it was performed. */
  loseAnswer(method: 'POST', path: string): void {
    this.#lost.push(`${method} ${path}`);
  }

  #own(): Json {
    const last = this.closes.at(-1);
    return {
      since: last?.created_at ?? null,
      last: last?.id ?? null,
      kept: last?.kept ?? null,
      taken: { since: '2026-11-24T08:00:00Z', count: 1, total: this.#expected },
      methods: this.methods,
      unfinished: last && last.finished_at === null ? last : null,
    };
  }

  #once({ method, path, key, body }: ReceivedRequest, work: () => { status: number; body: Json }) {
    const sent = JSON.stringify([method, path, body]);
    const known = key === null ? undefined : this.#keys.get(key);
    const answer =
      known === undefined
        ? work()
        : known.sent === sent
          ? known
          : { status: 422, body: { detail: 'This key was used for another write.' } };
    if (key !== null && known === undefined && answer.status < 300) this.#keys.set(key, { sent, ...answer });
    const at = this.#lost.indexOf(`${method} ${path}`);
    if (at < 0) return { status: answer.status, body: answer.body };
    this.#lost.splice(at, 1);
    throw new TypeError('Failed to fetch');
  }

  count(body: Json): { status: number; body: Json } {
    const last = this.closes.at(-1);
    if (last && last.finished_at === null)
      return { status: 409, body: { detail: 'Your last count waits for its reason.' } };
    if (body.after !== undefined && body.after !== (last?.id ?? null))
      return { status: 409, body: { detail: 'The drawer was closed meanwhile.' } };
    const counted = parsePiastres(String(body.other ?? '0'));
    const expected = parsePiastres(String(last?.kept ?? '0')) + parsePiastres(this.#expected);
    this.#expected = '0.00';
    const close: Json = {
      ...wholeClose,
      id: String(this.closes.length + 1),
      since: last?.created_at ?? null,
      finished_at: counted === expected ? '2026-11-24T10:42:00Z' : null,
      expected: formatDecimal(expected),
      counted: formatDecimal(counted),
      difference: formatDecimal(counted - expected),
      expected_now: formatDecimal(expected),
      other: formatDecimal(counted),
      earlier_counts: [],
      ...(counted !== expected && { recount_until: '2026-11-24T10:52:00Z' }),
    };
    this.closes.push(close);
    return { status: 201, body: { ...close } };
  }
}
