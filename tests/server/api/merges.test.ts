import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { branchFactory } from '#server/demo/branch-factory.ts';
import {
  books,
  courses,
  deductions,
  employees,
  enrol,
  installment,
  payouts,
  salaries,
  stock,
  students,
} from './bodies.ts';
import { withBranch } from './with-server.ts';

const { server, client } = withBranch();

const one = (path: string, id: unknown) => `${path}${String(id)}/`;
const keyed = (key: string = randomUUID()) => ({ 'idempotency-key': key });
const version = async (path: string, id: unknown) => (await client.get(one(path, id))).body.version;

describe('the version of a record', () => {
  it('grows with the payments of an enrolment, and not with the enrolments of a student', async () => {
    const { id, student } = await enrol(client, '1000');
    const payment = await client.create(courses, installment(id, '100'));
    expect(await version(courses, id)).toBe(2);
    await client.send('PATCH', one(courses, payment.id), { paid_amount: '50' });
    await client.send('DELETE', one(courses, payment.id));
    expect(await version(courses, id)).toBe(4);
    expect(await version(students, student)).toBe(1);
  });

  it('grows with the stock of a book and with the month of its record', async () => {
    const book = await stock(client, 5);
    const before = Number(await version(books, book));
    const student = await client.create(students, { name: 'Mona' });
    const payout = await client.create(
      payouts,
      branchFactory(2).bookPayout(book, student.id, { paid_amount: '0' }),
    );
    expect(Number(await version(books, book))).toBeGreaterThan(before);
    expect(payout.version).toBe(1);
    await client.create('/month/', { name: 'March' });
    expect(await version(payouts, payout.id)).toBe(2);
  });

  it('grows with each change of a deduction, its month and its salary, and not with the values that it has', async () => {
    const employee = await client.create(employees, branchFactory(3).employee());
    const { id, amount } = await client.create(deductions, branchFactory(3).deduction(employee.id));
    for (const change of [{ reason: 'late' }, { reason: 'late' }, { reason: 'late', amount }])
      await client.send('PATCH', one(deductions, id), change);
    expect(await version(deductions, id)).toBe(2);
    await client.create('/month/', { name: 'March' });
    expect(await version(deductions, id)).toBe(3);
    await client.create(salaries, { employee: employee.id, amount: '1', from_drawer: false });
    expect(await version(deductions, id)).toBe(4);
  });

  it('is the same while another record changes its name, yet the answer is not called unchanged', async () => {
    const { id, student } = await enrol(client, '1000');
    const payment = await client.create(courses, installment(id, '100'));
    for (const record of [id, payment.id]) {
      const { headers, body } = await client.get(one(courses, record));
      const unchanged = { 'if-none-match': String(headers.etag) };
      expect((await client.get(one(courses, record), unchanged)).status).toBe(304);
      await client.send('PATCH', one(students, student), { name: `Renamed ${String(record)}` });
      const again = await client.get(one(courses, record), unchanged);
      expect(again.status).toBe(200);
      expect(again.body).toMatchObject({
        version: body.version,
        student_data: { name: `Renamed ${String(record)}` },
      });
      const { status } = await client.send(
        'PATCH',
        one(courses, record),
        { notes: 'x' },
        {
          'if-match': String(again.headers.etag),
        },
      );
      expect(status).toBe(200);
    }
    const before = String((await client.get(one(courses, payment.id))).headers.etag);
    await client.send('PATCH', one(courses, id), { period: '2' });
    const inherited = await client.get(one(courses, payment.id), { 'if-none-match': before });
    expect(inherited.body).toMatchObject({ period: '2' });
  });
});

describe('a change with its base', () => {
  it('of a field that changed meanwhile is rejected with all three values, and writes nothing', async () => {
    const shown = await enrol(client, '1000');
    await client.send('PATCH', one(courses, shown.id), { paid_amount: '600' });
    const { body: current } = await client.get(one(courses, shown.id));
    const answer = await client.send('PATCH', one(courses, shown.id), {
      ...shown,
      paid_amount: '300',
      notes: 'called',
      base: { paid_amount: shown.paid_amount, notes: null },
    });
    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({
      detail: expect.any(String),
      conflicts: { paid_amount: { base: shown.paid_amount, yours: '300.00', now: '600.00' } },
      current,
    });
    expect((await client.get(one(courses, shown.id))).body).toEqual(current);
    expect((await client.get(`/history/?record=${shown.id}&resource=adult-course`)).body.count).toBe(2);
  });

  it('is checked as a whole: a price below what was paid meanwhile is rejected', async () => {
    const shown = await enrol(client, '1000');
    await client.create(courses, installment(shown.id, '600'));
    const answer = await client.send('PATCH', one(courses, shown.id), {
      ...shown,
      price: '500',
      base: { price: '1000.00' },
    });
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['price']]);
  });

  it('whose untouched fields are no longer valid is accepted', async () => {
    const { id } = await client.create(students, { name: 'Mona' });
    const answer = await client.send('PATCH', one(students, id), {
      name: '',
      phone: '010',
      base: { phone: null },
    });
    expect(answer.body).toMatchObject({ name: 'Mona', phone: '010' });
  });

  it('gets the same conflict again for the same key, whatever was changed since', async () => {
    const shown = await enrol(client, '1000');
    await client.send('PATCH', one(courses, shown.id), { paid_amount: '600' });
    const stale = { ...shown, paid_amount: '300', base: { paid_amount: '0.00' } };
    const key = keyed();
    const first = await client.send('PATCH', one(courses, shown.id), stale, key);
    await client.send('PATCH', one(courses, shown.id), { paid_amount: '0' });
    const again = await client.send('PATCH', one(courses, shown.id), stale, key);
    expect([first.status, again.status]).toEqual([409, 409]);
    expect(again.text).toBe(first.text);
    expect((await client.send('PATCH', one(courses, shown.id), stale, keyed())).status).toBe(200);
  });

  it.each([
    null,
    'x',
    5,
    [],
    { paid_amount: 'much' },
    { paid_amount: {} },
    { notes: 7 },
    { student: ['1'] },
  ])('that is malformed is rejected at base: %j', async (base) => {
    const { id } = await enrol(client, '1000');
    const answer = await client.send('PATCH', one(courses, id), {
      paid_amount: '1',
      notes: 'x',
      student: '1',
      base,
    });
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['base']]);
  });

  it('of two devices at once sets each field once, and one of two values of the same field', async () => {
    const { id } = await enrol(client, '1000');
    const fields = { notes: null, receipt_number: undefined, custom_date: null, level: undefined };
    const { body: shown } = await client.get(one(courses, id));
    const values: Record<string, string> = {
      notes: 'a',
      receipt_number: 'R-9',
      custom_date: '2026-02-03',
      level: '7',
    };
    const changes = Object.keys(fields).map((field) => ({
      ...shown,
      [field]: values[field],
      base: { [field]: shown[field] },
    }));
    const amounts = ['10', '20', '30', '40'].map((paid_amount) => ({
      ...shown,
      paid_amount,
      base: { paid_amount: shown.paid_amount },
    }));
    const answers = await Promise.all(
      [...changes, ...amounts].map((body) => client.send('PATCH', one(courses, id), body, keyed())),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 409, 409, 409]);
    const { body } = await client.get(one(courses, id));
    expect(body).toMatchObject(values);
    const accepted = answers.find(
      ({ status, body: { paid_amount } }) => status === 200 && paid_amount !== '0.00',
    );
    expect(['10.00', '20.00', '30.00', '40.00']).toContain(body.paid_amount);
    expect(accepted).toBeDefined();
  });
});

describe('a write with If-Match', () => {
  it('changes a record only in one of the versions that it names', async () => {
    const { id } = await client.create(students, { name: 'Mona' });
    const change = (name: string, tag: string) =>
      client.send('PATCH', one(students, id), { name }, { 'if-match': tag });
    expect((await change('A', '"1"')).status).toBe(200);
    expect((await change('B', '"1"')).body).toMatchObject({ current: { name: 'A', version: 2 } });
    expect((await change('C', '"1", "2"')).status).toBe(200);
    expect((await change('D', '*')).status).toBe(200);
  });

  it.each([
    '1',
    '"a"',
    '""',
    '"1',
    '"1",',
    'null',
    '"-1"',
  ])('that is malformed is rejected: %s', async (tag) => {
    const { id } = await client.create(students, { name: 'Mona' });
    for (const method of ['PATCH', 'DELETE'] as const) {
      const answer = await client.send(method, one(students, id), { name: 'X' }, { 'if-match': tag });
      expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['If-Match']]);
    }
    expect(await version(students, id)).toBe(1);
  });
});

it('the server declares that it merges, and names its generation with every answer to a write', async () => {
  const { body } = await client.get('/branch/details/');
  expect(body).toMatchObject({ merges: true, restored_from: null });
  const key = keyed();
  const answers = [
    await client.send('POST', students, { name: 'Mona' }, key),
    await client.send('POST', students, { name: 'Mona' }, key),
    await client.send('POST', students, {}),
    await client.send('DELETE', `${students}999/`),
    await client.send('POST', '/month/', { name: 'March' }),
  ];
  expect(answers.map(({ headers }) => headers['x-generation'])).toEqual(answers.map(() => body.generation));
  expect(server.app).toBeDefined();
});
