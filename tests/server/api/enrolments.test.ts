import { describe, expect, it } from 'vitest';
import { resourceOf } from '#contract/resources/registry.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { courses, enrol, installment, payable, payableKinds, students } from './bodies.ts';
import type { ApiClient } from './test-server.ts';
import { withServer } from './with-server.ts';

let client: ApiClient;
const server = withServer((fresh) => {
  client = fresh;
});

const one = (id: unknown) => `${courses}${id}/`;
const factory = branchFactory(3);
const remains = async (id: string) => (await client.get(one(id))).body.remaining_amount;

describe('the remaining amount of an enrolment', () => {
  it('is the price minus all payments, after every change', async () => {
    const { id } = await enrol(client, '3000', '1000');
    expect(await remains(id)).toBe('2000.00');
    const receipt = await client.create(courses, installment(id, '500.50'));
    expect(await remains(id)).toBe('1499.50');
    await client.send('PATCH', one(receipt.id), { paid_amount: '600' });
    expect(await remains(id)).toBe('1400.00');
    await client.send('PATCH', one(id), { price: '3500', paid_amount: '900' });
    expect(await remains(id)).toBe('2000.00');
    await client.send('DELETE', one(receipt.id));
    expect(await remains(id)).toBe('2600.00');
  });

  it('can be paid to the last piastre and not more', async () => {
    const { id } = await enrol(client, '100', '0');
    const over = await client.send('POST', courses, installment(id, '100.01'));
    expect(over.status).toBe(400);
    expect(over.body).toEqual({ paid_amount: ['Only L.E. 100.00 remains to be paid.'] });
    await client.create(courses, installment(id, '99.99'));
    await client.create(courses, installment(id, '0.01'));
    const more = await client.send('POST', courses, installment(id, '0.01'));
    expect(more.body).toEqual({ paid_amount: ['Nothing remains to be paid.'] });
  });

  it('rejects a first payment over the price', async () => {
    const student = await client.create(students, factory.student());
    const body = factory.enrolment('adult-course', student.id, { price: '10', paid_amount: '10.01' });
    const over = await client.send('POST', courses, body);
    expect(over.status).toBe(400);
    expect(over.body).toEqual({ paid_amount: ['Only L.E. 10.00 remains to be paid.'] });
  });

  it('rejects an overpaying change at the changed field', async () => {
    const { id } = await enrol(client, '1000', '400');
    const receipt = await client.create(courses, installment(id, '100'));
    const price = await client.send('PATCH', one(id), { price: '499.99', paid_amount: '400' });
    expect(price.status).toBe(400);
    expect(price.body).toEqual({ price: ["L.E. 500.00 was paid already. The price can't be less."] });
    const paid = await client.send('PATCH', one(id), { paid_amount: '900.01' });
    expect(paid.body).toEqual({ paid_amount: ['Only L.E. 900.00 remains to be paid.'] });
    const more = await client.send('PATCH', one(receipt.id), { paid_amount: '600.01' });
    expect(more.body).toEqual({ paid_amount: ['Only L.E. 600.00 remains to be paid.'] });
    expect(await remains(id)).toBe('500.00');
    expect((await client.send('PATCH', one(id), { price: '500' })).status).toBe(200);
  });
});

describe.each(payableKinds)('%s', (kind) => {
  const { path, cash } = resourceOf(kind);

  it('accepts installments up to the price, lists only what can be paid as candidates, and counts in its month', async () => {
    const month = await client.create('/month/', { name: 'March' });
    const enrolment = await payable(client, kind, { price: '1000', paid: '250' }, factory);
    const paid = await client.send('POST', path, installment(enrolment.id, '600.50'));
    expect(paid.status).toBe(201);
    expect(paid.body).toMatchObject({
      detail: 'Installment saved: L.E. 600.50.',
      is_installment: true,
      related_record: enrolment.id,
      student_data: enrolment.student_data,
      price: null,
      remaining_amount: null,
    });
    const over = await client.send('POST', path, installment(enrolment.id, '149.51'));
    expect(over.body).toEqual({ paid_amount: ['Only L.E. 149.50 remains to be paid.'] });
    const candidates = await client.listAll(`${path}?is_installment=false`);
    expect(candidates.map(({ id, remaining_amount }) => [id, remaining_amount])).toEqual([
      [enrolment.id, '149.50'],
    ]);
    expect(await client.listAll(`${path}?is_installment=true`)).toHaveLength(1);
    expect(await client.listAll(`${path}?owing=true`)).toHaveLength(1);
    const figures = (await client.get(`/month/${month.id}/`)).body;
    expect(figures).toMatchObject({ [cash?.figure ?? '']: '850.50', revenue: '850.50', debts: '149.50' });
  });
});

describe('an installment', () => {
  it('returns values of its enrolment and has no price', async () => {
    const parent = await enrol(client, '100');
    const made = await client.create(
      courses,
      installment(parent.id, '10', { price: '5', level: '9', notes: ' x ' }),
    );
    const { student, student_data, level, period, transportation_type } = parent;
    expect(made).toMatchObject({
      student,
      student_data,
      level,
      period,
      transportation_type,
      price: null,
      remaining_amount: null,
      is_installment: true,
      related_record: parent.id,
      notes: 'x',
    });
    await client.send('PATCH', one(parent.id), { level: '18' });
    expect((await client.get(one(made.id))).body.level).toBe('18');
  });
});

describe.each(['adult-course', 'book-payout'] as const)('an installment of %s', (kind) => {
  const { path } = resourceOf(kind);
  const at = (id: unknown) => `${path}${id}/`;
  const owe = () => payable(client, kind, { price: '100' }, factory);
  const pay = (related: string) => client.create(path, installment(related, '10'));
  const left = async (id: string) => (await client.get(at(id))).body.remaining_amount;

  it('follows its record to another student', async () => {
    const parent = await owe();
    const made = await pay(parent.id);
    const other = await client.create(students, factory.student());
    expect((await client.send('PATCH', at(parent.id), { student: other.id })).status).toBe(200);
    expect((await client.get(at(made.id))).body.student).toBe(other.id);
    expect((await client.listAll(`${path}?student=${other.id}`)).map(({ id }) => id)).toContain(made.id);
  });

  it('cannot be moved to another record or student', async () => {
    const [parent, other] = [await owe(), await owe()];
    const made = await pay(parent.id);
    const moved = await client.send('PATCH', at(made.id), { ...made, related_record: other.id });
    expect([moved.status, Object.keys(moved.body)]).toEqual([400, ['related_record']]);
    const elsewhere = await client.send('PATCH', at(made.id), { student: other.student });
    expect(elsewhere.body.student).toBe(parent.student);
    expect([await left(parent.id), await left(other.id)]).toEqual(['90.00', '100.00']);
  });

  it('can only refer to a record of its branch that is no installment', async () => {
    const parent = await owe();
    const made = await pay(parent.id);
    const stranger = await server.newClient();
    for (const related of [made.id, '999999', 'nothing', '9'.repeat(40)]) {
      const refused = await client.send('POST', path, installment(related, '1'));
      expect([refused.status, Object.keys(refused.body)], related).toEqual([400, ['related_record']]);
    }
    expect((await stranger.send('POST', path, installment(parent.id, '1'))).status).toBe(400);
    expect(await left(parent.id)).toBe('90.00');
  });

  it('is deleted before its record, and that before its student; each refusal counts them', async () => {
    const parent = await owe();
    const made = [await pay(parent.id), await pay(parent.id)];
    const student = `${students}${parent.student}/`;
    for (const [refusing, counted] of [
      [student, /1 (adult course enrolment|book payout) and 2 installments/],
      [at(parent.id), /2 installments/],
    ] as const) {
      const refused = await client.send('DELETE', refusing);
      expect([refused.status, refused.body.detail]).toEqual([409, expect.stringMatching(counted)]);
    }
    for (const { id } of made) {
      const deleted = await client.send('DELETE', at(id));
      expect(deleted.body.detail).toMatch(/^Installment deleted: .+, receipt 500\.$/);
    }
    for (const gone of [at(parent.id), student])
      expect((await client.send('DELETE', gone)).status, gone).toBe(200);
  });
});

describe('values of a record', () => {
  it.each([
    ['١٬٢٥٠٫٥٠', '1250.50'],
    ['99999999.99', '99999999.99'],
  ])('money entered as %s is stored as %s', async (typed, kept) => {
    expect((await enrol(client, typed)).price).toBe(kept);
  });

  // tests/contract/fields.test.ts has every writing.
  it.each([
    '',
    '-1',
    '1.234',
    '100000000',
    5,
    null,
    {},
  ])('money %s is rejected at its field', async (typed) => {
    const student = await client.create(students, factory.student());
    const body = factory.enrolment('adult-course', student.id, { price: typed, paid_amount: '0' });
    const refused = await client.send('POST', courses, body);
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body)).toEqual(['price']);
  });

  it.each([
    '2026-02-30',
    '30/11/2026',
    5,
    '0001-01-01',
  ])('the day %s is rejected at its field', async (custom_date) => {
    const { id } = await enrol(client, '10');
    const refused = await client.send('PATCH', one(id), { custom_date });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body)).toEqual(['custom_date']);
  });

  it('choices outside of their list are rejected', async () => {
    const { id } = await enrol(client, '10');
    for (const bad of [{ level: '19' }, { period: '5' }, { transportation_type: 'Parent' }]) {
      const refused = await client.send('PATCH', one(id), bad);
      expect(refused.status).toBe(400);
      expect(Object.keys(refused.body)).toEqual(Object.keys(bad));
    }
  });
});

describe('student codes', () => {
  it('increase within each branch and are never reused', async () => {
    const other = await server.newClient();
    const codes = [];
    for (let made = 0; made < 3; made++) {
      const { id, code } = await client.create(students, factory.student());
      codes.push(code);
      if (made === 2) await client.send('DELETE', `${students}${id}/`);
    }
    codes.push((await client.create(students, factory.student())).code);
    expect(codes).toEqual(['S-0001', 'S-0002', 'S-0003', 'S-0004']);
    expect((await other.create(students, factory.student())).code).toBe('S-0001');
  });
});
