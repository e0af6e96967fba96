import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decimal, type Piastres, sum } from '#contract/money.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { courses, students } from './bodies.ts';
import { type Answer, type Desk, type ServerUnderTest, serverUnderTest } from './server-under-test.ts';

const OPERATIONS = 220;
const TOGGLE = '/month/end-undo/';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await serverUnderTest();
});
afterAll(() => server.close());

interface Record_ {
  readonly id: string;
  readonly related: string | undefined;
  price: Piastres;
  paid: Piastres;
  month: string | undefined;
}

interface Month {
  readonly id: string;
  running: boolean;
}

/** The rules of money and months once more, as plainly as can be: what the server must come to. */
class Reckoning {
  readonly records = new Map<string, Record_>();
  readonly months: Month[] = [];

  running(): Month | undefined {
    return this.months.find((month) => month.running);
  }
  installmentsOf(id: string): Record_[] {
    return [...this.records.values()].filter((record) => record.related === id);
  }
  remaining(record: Record_): Piastres {
    return record.price - record.paid - sum(this.installmentsOf(record.id).map(({ paid }) => paid));
  }
  isFinal(record: Record_): boolean {
    return this.months.some((month) => month.id === record.month && !month.running);
  }
  joinWaiting(month: Month): void {
    for (const record of this.records.values()) record.month ??= month.id;
  }
  figures(month: Month) {
    const mine = [...this.records.values()].filter((record) => record.month === month.id);
    const revenue = sum(mine.map(({ paid }) => paid));
    const enrolments = mine.filter((record) => record.related === undefined);
    return {
      revenue: decimal(revenue),
      adult_course_revenue: decimal(revenue),
      total_net_profit: decimal(revenue),
      debts: decimal(sum(enrolments.map((record) => this.remaining(record)))),
    };
  }
}

const path = (id: string) => `${courses}${id}/`;

/** One history of a branch, drawn by lot; every answer is compared with what the reckoning allows. */
async function live(desk: Desk, seed: number): Promise<Reckoning> {
  const factory = branchFactory(seed);
  const { chance } = factory;
  const book = new Reckoning();
  const people: string[] = [];
  for (let count = 0; count < 4; count++) people.push((await desk.make(students, factory.student())).id);
  const amount = () => BigInt(chance.whole(0, 60_000));
  const anyRecord = () => chance.pick([...book.records.values()]);
  const enrolments = () => [...book.records.values()].filter((record) => record.related === undefined);

  const expectStatus = (answer: Answer, allowed: boolean, success: number) => {
    if (allowed) expect(answer.status, answer.text).toBe(success);
    else expect([400, 409], answer.text).toContain(answer.status);
    return allowed;
  };

  const acts = {
    async enrol() {
      const [price, paid] = [amount(), amount()];
      const money = { price: decimal(price), paid_amount: decimal(paid) };
      const answer = await desk.send('POST', courses, factory.adultCourse(chance.pick(people), money));
      if (!expectStatus(answer, paid <= price, 201)) return;
      const id = String(answer.body.id);
      book.records.set(id, { id, related: undefined, price, paid, month: book.running()?.id });
    },
    async pay() {
      if (enrolments().length === 0) return;
      const parent = chance.pick(enrolments());
      const paid = amount() / 4n;
      const answer = await desk.send('POST', courses, factory.installment(parent.id, paid));
      if (!expectStatus(answer, paid <= book.remaining(parent), 201)) return;
      const id = String(answer.body.id);
      book.records.set(id, { id, related: parent.id, price: 0n, paid, month: book.running()?.id });
    },
    async change() {
      if (book.records.size === 0) return;
      const record = anyRecord();
      const paid = chance.happens(60) ? amount() / 3n : record.paid;
      const price = chance.happens(40) && record.related === undefined ? amount() : record.price;
      const parent = record.related === undefined ? record : book.records.get(record.related);
      const others = book.installmentsOf(parent?.id ?? '').filter((one) => one !== record);
      const due = record.related === undefined ? price : (parent?.price ?? 0n) - (parent?.paid ?? 0n);
      const fits = paid + sum(others.map((one) => one.paid)) <= due;
      const touchesCash = paid !== record.paid;
      const touchesPaidPrice = price !== record.price && book.remaining(record) === 0n;
      const isFinal = book.isFinal(record) && (touchesCash || touchesPaidPrice);
      const body = { paid_amount: decimal(paid), price: decimal(price), custom_date: '2026-01-05' };
      const answer = await desk.send('PATCH', path(record.id), body);
      if (expectStatus(answer, fits && !isFinal, 200)) Object.assign(record, { paid, price });
    },
    async remove() {
      if (book.records.size === 0) return;
      const record = anyRecord();
      const isFinal = book.isFinal(record) && record.paid > 0n;
      const answer = await desk.send('DELETE', path(record.id));
      const allowed = !isFinal && book.installmentsOf(record.id).length === 0;
      if (expectStatus(answer, allowed, 200)) book.records.delete(record.id);
    },
    async toggle() {
      const running = book.running();
      const month = running ?? book.months.at(-1);
      const answer = await desk.send('POST', TOGGLE);
      if (!expectStatus(answer, month !== undefined, 200) || !month) return;
      month.running = running === undefined;
      if (month.running) book.joinWaiting(month);
    },
    async start() {
      const answer = await desk.send('POST', '/month/', { name: `Month ${book.months.length + 1}` });
      if (!expectStatus(answer, book.running() === undefined, 201)) return;
      const month = { id: String(answer.body.id), running: true };
      book.months.push(month);
      book.joinWaiting(month);
    },
  };
  const lots = [acts.enrol, acts.enrol, acts.pay, acts.pay, acts.pay, acts.change, acts.change, acts.remove];

  for (let count = 0; count < OPERATIONS; count++) {
    server.clock.now = new Date(Date.UTC(2026, 0, 1 + count));
    const act = chance.happens(12) ? chance.pick([acts.toggle, acts.start]) : chance.pick(lots);
    await act();
  }
  return book;
}

const counted = `
  select kind || case when related_id is null then '' else '/installment' end as what, coalesce(month_id, 0) as month_id,
    date_trunc('month', effective_date::timestamp)::date as bucket, count(*) as rows, sum(paid_amount) as paid,
    coalesce(sum(remaining), 0) as debt
  from enrolment where branch_id = $1 group by 1, 2, 3
  union all
  select 'student', 0, date_trunc('month', effective_date::timestamp)::date, count(*), 0, 0
  from student where branch_id = $1 group by 3 order by 1, 2, 3`;

const kept = `
  select what, month_id, bucket, sum(rows) as rows, sum(paid) as paid, sum(debt) as debt
  from tally where branch_id = $1 group by 1, 2, 3 having sum(rows) <> 0 or sum(paid) <> 0 or sum(debt) <> 0
  order by 1, 2, 3`;

describe.each([1, 2, 3])('history %i', (seed) => {
  let desk: Desk;
  let book: Reckoning;
  beforeAll(async () => {
    desk = await server.newDesk();
    book = await live(desk, seed);
  });

  test('has something of everything', () => {
    expect(book.months.length).toBeGreaterThan(2);
    expect(book.records.size).toBeGreaterThan(20);
  });

  test('leaves each month with the figures of the reckoning', async () => {
    for (const month of book.months) {
      const { body } = await desk.get(`/month/${month.id}/`);
      expect(body).toMatchObject({ ...book.figures(month), status: month.running ? 'running' : 'ended' });
    }
    const current = book.running() ?? book.months.at(-1);
    const dashboard = (await desk.get('/dashboard/branch/')).body;
    expect(dashboard.total_income).toBe(current && book.figures(current).revenue);
  });

  test('leaves each record with what it should', async () => {
    const rows = await desk.all(courses);
    expect(rows.map((row) => row.id).sort()).toEqual([...book.records.keys()].sort());
    for (const row of rows) {
      const record = book.records.get(row.id);
      if (!record) continue;
      expect(row.paid_amount).toBe(decimal(record.paid));
      expect(row.month).toBe(record.month ?? null);
      if (record.related === undefined) expect(row.remaining_amount).toBe(decimal(book.remaining(record)));
    }
  });

  test('leaves the tally exact', async () => {
    const [real, tally] = await Promise.all(
      [counted, kept].map((query) => server.look(query, [desk.branchId])),
    );
    expect(tally).toEqual(real);
  });
});
