import { expect, it } from 'vitest';
import { SETTINGS_PATH } from '#contract/branch-settings.ts';
import { CLOSES_PATH, closeAnswer } from '#contract/closes.ts';
import { parsePiastres } from '#contract/money.ts';
import { MONTH_TOGGLE_PATH } from '#contract/month.ts';
import { monthBreakdown, monthBreakdownPath } from '#contract/month-breakdown.ts';
import { REPORTS_PATH, report } from '#contract/reports.ts';
import { resources } from '#contract/resources/registry.ts';
import {
  returnPath,
  transferPath,
  undoReturnPath,
  undoWithdrawalPath,
  withdrawPath,
} from '#contract/withdrawal-paths.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { seeded } from '../../support/seeded.ts';
import {
  books,
  courses,
  expenses,
  installment,
  orders,
  payouts,
  refunds,
  stock,
  students,
} from './bodies.ts';
import type { Answer, ApiClient } from './test-server.ts';
import { withServer } from './with-server.ts';

/**
 * The rules of money under any interleaving of three desks: payments by several methods, collections in parts, refunds,
 * students who leave, change and come back, credit, books, expenses, deletes, drawer closes, and months that end and
 * are re-opened. MONEY_ROUNDS and MONEY_SEED run it longer.
 */

const buses = resources.bus.path;
const revenueFigures = ['adult-course', 'bus', 'book-payout'].map(
  (name) => resources[name as keyof typeof resources].cash?.figure ?? name,
);
const METHODS = ['cash', 'instapay', 'card'] as const;
const ROUNDS = Number(process.env.MONEY_ROUNDS ?? 60);
const SEEDS = process.env.MONEY_SEED ? [Number(process.env.MONEY_SEED)] : [1, 2, 3];

let manager: ApiClient;
const server = withServer(async (client) => {
  manager = client;
});

type Row = Awaited<ReturnType<ApiClient['listAll']>>[number];
type Sums = Record<string, bigint>;
const money = (value: unknown): bigint => parsePiastres(String(value ?? '0'));
const sum = (amounts: readonly bigint[]) => amounts.reduce((all, one) => all + one, 0n);
const add = (sums: Sums, name: string, amount: bigint) => {
  sums[name] = (sums[name] ?? 0n) + amount;
};
const withoutZeros = (sums: Sums) =>
  Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== 0n));

/** Paths of the writes that were carried out, with any seed. */
const accepted = new Set<string>();

interface Written {
  readonly path: string;
  readonly by: ApiClient;
}

class Desks {
  readonly #chance: () => number;
  readonly #factory;
  readonly desks: readonly ApiClient[];
  readonly #book: string;
  readonly students: string[] = [];
  readonly enrolled: Written[] = [];
  readonly handedOut: Written[] = [];
  readonly money: Written[] = [];
  /** Who let the student leave, or took the book back, by the path of the record. */
  readonly #wentBack = new Map<string, ApiClient>();
  readonly statuses = new Map<string, number>();
  #month = 1;

  constructor(seed: number, desks: readonly ApiClient[], book: string) {
    this.#chance = seeded(seed);
    this.#factory = branchFactory(400 + seed);
    this.desks = desks;
    this.#book = book;
  }

  #one<T>(of: readonly T[]): T | undefined {
    return of[Math.floor(this.#chance() * of.length)];
  }

  #amount(limit: number): string {
    return (Math.ceil(this.#chance() * limit * 100) / 100).toFixed(2);
  }

  #how(withCredit = true) {
    const method = withCredit && this.#chance() < 0.25 ? 'credit' : (this.#one(METHODS) ?? 'cash');
    return { payment_method: method, ...(method === 'instapay' && { payment_reference: 'TX' }) };
  }

  /** The same write again with its key, as after a lost answer, is answered alike and written once. */
  async #send(by: ApiClient, path: string, body: object): Promise<Answer> {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const answer = await by.send('POST', path, body, headers);
    if (answer.status < 300) accepted.add(path.replace(/\d+/g, 'ID'));
    if (this.#chance() < 0.2) {
      const again = await by.send('POST', path, body, headers);
      if (answer.status < 300)
        expect([again.status, again.body], again.text).toEqual([answer.status, answer.body]);
    }
    return answer;
  }

  async #enrol(by: ApiClient): Promise<Answer> {
    const list = this.#chance() < 0.5 ? courses : buses;
    const kind = list === courses ? 'adult-course' : 'bus';
    const student = this.#one(this.students) ?? '';
    const price = 100 + Math.floor(this.#chance() * 400);
    const paid_amount = this.#chance() < 0.3 ? '0' : this.#amount(price);
    const money = { price: String(price), paid_amount, ...(paid_amount !== '0' && this.#how()) };
    const answer = await this.#send(by, list, { ...this.#factory.enrolment(kind, student), ...money });
    this.#note(answer, list, by, this.enrolled, this.money);
    return answer;
  }

  #note(answer: Answer, list: string, by: ApiClient, ...of: Written[][]): void {
    if (answer.status === 201)
      for (const all of of) all.push({ path: `${list}${String(answer.body.id)}/`, by });
  }

  async #pay(by: ApiClient): Promise<Answer | undefined> {
    const to = this.#one([...this.enrolled, ...this.handedOut]);
    if (!to) return undefined;
    const [, list = '', id = ''] = /^(.*\/)([^/]+)\/$/.exec(to.path) ?? [];
    if (this.#chance() < 0.4) {
      const [first, second] = [this.#amount(60), this.#amount(60)];
      const total = (Number(first) + Number(second)).toFixed(2);
      const answer = await this.#send(by, '/collections/', {
        receipt_number: 'F-1',
        payments: [{ resource: list.slice(1, -1), related_record: id, paid_amount: total }],
        tenders: [
          { ...this.#how(), amount: first },
          { payment_method: 'cash', amount: second },
        ],
      });
      return answer;
    }
    const answer = await this.#send(by, list, { ...installment(id, this.#amount(150)), ...this.#how() });
    this.#note(answer, list, by, this.money);
    return answer;
  }

  async #payBack(by: ApiClient): Promise<Answer | undefined> {
    const student = this.#one(this.students) ?? '';
    if (this.#chance() < 0.2) {
      const body = {
        resource: 'student',
        related_record: student,
        amount: this.#amount(50),
        reason: 'Wants it',
      };
      const answer = await this.#send(by, refunds, { ...body, ...this.#how(false) });
      this.#note(answer, refunds, by, this.money);
      return answer;
    }
    const from = this.#one([...this.enrolled, ...this.handedOut]);
    if (!from) return undefined;
    const [, resource = '', id = ''] = /^\/(.*)\/([^/]+)\/$/.exec(from.path) ?? [];
    const answer = await this.#send(by, refunds, {
      resource,
      related_record: id,
      amount: this.#amount(150),
      reason: 'Ill',
      forgive: this.#chance() < 0.5,
      ...this.#how(),
    });
    this.#note(answer, refunds, by, this.money);
    return answer;
  }

  /** With the sums that the desk has just seen; another desk may pay in between. */
  async #leaving(by: ApiClient, path: string) {
    const { body } = await by.get(path);
    if (body.id === undefined) return undefined;
    const net = money(body.paid_amount) + money(body.installments_paid) - money(body.refunded);
    const keep = (money(body.price) * BigInt(Math.floor(this.#chance() * 101))) / 100n;
    const back = net > keep ? net - keep : 0n;
    const credit = this.#chance() < 0.4 ? back / 2n : 0n;
    const text = (amount: bigint) => (Number(amount) / 100).toFixed(2);
    return {
      left_on: '2026-03-10',
      keep: text(keep),
      reason: 'Moves away',
      ...(credit > 0n && { credit: text(credit) }),
      ...(back > credit && { refund: { amount: text(back - credit), ...this.#how(false) } }),
    };
  }

  async #leave(by: ApiClient): Promise<Answer | undefined> {
    const from = this.#one(this.enrolled);
    if (!from) return undefined;
    const [, list = '', id = ''] = /^(.*\/)([^/]+)\/$/.exec(from.path) ?? [];
    const before = this.#wentBack.get(from.path);
    if (before && this.#chance() < 0.6) return this.#send(before, undoWithdrawalPath(list, id), {});
    const withdraw = await this.#leaving(by, from.path);
    if (!withdraw) return undefined;
    if (this.#chance() < 0.6) {
      const answer = await this.#send(by, withdrawPath(list, id), withdraw);
      if (answer.status < 300) this.#wentBack.set(from.path, by);
      return answer;
    }
    const { refund: _, credit: __, ...rest } = withdraw;
    const { student: ___, ...body } = this.#factory.enrolment('adult-course', 'same', {
      price: '200',
      paid_amount: '0',
    });
    const answer = await this.#send(by, transferPath(list, id), {
      withdraw: rest,
      to: { resource: 'adult-course', body },
    });
    const moved = answer.body.enrolment;
    if (answer.status === 201 && moved && typeof moved === 'object' && 'id' in moved)
      this.enrolled.push({ path: `${courses}${String(moved.id)}/`, by });
    return answer;
  }

  async #handOut(by: ApiClient): Promise<Answer | undefined> {
    const out = this.#one(this.handedOut);
    if (out && this.#chance() < 0.5) {
      const id = out.path.split('/').at(-2) ?? '';
      const before = this.#wentBack.get(out.path);
      if (before && this.#chance() < 0.6) return this.#send(before, undoReturnPath(id), {});
      const { body } = await by.get(out.path);
      if (body.id === undefined) return undefined;
      const net = money(body.paid_amount) + money(body.installments_paid) - money(body.refunded);
      const left =
        money(body.price) - money(body.forgiven) - (money(body.price) / money(body.quantity)) * 100n;
      const back = net > left ? net - left : 0n;
      const refund = { amount: (Number(back) / 100).toFixed(2), ...this.#how(false) };
      const answer = await this.#send(by, returnPath(id), {
        quantity: '1',
        reason: 'Damaged',
        ...(back > 0n && { refund }),
      });
      if (answer.status < 300) this.#wentBack.set(out.path, by);
      return answer;
    }
    const body = this.#factory.bookPayout(this.#book, this.#one(this.students) ?? '', {
      quantity: '2',
      paid_amount: this.#amount(100),
      ...this.#how(),
    });
    const answer = await this.#send(by, payouts, body);
    this.#note(answer, payouts, by, this.handedOut, this.money);
    return answer;
  }

  async #spend(by: ApiClient): Promise<Answer> {
    const body = { title: 'Water', amount: this.#amount(40), from_drawer: this.#chance() < 0.6 };
    const answer = await this.#send(by, expenses, { ...body, ...this.#how(false) });
    this.#note(answer, expenses, by, this.money);
    return answer;
  }

  async #delete(): Promise<Answer | undefined> {
    const at = this.#one(this.money);
    if (!at) return undefined;
    // By its own person, as undone above: what a close has counted goes out of the drawer of who takes it back.
    return at.by.send('DELETE', at.path);
  }

  async #close(by: ApiClient): Promise<Answer> {
    const answer = await by.send('POST', CLOSES_PATH, { other: this.#amount(100), float: '0' });
    if (answer.status === 201 && answer.body.finished_at === null)
      await by.send('POST', `${CLOSES_PATH}${String(answer.body.id)}/finish/`, { reason: 'Counted' });
    return answer;
  }

  async act(by: ApiClient): Promise<void> {
    const kind = this.#chance();
    const answer =
      kind < 0.16
        ? await this.#enrol(by)
        : kind < 0.4
          ? await this.#pay(by)
          : kind < 0.58
            ? await this.#payBack(by)
            : kind < 0.72
              ? await this.#leave(by)
              : kind < 0.82
                ? await this.#handOut(by)
                : kind < 0.87
                  ? await this.#spend(by)
                  : kind < 0.94
                    ? await this.#delete()
                    : await this.#close(by);
    if (!answer) return;
    expect([200, 201, 400, 404, 409], answer.text).toContain(answer.status);
    this.statuses.set(String(answer.status), (this.statuses.get(String(answer.status)) ?? 0) + 1);
  }

  /** Ends the month, re-opens it at times, and begins the next. */
  async nextMonth(): Promise<void> {
    const toggle = () => manager.send('POST', MONTH_TOGGLE_PATH, {});
    expect((await toggle()).status).toBe(200);
    if (this.#chance() < 0.5) {
      expect((await toggle()).status).toBe(200);
      expect((await toggle()).status).toBe(200);
    }
    this.#month += 1;
    await manager.create('/month/', { name: `Month ${this.#month}` });
  }
}

/** What rows of a list paid: the first payment of each, or an installment. */
const paidBy = (rows: readonly Row[]) => rows.filter(({ paid_amount }) => money(paid_amount) > 0n);

/** Compares all sums that the branch shows with the records that its lists show. */
async function audit(desks: readonly ApiClient[]): Promise<void> {
  const [course, bus, payout, refund, expense, order, student, months, closes] = (await Promise.all(
    [courses, buses, payouts, refunds, expenses, orders, students, '/month/', CLOSES_PATH].map((list) =>
      manager.listAll(list),
    ),
  )) as [Row[], Row[], Row[], Row[], Row[], Row[], Row[], Row[], Row[]];
  const lists = { 'adult-course': course, bus, 'book-payout': payout };

  // Each record: nothing negative, and what remains is the price less what was forgiven and what was paid and not paid back.
  const payments = Object.values(lists).flat();
  for (const [kind, rows] of Object.entries(lists))
    for (const row of rows.filter(({ is_installment }) => is_installment !== true)) {
      const own = rows.filter((one) => one.is_installment === true && one.related_record === row.id);
      const back = refund.filter(({ payable, resource }) => payable === row.id && resource === kind);
      const paid = money(row.paid_amount) + sum(own.map(({ paid_amount }) => money(paid_amount)));
      const refunded = sum(back.map(({ amount }) => money(amount)));
      const remaining = money(row.price) - money(row.forgiven) - (paid - refunded);
      expect([kind, row.id, money(row.refunded), money(row.remaining_amount)]).toEqual([
        kind,
        row.id,
        refunded,
        remaining,
      ]);
      expect(refunded <= paid && remaining >= 0n).toBe(true);
      // Not owed any more: what leaving did not keep, else what refunds said, and copies that came back.
      const said = back.filter((one) => one.forgive && one.withdrawal === null && one.book_return === null);
      const copies =
        kind === 'book-payout' ? (money(row.price) * money(row.returned)) / money(row.quantity) : 0n;
      const forgiven =
        typeof row.kept === 'string'
          ? money(row.price) - money(row.kept)
          : sum(said.map(({ amount }) => money(amount))) + copies;
      expect([kind, row.id, money(row.forgiven)]).toEqual([kind, row.id, forgiven]);
    }

  // Credit: what was kept, less what paid and what was paid out; of each student it is never negative.
  const byCredit = (rows: readonly Row[]) => rows.filter((row) => row.payment_method === 'credit');
  const given = sum(byCredit(refund).map(({ amount }) => money(amount)));
  const used = sum(byCredit(paidBy(payments)).map(({ paid_amount }) => money(paid_amount)));
  const paidOut = sum(
    refund.filter(({ resource }) => resource === 'student').map(({ amount }) => money(amount)),
  );
  expect(sum(student.map(({ credit }) => money(credit)))).toBe(given - used - paidOut);
  expect(student.every(({ credit }) => money(credit) >= 0n)).toBe(true);

  // Lines of all drawers, closed or not, by person and method.
  const moved: Sums = {};
  const name = (row: Row) => `${String(row.recorded_by)} ${String(row.payment_method)}`;
  for (const row of paidBy(payments)) add(moved, name(row), money(row.paid_amount));
  for (const row of refund) add(moved, name(row), -money(row.amount));
  for (const row of expense)
    if (row.from_drawer && row.payment_method === 'cash') add(moved, name(row), -money(row.amount));
  for (const desk of desks) delete moved[`${desk.userId} credit`];
  const lines: Sums = {};
  for (const line of await server.queryAsOwner(
    'select user_id, payment_method, amount::text from drawer_line where branch_id = $1',
    [String(manager.branchId)],
  ))
    add(lines, `${String(line.user_id)} ${String(line.payment_method)}`, BigInt(String(line.amount)));
  expect(withoutZeros(lines)).toEqual(withoutZeros(moved));
  for (const { id } of closes) {
    const one = closeAnswer.parse((await manager.get(`${CLOSES_PATH}${id}/`)).body);
    const counted = await server.queryAsOwner(
      `select coalesce(sum(amount) filter (where payment_method = 'cash'), 0)::text as cash from drawer_line
       where branch_id = $1 and close_id = $2`,
      [String(manager.branchId), id],
    );
    expect(money(one.expected) - money(one.float)).toBe(BigInt(String(counted[0]?.cash)));
  }

  // Months: money of each kind, by method, and what became of credit.
  const figures: Sums = {};
  const told: Sums = {};
  for (const one of months) {
    for (const figure of [...revenueFigures, 'refunds']) add(figures, figure, money(one[figure]));
    const { by_method, credit, expenses_by_category } = monthBreakdown.parse(
      (await manager.get(monthBreakdownPath(one.id))).body,
    );
    for (const row of expenses_by_category ?? []) add(told, `spent on ${row.category}`, money(row.total));
    for (const row of by_method) {
      add(told, `${row.payment_method} in`, money(row.received));
      add(told, `${row.payment_method} out`, money(row.paid_out));
    }
    add(told, 'credit given', money(credit?.given));
    add(told, 'credit used', money(credit?.used));
    add(told, 'credit paid out', money(credit?.paid_out));
  }
  const expected: Sums = {};
  for (const [kind, rows] of Object.entries(lists)) {
    const figure = resources[kind as keyof typeof lists].cash?.figure ?? kind;
    const back = refund.filter(({ resource }) => resource === kind);
    const net =
      sum(paidBy(rows).map(({ paid_amount }) => money(paid_amount))) -
      sum(back.map(({ amount }) => money(amount)));
    add(expected, figure, net);
    expect(net >= 0n).toBe(true);
  }
  add(
    expected,
    'refunds',
    sum(refund.filter(({ resource }) => resource !== 'student').map(({ amount }) => money(amount))),
  );
  expect(withoutZeros(figures)).toEqual(withoutZeros(expected));
  const byMethod: Sums = { 'credit given': given, 'credit used': used, 'credit paid out': paidOut };
  for (const row of paidBy(payments))
    add(byMethod, `${String(row.payment_method)} in`, money(row.paid_amount));
  for (const row of [...refund, ...expense])
    add(byMethod, `${String(row.payment_method)} out`, money(row.amount));
  for (const row of expense) add(byMethod, `spent on ${String(row.category ?? null)}`, money(row.amount));
  for (const row of order) add(byMethod, `${String(row.payment_method)} out`, money(row.paid_amount));
  expect(withoutZeros(told)).toEqual(withoutZeros(byMethod));

  // The report over all days: by kind, method and person what the lists show, and in all what the months show.
  const reported: Sums = {};
  const { cash, over_time, debts } = report.parse(
    (await manager.get(`${REPORTS_PATH}?from=2000-01-01&until=2099-12-31`)).body,
  );
  const key = (...parts: readonly unknown[]) => parts.map(String).join(' ');
  for (const { resource, payment_method, recorded_by, total } of cash)
    add(reported, key(resource, payment_method, recorded_by), money(total));
  const listed: Sums = {};
  const moneyOf = { expense, 'book-order': order, refund, ...lists };
  for (const [kind, rows] of Object.entries(moneyOf))
    for (const row of rows) {
      const resource = row.resource === 'student' ? 'credit' : kind;
      add(
        listed,
        key(resource, row.payment_method, row.recorded_by),
        money(kind === 'refund' || kind === 'expense' ? row.amount : row.paid_amount),
      );
    }
  expect(withoutZeros(reported)).toEqual(withoutZeros(listed));
  const ofKinds = (kinds: readonly string[]) =>
    sum(cash.filter(({ resource }) => kinds.includes(resource)).map(({ total }) => money(total)));
  expect(ofKinds(Object.keys(lists)) - ofKinds(['refund'])).toBe(
    sum(months.map(({ revenue }) => money(revenue))),
  );

  expect(sum(over_time.map(({ revenue }) => money(revenue)))).toBe(
    sum(months.map(({ revenue }) => money(revenue))),
  );
  expect(sum(over_time.map((one) => money(one.expenses)))).toBe(ofKinds(['expense', 'book-order']));
  expect(money(debts)).toBe(
    sum(
      Object.values(lists)
        .flat()
        .map((row) => money(row.remaining_amount)),
    ),
  );

  const [copies] = await manager.listAll(books);
  expect(Number(copies?.quantity) >= 0).toBe(true);
}

const cashOf = (month: Row) =>
  Object.fromEntries([...revenueFigures, 'refunds', 'expenses'].map((figure) => [figure, month[figure]]));

it.each(
  SEEDS,
)('whatever three desks do, records, drawers, months and credit tell the same money (seed %s)', async (seed) => {
  await manager.create('/month/', { name: 'Month 1' });
  const settings = await manager.send('PATCH', SETTINGS_PATH, {
    payment_methods: [
      { id: 'instapay', name: 'InstaPay', name_ar: 'إنستاباي', kind: 'wallet', asks_reference: true },
      { id: 'card', name: 'Card', name_ar: 'بطاقة', kind: 'card', asks_reference: false },
    ],
  });
  expect(settings.status, settings.text).toBe(200);
  const factory = branchFactory(300 + seed);
  const book = await stock(manager, 30, { sell_price: '60' }, factory);
  const desks = [
    manager,
    await server.newColleague(manager, 'manager'),
    await server.newColleague(manager, 'manager'),
  ];
  const branch = new Desks(seed, desks, book);
  for (let number = 0; number < 4; number += 1) {
    // The first two are of one family, which shares its credit.
    const father_phone = number < 2 ? '01000000001' : `0100000001${number}`;
    const student = factory.student({ father_phone, mother_phone: '', phone: '' });
    branch.students.push((await manager.create(students, student)).id);
  }
  const ended = new Map<string, object>();
  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all(desks.map((desk) => branch.act(desk)));
    if (round % 20 !== 19) continue;
    await audit(desks);
    await branch.nextMonth();
    for (const month of await manager.listAll('/month/')) {
      if (month.status === 'running') continue;
      expect(ended.get(month.id) ?? cashOf(month)).toEqual(cashOf(month));
      ended.set(month.id, cashOf(month));
    }
  }
  await audit(desks);
  for (const month of await manager.listAll('/month/'))
    if (ended.has(month.id)) expect(cashOf(month)).toEqual(ended.get(month.id));
  // It tried what is accepted and what is refused.
  expect(branch.statuses.get('201') ?? 0).toBeGreaterThan(ROUNDS / 2);
  expect(branch.statuses.get('400') ?? 0).toBeGreaterThan(0);
});

it('they did all of it', () => {
  const done = [...accepted].map((path) => path.replace(/^.*ID/, ''));
  const acts = ['/withdraw/', '/withdraw/undo/', '/transfer/', '/return/'];
  const lists = [courses, buses, payouts, refunds, expenses, '/collections/'];
  expect(done).toEqual(expect.arrayContaining([...lists, ...acts]));
});
