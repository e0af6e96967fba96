import { remaining } from '#contract/calculations/remaining.ts';
import { formatDecimal, parsePiastres } from '#contract/money.ts';

type Json = Record<string, unknown>;

interface Said {
  readonly status: number;
  readonly body?: Json;
}

/** What goes wrong with one request. */
export type Fault =
  /** The request never arrives. */
  | 'drop-before'
  /** It is carried out, and the answer is lost. */
  | 'drop-after'
  /** It arrives, nothing comes back and nothing is done. */
  | 'hang'
  /** It is carried out, and the answer never comes. */
  | 'hang-after'
  /** A captive portal answers 200 with its page. */
  | 'portal'
  /** Somebody redirects to a login page. */
  | 'redirect'
  /** It arrives, and is carried out and answered when this is over. */
  | { readonly until: Promise<void> }
  | { readonly status: number; readonly body?: Json; readonly headers?: Record<string, string> };

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string | undefined;
  readonly key: string | undefined;
  readonly token: string | undefined;
}

const jwt = (claims: Json) => ['e30', btoa(JSON.stringify(claims)), 'sig'].join('.');

/**
 * The companion server's promises, in memory, behind `fetch`: bearer tokens that run out, idempotency keys
 * kept with their answers, students, adult courses with installments, refusals in the contract's shapes.
 */
export class FakeServer {
  readonly students = new Map<string, Json>();
  readonly courses = new Map<string, Json>();
  /** Records of every other kind, by the first part of their path. They are kept as they come. */
  readonly others = new Map<string, Map<string, Json>>();
  readonly seen: SeenRequest[] = [];
  /** How often each key was carried out: more than once is money recorded twice. */
  readonly carriedOut = new Map<string, number>();
  idempotent = true;
  offline = false;
  refreshes = 0;
  /** What the refresh call answers instead of a new token. */
  refreshFault: Fault | undefined;
  readonly #kept = new Map<string, { fingerprint: string; said: Said }>();
  readonly #faults: { fault: Fault; when: (seen: SeenRequest) => boolean }[] = [];
  readonly #valid = new Set<string>();
  #serial = 0;

  /** A pair of tokens for a person; the access token works until `expireTokens`. */
  signIn(sub: string, branch = 'b1'): { access: string; refresh: string } {
    const access = this.#mint(sub, branch);
    return { access, refresh: `refresh-${sub}-${branch}` };
  }

  expireTokens(): void {
    this.#valid.clear();
  }

  /** The next request that matches goes wrong, once. Writes only, unless told otherwise. */
  next(fault: Fault, when: (seen: SeenRequest) => boolean = ({ method }) => method !== 'GET'): void {
    this.#faults.push({ fault, when });
  }

  /** The time for which a host keeps keys is over (decision 4). */
  forgetKeys(): void {
    this.#kept.clear();
  }

  /** Forgets the troubles that were planned. */
  calmDown(): void {
    this.#faults.length = 0;
  }

  writes(): SeenRequest[] {
    return this.seen.filter(({ method, path }) => method !== 'GET' && !path.startsWith('/auth/'));
  }

  readonly fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const path = String(input).replace(/^\/api/, '');
    const headers = new Headers(init.headers);
    const seen: SeenRequest = {
      method: init.method ?? 'GET',
      path,
      body: typeof init.body === 'string' ? init.body : undefined,
      key: headers.get('Idempotency-Key') ?? undefined,
      token: headers.get('Authorization')?.slice('Bearer '.length),
    };
    if (init.signal?.aborted) throw init.signal.reason;
    if (this.offline) throw new TypeError('Failed to fetch');
    this.seen.push(seen);
    const at = this.#faults.findIndex(({ when }) => when(seen));
    const fault = at < 0 ? undefined : this.#faults.splice(at, 1)[0]?.fault;
    return fault === undefined ? respond(this.#answer(seen)) : this.#goWrong(fault, seen, init.signal);
  };

  async #goWrong(fault: Fault, seen: SeenRequest, signal: AbortSignal | null | undefined): Promise<Response> {
    if (fault === 'drop-before') throw new TypeError('Failed to fetch');
    if (fault === 'drop-after') {
      this.#answer(seen);
      throw new TypeError('Failed to fetch');
    }
    if (fault === 'redirect') throw new TypeError('Redirect was refused');
    if (fault === 'portal') {
      return new Response('<html>Welcome to Cafe WiFi</html>', { headers: { 'Content-Type': 'text/html' } });
    }
    if (typeof fault === 'object' && 'until' in fault) {
      await fault.until;
      return respond(this.#answer(seen));
    }
    if (typeof fault === 'object') return respond({ status: fault.status, body: fault.body }, fault.headers);
    if (fault === 'hang-after') this.#answer(seen);
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    });
  }

  #mint(sub: string, branch: string): string {
    this.#serial += 1;
    const access = jwt({ sub, branch, n: this.#serial });
    this.#valid.add(access);
    return access;
  }

  #answer(seen: SeenRequest): Said {
    if (seen.path === '/auth/token/refresh/') return this.#refresh(seen);
    if (!seen.token || !this.#valid.has(seen.token))
      return { status: 401, body: { detail: 'Token is invalid.' } };
    if (seen.method === 'GET') return this.#read(seen.path);
    if (!seen.key || !this.idempotent) return this.#write(seen);
    const fingerprint = `${seen.method} ${seen.path} ${seen.body}`;
    const kept = this.#kept.get(seen.key);
    if (kept && kept.fingerprint !== fingerprint) return { status: 422, body: { detail: 'Another body.' } };
    if (kept) return kept.said;
    const said = this.#write(seen);
    if (said.status < 300) this.#kept.set(seen.key, { fingerprint, said });
    return said;
  }

  #refresh(seen: SeenRequest): Said {
    this.refreshes += 1;
    if (typeof this.refreshFault === 'object' && 'status' in this.refreshFault) return this.refreshFault;
    const { refresh } = JSON.parse(seen.body ?? '{}') as { refresh?: string };
    const [, sub, branch] = refresh?.split('-') ?? [];
    if (!sub || !branch) return { status: 401, body: { detail: 'Token is invalid.' } };
    return { status: 200, body: { access: this.#mint(sub, branch) } };
  }

  #table(path: string): Map<string, Json> {
    if (path.startsWith('/students/')) return this.students;
    if (path.startsWith('/adult-course/')) return this.courses;
    const name = path.split('/')[1] ?? '';
    const table = this.others.get(name) ?? new Map<string, Json>();
    this.others.set(name, table);
    return table;
  }

  #read(path: string): Said {
    if (path === '/branch/details/')
      return { status: 200, body: { name: 'Main', idempotency: this.idempotent, filters: true } };
    if (path === '/dashboard/branch/') {
      const income = [...this.courses.values()].reduce(
        (sum, one) => sum + parsePiastres(String(one.paid_amount)),
        0n,
      );
      const zero = { franchise_expenses: '0.00', total_expenses: '0.00' };
      return {
        status: 200,
        body: { ...zero, total_income: formatDecimal(income), total_profit: formatDecimal(income) },
      };
    }
    const [plain = '', query] = path.split('?');
    const id = plain.split('/')[2];
    const table = this.#table(plain);
    if (id) {
      const one = table.get(id);
      return one ? { status: 200, body: this.#shown(one) } : notFound;
    }
    const only = new URLSearchParams(query).get('is_installment');
    const results = [...table.values()]
      .filter((one) => only === null || String(one.is_installment ?? false) === only)
      .map((one) => this.#shown(one))
      .reverse();
    return { status: 200, body: { count: results.length, next: null, previous: null, results } };
  }

  #write(seen: SeenRequest): Said {
    const table = this.#table(seen.path);
    const id = seen.path.split('/')[2];
    const body = JSON.parse(seen.body ?? '{}') as Json;
    const said = id ? this.#change(seen.method, table, id, body) : this.#create(table, body);
    if (said.status < 300 && seen.key)
      this.carriedOut.set(seen.key, (this.carriedOut.get(seen.key) ?? 0) + 1);
    return said;
  }

  #change(method: string, table: Map<string, Json>, id: string, body: Json): Said {
    const old = table.get(id);
    if (!old) return notFound;
    if (method === 'DELETE') {
      const hanging = [...this.courses.values()].some(
        (one) => one.student === id || one.related_record === id,
      );
      if (hanging) return { status: 409, body: { detail: 'Something hangs on it.' } };
      table.delete(id);
      return { status: 200, body: { detail: 'Deleted.' } };
    }
    const changed = { ...old, ...body, id };
    table.set(id, changed);
    return { status: 200, body: this.#shown(changed) };
  }

  #create(table: Map<string, Json>, body: Json): Said {
    const refused = table === this.courses ? this.#refusal(body) : undefined;
    if (refused) return refused;
    this.#serial += 1;
    const id = `${table === this.students ? 's' : 'c'}${this.#serial}`;
    const parent = this.courses.get(String(body.related_record ?? ''));
    const made = {
      ...parent,
      ...(parent && { price: null }),
      ...body,
      id,
      created_at: '2026-11-05T08:00:00Z',
    };
    table.set(id, made);
    return { status: 201, body: { ...this.#shown(made), detail: 'Recorded.' } };
  }

  #refusal(body: Json): Said | undefined {
    if (body.is_installment === true) {
      const parent = this.courses.get(String(body.related_record));
      if (!parent) return { status: 400, body: { related_record: ['No such record.'] } };
      const left = parsePiastres(String(this.#shown(parent).remaining_amount));
      if (parsePiastres(String(body.paid_amount)) <= left) return undefined;
      return { status: 400, body: { paid_amount: [`Only ${formatDecimal(left)} remains.`] } };
    }
    return this.students.has(String(body.student))
      ? undefined
      : { status: 400, body: { student: ['No such student.'] } };
  }

  /** A row as answers have it, with what is computed. */
  #shown(row: Json): Json {
    if (!('paid_amount' in row)) return { code: 'S-0001', ...row };
    const paid = [...this.courses.values()].filter(({ related_record }) => related_record === row.id);
    const left = (price: string) =>
      formatDecimal(
        remaining(
          parsePiastres(price),
          parsePiastres(String(row.paid_amount)),
          paid.map((one) => parsePiastres(String(one.paid_amount))),
        ),
      );
    const student = this.students.get(String(row.student));
    return {
      is_installment: false,
      related_record: null,
      ...row,
      remaining_amount: typeof row.price === 'string' ? left(row.price) : null,
      student_data: student && { id: student.id, name: student.name },
    };
  }
}

const notFound: Said = { status: 404, body: { detail: 'Not found.' } };

function respond({ status, body }: Said, headers: Record<string, string> = {}): Response {
  return new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
}
