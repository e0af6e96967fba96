import { describe, expect, it } from 'vitest';
import { resourceOf } from '#contract/resources/registry.ts';
import { courses, enrol, installment, payable, students } from './bodies.ts';
import { withBranch } from './with-server.ts';

const { server, client, factory } = withBranch();

const one = (id: unknown) => `${courses}${id}/`;

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
