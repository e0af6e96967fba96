import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { searchAnswer } from '#contract/search.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { books, courses, employees, students } from './bodies.ts';
import { withBranch } from './with-server.ts';

const factory = branchFactory(148);
const { server, client } = withBranch(async () => {
  await client.create('/month/', { name: '\u200fMarch\u00a0' });
});
const marked = (text: string) => `\u202a\u200e${text}\u202c\u00a0\u2069`;

describe('characters that nobody sees', () => {
  it('never enter codes, phones, names, receipt numbers and notes through the API', async () => {
    const student = await client.create(
      students,
      factory.student({
        name: '\u200fمنى\u00a0 عادل\u200d',
        phone: marked('01012345678'),
        address: marked('Giza\n12 street'),
      }),
    );
    expect(student).toMatchObject({ name: 'منى عادل', phone: '01012345678', address: 'Giza\n12 street' });
    const enrolment = await client.create(
      courses,
      factory.enrolment('adult-course', student.id, { receipt_number: marked('12-345'), notes: marked('x') }),
    );
    expect(enrolment).toMatchObject({ receipt_number: '12-345', notes: 'x' });
    const changed = await client.send('PATCH', `${courses}${enrolment.id}/`, {
      receipt_number: marked('A-7'),
    });
    expect(changed.body.receipt_number).toBe('A-7');
    expect(await client.create(books, factory.book({ name: marked('Time Zones') }))).toMatchObject({
      name: 'Time Zones',
    });
    expect(
      await client.create(
        employees,
        factory.employee({ name: marked('Nour'), job_title: marked('Teacher') }),
      ),
    ).toMatchObject({ name: 'Nour', job_title: 'Teacher' });
    expect((await client.get('/month/')).body.results).toMatchObject([{ name: 'March' }]);
  });

  it('hide nothing from a search or a filter, and are searched by nobody', async () => {
    const { id } = await client.create(students, factory.student({ name: 'Mona Adel' }));
    await client.create(courses, factory.enrolment('adult-course', id, { receipt_number: '1042' }));
    const found = searchAnswer.parse(
      (await client.get(`/search/?q=${encodeURIComponent(marked('Mona  Adel'))}`)).body,
    );
    expect(found.students).toMatchObject([{ title: 'Mona Adel' }]);
    for (const typed of ['\u200e1042', '١٠٤٢\u00a0'])
      expect((await client.get(`${courses}?search=${encodeURIComponent(typed)}`)).body.count).toBe(1);
  });

  it('make no second user of one address, and sign in with the pasted one', async () => {
    const email = `${randomUUID()}@example.com`;
    const body = {
      email,
      first_name: '\u200fNour',
      last_name: 'Hany',
      account_type: 'staff',
      password: 'a long password',
    };
    expect((await client.send('POST', '/users/', body)).body).toMatchObject({ first_name: 'Nour' });
    const twice = await client.send('POST', '/users/', { ...body, email: marked(email) });
    expect([twice.status, twice.body]).toMatchObject([400, { email: [expect.any(String)] }]);
    const login = { email: marked(email), password: body.password };
    expect((await server.clientWithToken(undefined).send('POST', '/auth/login/', login)).status).toBe(200);
  });
});
