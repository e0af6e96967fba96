import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { allResourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { bodyOf, courses, enrol, installment, orders, payouts, stock, students } from './bodies.ts';
import { withBranch } from './with-server.ts';

const GONE = randomUUID();
const gone = (label: string) => [`This ${label} does not exist any more. Choose another one.`];

const { server, client } = withBranch();

const referring = allResourceNames.filter((name) =>
  Object.values(resourceOf(name).fields).some(({ kind }) => kind === 'reference'),
);

describe('several faults of one body are answered together (decision 45)', () => {
  it.each(referring)('an unknown reference of %s beside a malformed field', async (name) => {
    const { path, fields } = resourceOf(name);
    const body = await bodyOf[name](client, branchFactory(3));
    const references = Object.entries(fields).filter(([, { kind }]) => kind === 'reference');
    const wrong = {
      ...body,
      notes: 'a\0b',
      ...Object.fromEntries(references.map(([field]) => [field, GONE])),
    };
    const { status, body: answer } = await client.send('POST', path, { ...wrong, custom_date: 'soon' });
    expect(status).toBe(400);
    // A plan has no day of its own.
    if (fields.custom_date) expect(answer.custom_date).toEqual(['Enter a date such as 2026-11-30']);
    for (const [field, { label }] of references) expect(answer[field]).toEqual(gone(label.toLowerCase()));
  });

  it('an unknown student beside a price below the paid amount, and a text that is no id', async () => {
    const { id } = await client.create(students, { name: 'Mona' });
    const body = { ...branchFactory(3).enrolment('adult-course', id), price: '10', paid_amount: '20' };
    const one = await client.send('POST', courses, { ...body, student: GONE });
    expect(Object.keys(one.body).sort()).toEqual(['paid_amount', 'student']);
    const other = await client.send('POST', courses, { ...body, student: 'new-1' });
    expect(other.body.student).toEqual(gone('student'));
    expect((await client.send('POST', courses, body)).body.student).toBeUndefined();
  });

  it('two unknown references, and a shortage of stock beside an unknown student', async () => {
    const body = { book: GONE, student: GONE, quantity: '1', paid_amount: '0' };
    const both = await client.send('POST', payouts, body);
    expect([both.status, both.body]).toEqual([400, { book: gone('book'), student: gone('student') }]);
    const book = await stock(client, 1);
    const short = await client.send('POST', payouts, { ...body, book, quantity: '2' });
    expect(Object.keys(short.body).sort()).toEqual(['quantity', 'student']);
  });

  it('an installment: an unknown enrolment, or one that is an installment itself, beside a wrong amount', async () => {
    const { id } = await enrol(client, '1000');
    const paid = await client.create(courses, installment(id, '100'));
    for (const related of [GONE, paid.id]) {
      const { status, body } = await client.send('POST', courses, installment(related, '-1'));
      expect([status, Object.keys(body).sort()]).toEqual([400, ['paid_amount', 'related_record']]);
    }
    const { body } = await client.send('POST', courses, installment(id, '-1'));
    expect(Object.keys(body)).toEqual(['paid_amount']);
  });

  it('a reference of another branch is as unknown as one that does not exist', async () => {
    const theirs = await server.newClient();
    const foreign = await theirs.create(students, { name: 'Ali' });
    const body = { ...branchFactory(3).enrolment('adult-course', foreign.id), paid_amount: 'x' };
    expect((await client.send('POST', courses, body)).body.student).toEqual(gone('student'));
  });

  it('a change: an unknown student beside a wrong amount, but no untouched or fixed reference', async () => {
    const { id, version } = await enrol(client, '1000');
    const path = `${courses}${id}/`;
    const { body } = await client.send('PATCH', path, { student: GONE, price: 'x' });
    expect(Object.keys(body).sort()).toEqual(['price', 'student']);
    const base = { price: '1000.00' };
    const based = await client.send('PATCH', path, { student: GONE, price: 'x', base });
    expect(Object.keys(based.body)).toEqual(['price']);
    const order = await client.create(orders, branchFactory(3).bookOrder(await stock(client, 1)));
    const fixed = await client.send('PATCH', `${orders}${order.id}/`, { book: GONE, price: 'x' });
    expect(Object.keys(fixed.body)).toEqual(['price']);
    expect((await client.get(path)).body.version).toBe(version);
  });
});
