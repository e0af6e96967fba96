import { mergeChange } from '#contract/change.ts';
import { formOf, type Resource } from '#contract/define-resource.ts';
import { paths } from '#contract/http.ts';
import { lineId } from '#contract/ids.ts';
import { formatDecimal, parsePiastres } from '#contract/money.ts';
import { KNOWN_KEYS_PATH } from '#contract/outcomes.ts';
import { allResourceNames, COLLECTION, RECEIPT_PRINT } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { remaining } from '#contract/rules/payable.ts';

type Json = Record<string, unknown>;

interface FakeResponse {
  readonly status: number;
  readonly body?: Json;
}

export type Fault =
  | 'drop-before'
  | 'drop-after'
  /** The request arrives, is not applied, and no response comes. */
  | 'hang'
  /** The request is applied, and no response comes. */
  | 'hang-after'
  /** A captive portal answers 200 with its page. */
  | 'portal'
  /** A redirect to a login page. */
  | 'redirect'
  /** The request arrives late, and is applied when this resolves; answered if the device still waits. */
  | { readonly until: Promise<void> }
  | { readonly status: number; readonly body?: Json; readonly headers?: Record<string, string> };

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string | undefined;
  readonly key: string | undefined;
  readonly ifMatch: string | undefined;
  readonly token: string | undefined;
  /** The user who entered a write that another one sends (decision 47). */
  readonly enteredBy: string | undefined;
  /** The token of a manager's approval (decision 46). */
  readonly approval: string | undefined;
}

const jwt = (claims: Json) => ['e30', btoa(JSON.stringify(claims)), 'sig'].join('.');

/** Fakes the companion server behind `fetch`: expiring tokens, keys with stored responses, students, courses, the contract's errors. */
export class FakeServer {
  readonly students = new Map<string, Json>();
  readonly courses = new Map<string, Json>();
  /** Records of all other resources, by the first part of their path; stored without validation. */
  readonly others = new Map<string, Map<string, Json>>();
  readonly seen: SeenRequest[] = [];
  /** How often each key was applied: more than once means money recorded twice. */
  readonly timesApplied = new Map<string, number>();
  idempotent = true;
  /** Whether a create may carry the id of its record (decision 171). */
  clientIds = true;
  /** Tells which writes are closed to the users' role without an approval (decision 46). */
  forbids: (seen: SeenRequest) => boolean = () => false;
  /** Answers to the next writes under a key that was not used, which are then not performed. */
  readonly refusals: FakeResponse[] = [];
  /** Whether it looks a key up before it refuses for the role (decision 145). */
  looksUpFirst = true;
  /** Whether it merges changes and keeps versions (decision 41). */
  merges = true;
  /** Identifies the database, if the server names it; a restore changes it. */
  generation: string | undefined;
  restoredFrom: string | null = null;
  offline = false;
  refreshes = 0;
  /** Response of the refresh call instead of a new token. */
  refreshFault: Fault | undefined;
  readonly #responses = new Map<string, { user: string; fingerprint: string; response: FakeResponse }>();
  readonly disabled = new Map<string, string>();
  /** What each create had sent, by the id of its record. */
  readonly #contents = new Map<string, string>();
  readonly #faults: { fault: Fault; when: (seen: SeenRequest) => boolean }[] = [];
  readonly #valid = new Set<string>();
  readonly #users = new Map<string, string>();
  #serial = 0;

  /** Returns the tokens of a user; the access token is valid until `expireTokens`. */
  signIn(sub: string, branch = 'b1'): { access: string; refresh: string } {
    const access = this.#newAccessToken(sub, branch);
    return { access, refresh: `refresh-${sub}-${branch}` };
  }

  expireTokens(): void {
    this.#valid.clear();
  }

  /** Makes the next matching request fail, once; by default the next write. */
  next(fault: Fault, when: (seen: SeenRequest) => boolean = ({ method }) => method !== 'GET'): void {
    this.#faults.push({ fault, when });
  }

  /** Takes a backup. @returns a function that restores it, as a new generation */
  backUp(): () => void {
    const madeAt = new Date().toISOString();
    const tables = [this.students, this.courses, ...this.others.values()];
    const content = tables.map((table) => [...table].map(([id, row]) => [id, { ...row }] as const));
    const responses = [...this.#responses];
    return () => {
      tables.forEach((table, index) => {
        table.clear();
        for (const [id, row] of content[index] ?? [])
          table.set(id, { ...row, version: Number(row.version) + 1_000_000 });
      });
      for (const later of this.others.values()) if (!tables.includes(later)) later.clear();
      this.#responses.clear();
      for (const [key, response] of responses) this.#responses.set(key, response);
      this.#serial += 1_000_000_000;
      this.generation = `generation-${this.#serial}`;
      this.restoredFrom = madeAt;
    };
  }

  forgetKeys(): void {
    this.#responses.clear();
  }

  clearFaults(): void {
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
      ifMatch: headers.get('If-Match') ?? undefined,
      token: headers.get('Authorization')?.slice('Bearer '.length),
      enteredBy: headers.get('X-Entered-By') ?? undefined,
      approval: headers.get('X-Approval') ?? undefined,
    };
    if (init.signal?.aborted) throw init.signal.reason;
    if (this.offline) throw new TypeError('Failed to fetch');
    this.seen.push(seen);
    const at = this.#faults.findIndex(({ when }) => when(seen));
    const fault = at < 0 ? undefined : this.#faults.splice(at, 1)[0]?.fault;
    return fault === undefined ? this.#respond(seen) : this.#fail(fault, seen, init.signal);
  };

  /** Answers a request; answers to writes name the generation. */
  #respond(seen: SeenRequest): Response {
    const answer = this.#handle(seen);
    const named = seen.method !== 'GET' && this.generation !== undefined;
    return respond(answer, named ? { 'X-Generation': this.generation ?? '' } : {});
  }

  async #fail(fault: Fault, seen: SeenRequest, signal: AbortSignal | null | undefined): Promise<Response> {
    if (fault === 'drop-before') throw new TypeError('Failed to fetch');
    if (fault === 'drop-after') {
      this.#handle(seen);
      throw new TypeError('Failed to fetch');
    }
    if (fault === 'redirect') throw new TypeError('Redirects are not allowed');
    if (fault === 'portal') {
      return new Response('<html>Welcome to Cafe WiFi</html>', { headers: { 'Content-Type': 'text/html' } });
    }
    if (typeof fault === 'object' && 'until' in fault) {
      const arrived = fault.until.then(() => respond(this.#handle(seen)));
      return Promise.race([arrived, aborted(signal)]);
    }
    if (typeof fault === 'object') return respond({ status: fault.status, body: fault.body }, fault.headers);
    if (fault === 'hang-after') this.#handle(seen);
    return aborted(signal);
  }

  #newAccessToken(sub: string, branch: string): string {
    this.#serial += 1;
    const access = jwt({ sub, branch, n: this.#serial });
    this.#valid.add(access);
    this.#users.set(access, sub);
    return access;
  }

  #handle(seen: SeenRequest): FakeResponse {
    if (seen.path === '/auth/token/refresh/') return this.#refresh(seen);
    if (!seen.token || !this.#valid.has(seen.token))
      return { status: 401, body: { detail: 'Token is invalid.' } };
    if (seen.method === 'GET') return this.#read(seen.path);
    const [, handedOver] = /^\/users\/(.+)\/handover\/$/.exec(seen.path) ?? [];
    if (handedOver !== undefined) {
      const storage_key = this.disabled.get(handedOver);
      return storage_key === undefined ? notDisabled : { status: 200, body: { storage_key } };
    }
    if (seen.path === paths.approval) {
      const { key } = JSON.parse(seen.body ?? '{}') as { key: string };
      return { status: 200, body: { approval: `approval-of-${key}`, approved_by: 'Head' } };
    }
    const isForbidden = this.forbids(seen) && seen.approval !== `approval-of-${seen.key}`;
    if (isForbidden && !this.looksUpFirst) return forbidden;
    if (!seen.key || !this.idempotent) return this.#write(seen);
    if (seen.enteredBy !== undefined && !this.disabled.has(seen.enteredBy)) return notDisabled;
    const user = this.#users.get(seen.token) ?? '';
    const fingerprint = `${seen.method} ${seen.path} ${seen.body}`;
    const stored = this.#responses.get(seen.key);
    const isOfUser = stored?.user === user || stored?.user === seen.enteredBy;
    if (stored && (stored.fingerprint !== fingerprint || !isOfUser))
      return { status: 422, body: { detail: 'Another body.' } };
    if (stored) return stored.response;
    const refusal = isForbidden ? forbidden : this.refusals.shift();
    if (refusal) return refusal;
    const response = this.#write(seen);
    if (response.status < 300 || 'current' in (response.body ?? {}))
      this.#responses.set(seen.key, { user, fingerprint, response });
    return response;
  }

  #refresh(seen: SeenRequest): FakeResponse {
    this.refreshes += 1;
    if (typeof this.refreshFault === 'object' && 'status' in this.refreshFault) return this.refreshFault;
    const { refresh } = JSON.parse(seen.body ?? '{}') as { refresh?: string };
    const [, sub, branch] = refresh?.split('-') ?? [];
    if (!sub || !branch) return { status: 401, body: { detail: 'Token is invalid.' } };
    return { status: 200, body: { access: this.#newAccessToken(sub, branch) } };
  }

  #table(path: string): Map<string, Json> {
    if (path.startsWith('/students/')) return this.students;
    if (path.startsWith('/adult-course/')) return this.courses;
    const name = path.split('/')[1] ?? '';
    const table = this.others.get(name) ?? new Map<string, Json>();
    this.others.set(name, table);
    return table;
  }

  #read(path: string): FakeResponse {
    if (path === '/branch/details/')
      return {
        status: 200,
        body: {
          name: 'Main',
          client_ids: this.clientIds,
          idempotency: this.idempotent,
          merges: this.merges,
          filters: true,
          outcomes: true,
          ...(this.generation !== undefined && {
            generation: this.generation,
            restored_from: this.restoredFrom,
          }),
        },
      };
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
    if (plain === KNOWN_KEYS_PATH) {
      const asked = new URLSearchParams(query).get('keys')?.split(',') ?? [];
      const isKnown = (key: string) => (this.#responses.get(key)?.response.status ?? 999) < 300;
      return { status: 200, body: { known: asked.filter(isKnown) } };
    }
    const id = plain.split('/')[2];
    const table = this.#table(plain);
    if (plain === paths.families) return this.#family(new URLSearchParams(query).get('student') ?? '');
    if (id) {
      const one = table.get(id);
      return one ? { status: 200, body: this.#withComputed(one) } : notFound;
    }
    const only = new URLSearchParams(query).get('is_installment');
    const results = [...table.values()]
      .filter((one) => only === null || String(one.is_installment ?? false) === only)
      .map((one) => this.#withComputed(one))
      .reverse();
    return { status: 200, body: { count: results.length, next: null, previous: null, results } };
  }

  /** Answers with who was put together with a student, as the last decision about each two says. */
  #family(student: string): FakeResponse {
    if (!this.students.has(student)) return notFound;
    const members = new Map([[student, { id: student, name: 'Self', joined: 'self' }]]);
    for (const pair of this.#table(paths.families).values()) {
      const [one, two] = [String(pair.student), String(pair.other)];
      const other = one === student ? two : one;
      if (one !== student && two !== student) continue;
      if (pair.together) members.set(other, { id: other, name: 'Other', joined: 'hand' });
      else members.delete(other);
    }
    return { status: 200, body: { students: [...members.values()], debts: [], remaining: '0.00' } };
  }

  #write(seen: SeenRequest): FakeResponse {
    const table = this.#table(seen.path);
    const id = seen.path.split('/')[2];
    const body = JSON.parse(seen.body ?? '{}') as Json;
    const response = id
      ? this.#change(seen, table, id, body)
      : seen.path === paths.collections
        ? this.#collect(table, body)
        : asWritten(seen.path, this.#create(table, body));
    if (response.status < 300 && seen.key)
      this.timesApplied.set(seen.key, (this.timesApplied.get(seen.key) ?? 0) + 1);
    return response;
  }

  changeElsewhere(table: Map<string, Json>, id: string, values: Json): void {
    const old = table.get(id);
    table.set(id, { ...old, ...values, ...this.#nextVersion(old) });
  }

  #nextVersion(old: Json | undefined): Json {
    return this.merges ? { version: Number(old?.version ?? 0) + 1 } : {};
  }

  #change(seen: SeenRequest, table: Map<string, Json>, id: string, body: Json): FakeResponse {
    const old = table.get(id);
    if (!old) return notFound;
    if (seen.method === 'DELETE') {
      if (this.merges && seen.ifMatch !== undefined && seen.ifMatch !== `"${old.version}"`)
        return { status: 412, body: { detail: 'It changed meanwhile.', current: this.#withComputed(old) } };
      const hasDependents = [...this.courses.values()].some(
        (one) => one.student === id || one.related_record === id,
      );
      if (hasDependents) return { status: 409, body: { detail: 'Other records refer to it.' } };
      table.delete(id);
      return { status: 200, body: { detail: 'Deleted.' } };
    }
    const { base, ...object } = body;
    let changes: Json = object;
    if (this.merges && typeof base === 'object' && base !== null) {
      const { fields } = formOf(resourceAt(seen.path), old);
      const merged = mergeChange(fields, { base: { ...base }, yours: object }, old);
      if (Object.keys(merged.conflicts).length > 0) {
        const current = this.#withComputed(old);
        return {
          status: 409,
          body: { detail: 'It changed meanwhile.', conflicts: merged.conflicts, current },
        };
      }
      changes = merged.changes;
    }
    const changed = { ...old, ...changes, id, ...this.#nextVersion(old) };
    table.set(id, changed);
    return { status: 200, body: this.#withComputed(changed) };
  }

  #idOf(sent: unknown, prefix: string): string {
    if (this.clientIds && typeof sent === 'string') return sent;
    this.#serial += 1;
    return `${prefix}${this.#serial}`;
  }

  #create(table: Map<string, Json>, { id: sentId, ...body }: Json): FakeResponse {
    const id = this.#idOf(sentId, table === this.students ? 's' : 'c');
    const content = JSON.stringify(body);
    const existing = table.get(id);
    if (existing && this.#contents.get(id) !== content)
      return { status: 409, body: { detail: 'Another record has this id.' } };
    if (existing) return { status: 201, body: { ...this.#withComputed(existing), detail: 'Recorded.' } };
    const rejection = table === this.courses ? this.#reject(body) : undefined;
    if (rejection) return rejection;
    this.#contents.set(id, content);
    const parent = this.courses.get(String(body.related_record ?? ''));
    const created = {
      ...parent,
      ...(parent && { price: null }),
      ...body,
      id,
      ...this.#nextVersion(undefined),
      created_at: '2026-11-05T08:00:00Z',
    };
    table.set(id, created);
    return { status: 201, body: { ...this.#withComputed(created), detail: 'Recorded.' } };
  }

  /** Records an adult course or an installment of one for each line, or none. */
  #collect(
    table: Map<string, Json>,
    { id: sentId, payments = [], records = [], ...shared }: Json,
  ): FakeResponse {
    const id = this.#idOf(sentId, 'k');
    const asLines = (lists: unknown, more: Json): Json[] =>
      (Array.isArray(lists) ? lists : []).map(({ resource: _, ...own }: Json) => ({
        ...more,
        ...shared,
        ...own,
      }));
    const lines = { payments: asLines(payments, { is_installment: true }), records: asLines(records, {}) };
    const problems: Json[] = [];
    const rejections = Object.entries(lines).flatMap(([list, some]) => {
      const said = some.map((line, place) => {
        const { problems: ofLine = [], ...shape }: Json = { ...this.#reject(line)?.body };
        for (const facts of Array.isArray(ofLine) ? ofLine : [])
          problems.push({ ...facts, field: `${list}.${place}.${facts.field}` });
        return shape;
      });
      return said.some((one) => Object.keys(one).length > 0) ? [[list, said] as const] : [];
    });
    if (rejections.length > 0) return { status: 400, body: { ...Object.fromEntries(rejections), problems } };
    const make = (some: readonly Json[], first: number) =>
      some.map((line, index) => {
        const own = this.clientIds ? { ...line, id: lineId(id, first + index) } : line;
        return { resource: 'adult-course', record: { ...this.#create(this.courses, own).body } };
      });
    const made = [...make(lines.payments, lines.records.length), ...make(lines.records, 0)];
    const total = formatDecimal(
      [...lines.payments, ...lines.records].reduce(
        (sum, line) => sum + parsePiastres(String(line.paid_amount)),
        0n,
      ),
    );
    const collection = {
      id,
      ...shared,
      total,
      received: total,
      created_at: '2026-11-05T08:00:00Z',
    };
    table.set(collection.id, collection);
    return { status: 201, body: { records: [{ resource: COLLECTION, record: collection }, ...made] } };
  }

  #reject(body: Json): FakeResponse | undefined {
    if (body.is_installment === true) {
      const parent = this.courses.get(String(body.related_record));
      if (!parent) return { status: 400, body: { related_record: ['No such record.'] } };
      const remainder = parsePiastres(String(this.#withComputed(parent).remaining_amount));
      if (parsePiastres(String(body.paid_amount)) <= remainder) return undefined;
      const most = formatDecimal(remainder);
      const message = `Only ${most} remains.`;
      const current = { resource: 'adult-course', ...this.#withComputed(parent) };
      const facts = { field: 'paid_amount', message, code: 'overpaid', most, current };
      return { status: 400, body: { paid_amount: [message], problems: [facts] } };
    }
    return this.students.has(String(body.student))
      ? undefined
      : { status: 400, body: { student: ['No such student.'] } };
  }

  #withComputed(record: Json): Json {
    if (!('paid_amount' in record)) return { code: 'S-0001', ...record };
    const paid = [...this.courses.values()].filter(({ related_record }) => related_record === record.id);
    const remainder = (price: string) =>
      formatDecimal(
        remaining(
          parsePiastres(price),
          parsePiastres(String(record.paid_amount)),
          paid.map((one) => parsePiastres(String(one.paid_amount))),
        ),
      );
    const student = this.students.get(String(record.student));
    return {
      is_installment: false,
      related_record: null,
      ...record,
      remaining_amount: typeof record.price === 'string' ? remainder(record.price) : null,
      student_data: student && { id: student.id, name: student.name },
    };
  }
}

function asWritten(path: string, response: FakeResponse): FakeResponse {
  if (response.status >= 300) return response;
  if (path === paths.families) return { ...response, body: { records: [] } };
  if (path !== paths.receiptPrints) return response;
  return { ...response, body: { records: [{ resource: RECEIPT_PRINT, record: response.body }] } };
}

const aborted = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
  });

function resourceAt(path: string): Resource {
  const name = allResourceNames.find((one) => path.startsWith(resourceOf(one).path));
  if (!name) throw new Error(`No resource at ${path}`);
  return resourceOf(name);
}

const forbidden: FakeResponse = { status: 403, body: { detail: 'Only managers may do this.' } };
const notDisabled: FakeResponse = { status: 409, body: { detail: 'Only entries of a disabled user.' } };
const notFound: FakeResponse = { status: 404, body: { detail: 'Not found.' } };

function respond({ status, body }: FakeResponse, headers: Record<string, string> = {}): Response {
  return new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
}
