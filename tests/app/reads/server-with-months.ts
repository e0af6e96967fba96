import { formatDecimal, parsePiastres } from '#contract/money.ts';
import { FakeServer } from '../outbox/fake-server.ts';

type Json = Record<string, unknown>;

interface FakeMonth {
  readonly id: string;
  readonly name: string;
  status: 'running' | 'ended';
}

/** Each record belongs to the month that ran when it arrived, or waits for the next one (decision 18). */
export class ServerWithMonths {
  readonly server: FakeServer;
  readonly months: FakeMonth[] = [{ id: 'm1', name: 'Month 1', status: 'running' }];
  /** Month id per record id; null while none runs. */
  readonly monthOf = new Map<string, string | null>();

  constructor(server = new FakeServer()) {
    this.server = server;
  }

  get running(): FakeMonth | undefined {
    return this.months.find(({ status }) => status === 'running');
  }

  /** Returns the running month, or else the newest. */
  get current(): FakeMonth | undefined {
    return this.running ?? this.months.at(-1);
  }

  toggle(): void {
    const month = this.current;
    if (!month) return;
    month.status = month.status === 'running' ? 'ended' : 'running';
  }

  income(): string {
    const month = this.current?.id;
    const paid = [...this.server.courses.values()]
      .filter(({ id }) => this.monthOf.get(String(id)) === month)
      .map(({ paid_amount: amount }) => parsePiastres(String(amount)));
    return formatDecimal(paid.reduce((total, amount) => total + amount, 0n));
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const path = String(input).replace(/^\/api/, '');
    try {
      const answer = await this.server.fetch(input, init);
      this.#stamp();
      return await this.#withMonths(path, answer);
    } finally {
      this.#stamp();
    }
  };

  #stamp(): void {
    for (const id of this.server.courses.keys())
      if (!this.monthOf.has(id)) {
        const month = this.running?.id ?? null;
        this.monthOf.set(id, month);
        const record = this.server.courses.get(id);
        if (record) this.server.courses.set(id, { ...record, month });
      }
  }

  async #withMonths(path: string, answer: Response): Promise<Response> {
    const { current } = this;
    if (!answer.ok) return answer;
    if (path === '/branch/details/') {
      const details = { current_month_name: current?.name ?? null, current_month: current?.status ?? null };
      return this.#changed(answer, details);
    }
    if (path === '/dashboard/branch/') {
      const sums = { total_income: this.income(), total_profit: this.income() };
      return this.#changed(answer, { ...sums, month: current ?? null });
    }
    if (path.startsWith('/month/')) {
      const results = this.months.toReversed();
      return Response.json({ count: results.length, next: null, previous: null, results });
    }
    const created = path === '/adult-course/' && answer.status === 201;
    if (!created) return answer;
    const body = (await answer.clone().json()) as { id: string };
    return this.#changed(answer, { month: this.monthOf.get(body.id) ?? null });
  }

  async #changed(answer: Response, changes: Json): Promise<Response> {
    const body = (await answer.json()) as Json;
    return Response.json({ ...body, ...changes }, { status: answer.status });
  }
}
