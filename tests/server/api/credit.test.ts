import { describe, expect, it } from 'vitest';
import { SETTINGS_PATH } from '#contract/branch-settings.ts';
import { OPEN_DRAWERS_PATH } from '#contract/closes.ts';
import { family } from '#contract/families.ts';
import { monthBreakdown, monthBreakdownPath } from '#contract/month.ts';
import { permissions } from '#contract/permissions.ts';
import { mergePath, undoMergePath } from '#contract/student-merges.ts';
import { courses, expenses, installment, payable, payouts, refunds, students } from './bodies.ts';
import { expectAnswer } from './expect-answer.ts';
import { withDesk } from './with-server.ts';

const { server, manager: client, staff, factory } = withDesk();

const creditOf = async (student: string) => (await client.get(`${students}${student}/`)).body.credit;
const course = (student: string, price: string, paid: string, given: object = {}) => ({
  ...factory.enrolment('adult-course', student, { price, paid_amount: paid }),
  ...given,
});
const byCredit = { payment_method: 'credit' };

/** A student with credit, whose father has this number. */
async function studentWith(credit: string, phone = `010${Math.random()}`.slice(0, 12)) {
  const { id } = await client.create(students, factory.student({ father_phone: phone, mother_phone: '' }));
  if (credit !== '0') await give(id, credit);
  return id;
}

async function give(student: string, amount: string) {
  const paid = await client.create(courses, course(student, '1000', '1000'));
  return client.create(refunds, {
    resource: 'adult-course',
    related_record: paid.id,
    amount,
    reason: 'Ill',
    forgive: true,
    ...byCredit,
  });
}

const familyCredit = async (student: string) =>
  family.parse((await client.get(`/families/?student=${student}`)).body).credit;

describe('credit', () => {
  it('is kept by a refund, stands on the student and the family, and is in no drawer', async () => {
    const drawers = async () => (await client.get(OPEN_DRAWERS_PATH)).body.drawers;
    const id = await studentWith('0', '01000000001');
    const sibling = await studentWith('0', '01000000001');
    await client.create(courses, course(id, '1000', '1000'));
    const before = await drawers();
    const paid = await client.listAll(`${courses}?student=${id}`);
    await client.create(refunds, {
      resource: 'adult-course',
      related_record: paid[0]?.id,
      amount: '120',
      reason: 'Ill',
      ...byCredit,
    });
    expect(await drawers()).toEqual(before);
    expect(await creditOf(id)).toBe('120.00');
    expect(await familyCredit(sibling)).toBe('120.00');
    expect(
      (await client.listAll(`${students}?search=${id}`)).every(({ credit }) => credit !== undefined),
    ).toBe(true);
  });

  it('pays a first payment, an installment and a book, and comes back when the payment is deleted', async () => {
    const id = await studentWith('500');
    const first = await client.create(courses, course(id, '300', '100', byCredit));
    expect(await creditOf(id)).toBe('400.00');
    const part = await client.create(courses, installment(first.id, '150', byCredit));
    expect(await creditOf(id)).toBe('250.00');
    const { book } = await payable(client, 'book-payout', { price: '50' }, factory);
    const sold = await client.create(
      payouts,
      factory.bookPayout(String(book), id, { paid_amount: '50', ...byCredit }),
    );
    expect(await creditOf(id)).toBe('200.00');
    for (const path of [`${payouts}${sold.id}/`, `${courses}${part.id}/`, `${courses}${first.id}/`])
      expect((await client.send('DELETE', path)).status).toBe(200);
    expect(await creditOf(id)).toBe('500.00');
  });

  it("is the student's own first, then the family's, and never more than there is", async () => {
    const phone = '01000000002';
    const id = await studentWith('100', phone);
    const sibling = await studentWith('200', phone);
    const much = await client.send('POST', courses, course(id, '1000', '300.01', byCredit));
    expect(much).toMatchObject({
      status: 400,
      body: { payment_method: ['Only L.E. 300.00 of credit is there.'] },
    });
    await client.create(courses, course(id, '1000', '250', byCredit));
    expect([await creditOf(id), await creditOf(sibling)]).toEqual(['0.00', '50.00']);
    const stranger = await studentWith('0');
    expect((await client.send('POST', courses, course(stranger, '9', '9', byCredit))).body).toEqual({
      payment_method: ['There is no credit.'],
    });
  });

  it('changes neither amount nor method of what it paid, nor of what gave it', async () => {
    const id = await studentWith('0');
    const gave = await give(id, '500');
    const first = await client.create(courses, course(id, '300', '100', byCredit));
    const cash = await client.create(courses, course(id, '300', '100'));
    const sentence = ['Money by credit does not change. Delete it and record it anew.'];
    const patch = async (path: string, body: object) => (await client.send('PATCH', path, body)).body;
    expect(await patch(`${courses}${first.id}/`, { paid_amount: '90' })).toEqual({ paid_amount: sentence });
    expect(await patch(`${courses}${first.id}/`, { payment_method: 'cash' })).toEqual({
      payment_method: sentence,
    });
    expect(await patch(`${courses}${cash.id}/`, byCredit)).toEqual({ payment_method: sentence });
    expect(await patch(`${refunds}${gave.id}/`, { amount: '90' })).toEqual({ amount: sentence });
    expect(await patch(`${refunds}${gave.id}/`, { payment_method: 'cash' })).toEqual({
      payment_method: sentence,
    });
    expect((await client.send('DELETE', `${refunds}${gave.id}/`)).body).toEqual({
      detail: 'This credit was used meanwhile.',
    });
    await client.send('DELETE', `${courses}${first.id}/`);
    expect((await client.send('DELETE', `${refunds}${gave.id}/`)).status).toBe(200);
    expect(await creditOf(id)).toBe('0.00');
  });

  it('is a tender of a collection, whose problem stands at its part', async () => {
    const id = await studentWith('100');
    const one = await client.create(courses, course(id, '200', '0'));
    const two = await client.create(courses, course(id, '200', '0'));
    const collect = (credit: string, cash: string) =>
      client.send('POST', '/collections/', {
        receipt_number: '77',
        payments: [one, two].map((debt) => ({
          resource: 'adult-course',
          related_record: debt.id,
          paid_amount: '100',
        })),
        tenders: [
          { payment_method: 'cash', amount: cash },
          { payment_method: 'credit', amount: credit },
        ],
      });
    await expectAnswer(collect('150', '50'), 400, {
      tenders: [{}, { payment_method: ['Only L.E. 100.00 of credit is there.'] }],
    });
    const refused = await client.send('POST', '/collections/', {
      receipt_number: '78',
      payments: [{ resource: 'adult-course', related_record: one.id, paid_amount: '150' }],
      ...byCredit,
    });
    expect(Object.keys(refused.body)).toEqual(['payment_method']);
    expect((await collect('100', '100')).status).toBe(201);
    expect(await creditOf(id)).toBe('0.00');
  });

  it('is taken by nothing else: not by an expense, nor listed by the branch', async () => {
    const spent = await client.send('POST', expenses, factory.expense(byCredit));
    expect(Object.keys(spent.body)).toEqual(['payment_method']);
    const listed = await client.send('PATCH', SETTINGS_PATH, {
      payment_methods: [{ id: 'credit', name: 'Credit', kind: 'card' }],
    });
    expect(listed.status).toBe(400);
  });

  it('is paid out by a refund of the student, which lowers no income', async () => {
    const id = await studentWith('300');
    const figures = async () => (await client.listAll('/month/'))[0];
    const before = await figures();
    const out = (amount: string, by = client) =>
      by.send('POST', refunds, { resource: 'student', related_record: id, amount, reason: 'Moved' });
    await expectAnswer(out('10', staff), 403, permissions['refunds.any'].refusal);
    const made = await out('100');
    expect(made).toMatchObject({ status: 201, body: { student: id, payable: null, related_record: id } });
    expect(await creditOf(id)).toBe('200.00');
    expect(await figures()).toMatchObject({ revenue: before?.revenue, refunds: before?.refunds });
    expect((await out('200.01')).body).toEqual({ amount: ['Only L.E. 200.00 of credit is there.'] });
    expect((await client.send('PATCH', `${refunds}${made.body.id}/`, { amount: '50' })).status).toBe(400);
    expect((await client.send('DELETE', `${refunds}${made.body.id}/`)).status).toBe(200);
    expect(await creditOf(id)).toBe('300.00');
  });

  it('of a month is told with what it gave, used and paid out, and what is owed now', async () => {
    const { id: month } = (await client.listAll('/month/'))[0] ?? {};
    const read = async () =>
      monthBreakdown.parse((await client.get(monthBreakdownPath(String(month)))).body).credit;
    const before = await read();
    const id = await studentWith('300');
    await client.create(courses, course(id, '100', '80', byCredit));
    await client.create(refunds, { resource: 'student', related_record: id, amount: '20', reason: 'Moved' });
    const after = await read();
    const change = (name: 'given' | 'used' | 'paid_out' | 'balance') =>
      Number(after?.[name]) - Number(before?.[name]);
    expect([change('given'), change('used'), change('paid_out'), change('balance')]).toEqual([
      300, 80, 20, 200,
    ]);
  });

  it('of a sibling is used by staff with a manager alone: families and numbers are typed by anybody', async () => {
    const phone = '01000000005';
    const rich = await studentWith('500', phone);
    const refused = { status: 403, body: { detail: expect.stringContaining('belongs to a sibling') } };
    const stranger = await studentWith('0');
    await staff
      .create('/families/', { student: stranger, other: rich, together: true })
      .catch(() => undefined);
    const { id: typed } = await staff.create(students, factory.student({ father_phone: phone }));
    for (const student of [stranger, typed]) {
      const body = course(student, '300', '300', byCredit);
      expect(await staff.send('POST', courses, body)).toMatchObject(refused);
      const debt = await staff.create(courses, course(student, '300', '0'));
      expect(await staff.send('POST', courses, installment(debt.id, '1', byCredit))).toMatchObject(refused);
      const line = { resource: 'adult-course', related_record: debt.id, paid_amount: '1' };
      const paper = { receipt_number: '9', payments: [line], ...byCredit };
      expect(await staff.send('POST', '/collections/', paper)).toMatchObject(refused);
    }
    // The student's own is theirs to use, but does not go along to somebody else.
    const enrolment = await staff.create(courses, course(rich, '100', '100', byCredit));
    expect((await staff.send('PATCH', `${courses}${enrolment.id}/`, { student: stranger })).status).toBe(403);
    expect((await client.send('POST', courses, course(typed, '300', '300', byCredit))).status).toBe(201);
    expect(await creditOf(rich)).toBe('100.00');
  });

  it('goes along when the enrolment that it came from is given to the right student, unless it was used', async () => {
    const [wrong, right] = [await studentWith('0'), await studentWith('0')];
    const gave = await give(wrong, '500');
    const path = `${courses}${gave.payable}/`;
    expect((await client.send('PATCH', path, { student: right })).status).toBe(200);
    expect([await creditOf(wrong), await creditOf(right)]).toEqual(['0.00', '500.00']);
    const used = await client.create(courses, course(right, '300', '100', byCredit));
    await expectAnswer(
      client.send('PATCH', path, { student: wrong }),
      409,
      'This credit was used meanwhile.',
    );
    expect((await client.get(path)).body.student).toBe(right);
    await client.send('DELETE', `${courses}${used.id}/`);
    expect((await client.send('PATCH', path, { student: wrong })).status).toBe(200);
    expect([await creditOf(wrong), await creditOf(right)]).toEqual(['500.00', '0.00']);
  });

  it('moves with a merge of students, and back', async () => {
    const phone = '01000000003';
    const kept = await studentWith('100', phone);
    const gone = await studentWith('200', phone);
    await client.create(courses, course(gone, '1000', '250', byCredit));
    expect([await creditOf(kept), await creditOf(gone)]).toEqual(['50.00', '0.00']);
    await give(gone, '30');
    await client.create(refunds, {
      resource: 'student',
      related_record: gone,
      amount: '10',
      reason: 'Moved',
    });
    await client.send('POST', mergePath(kept), { other: gone });
    expect(await creditOf(kept)).toBe('70.00');
    await client.must('POST', undoMergePath(kept), { other: gone });
    expect([await creditOf(kept), await creditOf(gone)]).toEqual(['50.00', '20.00']);
    expect((await client.send('DELETE', `${students}${gone}/`)).status).toBe(409);
  });

  it('is used by desks at once, never more than there is', async () => {
    const phone = '01000000004';
    const id = await studentWith('100', phone);
    const sibling = await studentWith('100', phone);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, place) =>
        client.send('POST', courses, course(place % 2 ? id : sibling, '30', '30', byCredit)),
      ),
    );
    expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(6);
    expect(answers.every(({ status }) => status === 201 || status === 400)).toBe(true);
    expect(Number(await creditOf(id)) + Number(await creditOf(sibling))).toBe(20);
  });

  it('is guarded by the database', async () => {
    const id = await studentWith('100');
    const raw = (text: string) => server.queryAsOwner(text, [String(client.branchId), id]);
    await expect(
      raw(`insert into movement (branch_id, type, amount, resource, credit_of, effective_date, at, made_by, source, record_id)
        values ($1, 'credit_payout', 10001, 'student', $2, '2026-03-10', now(), 1, 'refund', gen_random_uuid())`),
    ).rejects.toThrow('there is not so much credit');
  });
});
