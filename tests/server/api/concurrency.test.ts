import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parsePiastres, sum } from '#contract/money.ts';
import { WAITING_PATH } from '#contract/month.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { AT_ONCE, atOnce, withStatus } from './at-once.ts';
import { courses, enrol, installment, students } from './bodies.ts';
import { withBranch } from './with-server.ts';

const TOGGLE = '/month/end-undo/';

const { server, client } = withBranch();

const money = (value: unknown) => parsePiastres(String(value));

describe('32 concurrent requests', () => {
  it('never pay an enrolment over its price', async () => {
    const { id } = await enrol(client, '1000');
    const answers = await atOnce(() => client.send('POST', courses, installment(id, '90')));
    expect(withStatus(answers, 201)).toHaveLength(11);
    const refused = withStatus(answers, 400);
    expect(refused).toHaveLength(AT_ONCE - 11);
    for (const { body, problems } of refused) {
      expect(body).toEqual({ paid_amount: ['Only L.E. 10.00 remains to be paid.'] });
      expect(problems).toMatchObject([{ most: '10.00', current: { remaining_amount: '10.00' } }]);
    }
    expect((await client.get(`${courses}${id}/`)).body.remaining_amount).toBe('10.00');
  });

  it('keep the sum of payments within the price when amounts are changed and deleted', async () => {
    const { id } = await enrol(client, '1000', '100');
    const receipts = await Promise.all(
      Array.from({ length: 6 }, () => client.create(courses, installment(id, '50'))),
    );
    const answers = await atOnce((index) => {
      const receipt = `${courses}${receipts[index % 6]?.id}/`;
      if (index % 4 === 0) return client.send('PATCH', receipt, { paid_amount: String(index * 20) });
      if (index % 4 === 1)
        return client.send('PATCH', `${courses}${id}/`, { price: String(1000 - index * 20) });
      if (index % 4 === 2) return client.send('DELETE', receipt);
      return client.send('POST', courses, installment(id, '120'));
    });
    for (const { status, text } of answers) expect([200, 201, 400, 404], text).toContain(status);
    const rows = await client.listAll(courses);
    const enrolment = rows.find((row) => row.id === id);
    const paid = sum(rows.map((row) => money(row.paid_amount)));
    expect(money(enrolment?.remaining_amount)).toBe(money(enrolment?.price) - paid);
    expect(money(enrolment?.remaining_amount)).toBeGreaterThanOrEqual(0n);
  });

  it('with one key create one record', async () => {
    const { id } = await enrol(client, '1000');
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await atOnce(() => client.send('POST', courses, installment(id, '10'), headers));
    const made = withStatus(answers, 201);
    expect(made.length).toBeGreaterThan(0);
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
    const waiting = withStatus(answers, 409);
    expect(made.length + waiting.length).toBe(AT_ONCE);
    for (const { headers: answerHeaders } of waiting) expect(answerHeaders['retry-after']).toBe('1');
    expect((await client.get(`${courses}${id}/`)).body.remaining_amount).toBe('990.00');
  });

  it('that start a month start only one', async () => {
    const answers = await atOnce((index) => client.send('POST', '/month/', { name: `Month ${index}` }));
    expect(withStatus(answers, 201)).toHaveLength(1);
    const detail = 'There is a month in progress, please end it first to start new one.';
    expect(withStatus(answers, 409).map(({ body }) => body)).toEqual(Array(AT_ONCE - 1).fill({ detail }));
    expect(await client.listAll('/month/')).toHaveLength(1);
  });

  it('get different student codes', async () => {
    const factory = branchFactory(1);
    const answers = await atOnce(() => client.send('POST', students, factory.student()));
    const codes = answers.map(({ body }) => body.code);
    expect(new Set(codes).size).toBe(AT_ONCE);
    expect([...codes].sort().at(-1)).toBe(`S-00${AT_ONCE}`);
  });

  it('never both delete and enrol a student', async () => {
    const factory = branchFactory(1);
    const { id } = await client.create(students, factory.student());
    const answers = await atOnce((index) =>
      index % 2 === 0
        ? client.send('DELETE', `${students}${id}/`)
        : client.send('POST', courses, factory.enrolment('adult-course', id)),
    );
    const enrolled = withStatus(answers, 201).length;
    const deleted = withStatus(answers, 200).length;
    expect(enrolled > 0 ? deleted : enrolled).toBe(0);
    expect(await client.listAll(courses)).toHaveLength(enrolled);
    for (const { status, text } of answers) expect([200, 201, 400, 404, 409], text).toContain(status);
  });
});

describe('people who press End or Undo at the same moment', () => {
  it('end the month once and re-open it once', async () => {
    const { id } = await client.create('/month/', { name: 'March' });
    const toggles = async (expected: 'running' | 'ended', detail: string, status: string) => {
      const answers = await atOnce(() => client.send('POST', TOGGLE, { expect: expected, month: id }));
      expect(withStatus(answers, 200)).toHaveLength(1);
      const refused = withStatus(answers, 409);
      expect(refused).toHaveLength(AT_ONCE - 1);
      for (const { body } of refused) expect(body).toEqual({ detail });
      expect((await client.get(`/month/${id}/`)).body.status).toBe(status);
    };
    await toggles('running', 'March has already ended.', 'ended');
    await toggles('ended', 'March is running again already.', 'running');
  });
});

describe('payments concurrent with the end of a month', () => {
  it('count in exactly one month each, and in its figures', async () => {
    const march = await client.create('/month/', { name: 'March' });
    const { id } = await enrol(client, '100000', '1');
    const answers = await Promise.all([
      atOnce((index) => client.send('POST', courses, installment(id, `${index + 1}`))),
      client.send('POST', TOGGLE).then((ended) => [ended]),
      atOnce((index) => client.send('POST', courses, installment(id, `${index + 1}.50`))),
    ]);
    expect(answers.flat().every(({ status }) => status < 300)).toBe(true);
    const april = await client.create('/month/', { name: 'April' });
    const rows = await client.listAll(courses);
    expect(rows).toHaveLength(1 + 2 * AT_ONCE);
    for (const { id: monthId } of [march, april]) {
      const mine = rows.filter((row) => row.month === monthId);
      const { body } = await client.get(`/month/${monthId}/`);
      expect(money(body.revenue)).toBe(sum(mine.map((row) => money(row.paid_amount))));
    }
    expect(rows.every((row) => row.month === march.id || row.month === april.id)).toBe(true);
  });

  it('wait or count in the re-opened month, each in one of the two, while it is undone', async () => {
    const march = await client.create('/month/', { name: 'March' });
    const { id } = await enrol(client, '100000', '0');
    await client.send('POST', TOGGLE, { expect: 'running' });
    const answers = await atOnce((index) =>
      index === 16
        ? client.send('POST', TOGGLE, { expect: 'ended', month: march.id, waiting: 'next' })
        : client.send('POST', courses, installment(id, String(index + 1))),
    );
    expect(answers.every(({ status }) => status < 300)).toBe(true);
    const rows = await client.listAll(`${courses}?is_installment=true`);
    expect(rows).toHaveLength(AT_ONCE - 1);
    const sumOf = (month: string | null) =>
      sum(rows.filter((row) => row.month === month).map((row) => money(row.paid_amount)));
    expect(money((await client.get(`/month/${march.id}/`)).body.revenue)).toBe(sumOf(march.id));
    expect(money((await client.get(WAITING_PATH)).body.income)).toBe(sumOf(null));
    await client.send('POST', TOGGLE, { expect: 'running' });
    const april = await client.create('/month/', { name: 'April' });
    expect(money((await client.get(`/month/${april.id}/`)).body.revenue)).toBe(sumOf(null));
  });

  it('count once when changed while the month is repeatedly ended and re-opened', async () => {
    const march = await client.create('/month/', { name: 'March' });
    const { id } = await enrol(client, '100000');
    const receipts = await Promise.all(
      Array.from({ length: 8 }, () => client.create(courses, installment(id, '10'))),
    );
    const toggling = (async () => {
      for (let time = 0; time < 9; time++) await client.send('POST', TOGGLE);
    })();
    const answers = await atOnce((index) =>
      client.send('PATCH', `${courses}${receipts[index % 8]?.id}/`, { paid_amount: String(index + 1) }),
    );
    await toggling;
    for (const { status, text } of answers) expect([200, 409], text).toContain(status);
    const paid = sum((await client.listAll(courses)).map((row) => money(row.paid_amount)));
    const ended = (await client.get(`/month/${march.id}/`)).body;
    expect(ended.status).toBe('ended');
    expect(money(ended.revenue)).toBe(paid);
    const stored = await server.queryAsOwner('select figures from month where id = $1', [march.id]);
    expect(stored[0]?.figures).toMatchObject({ adult_course_revenue: ended.revenue, debts: ended.debts });
  });
});
