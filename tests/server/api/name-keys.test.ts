import { beforeAll, describe, expect, it } from 'vitest';
import { family } from '#contract/families.ts';
import { searchAnswer } from '#contract/search.ts';
import { mergePath, undoMergePath } from '#contract/student-merges.ts';
import { withClient } from '#server/db/connections.ts';
import { computeStudentKeys } from '#server/db/student-keys.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { students } from './bodies.ts';
import type { ApiClient } from './test-server.ts';
import { withServer } from './with-server.ts';

const factory = branchFactory(117);
const server = withServer();
let client: ApiClient;
const none = { father_name: '', mother_name: '', phone: '', father_phone: '', mother_phone: '' };

beforeAll(async () => {
  client = await server.newClient();
});

const found = async (q: string) => {
  const { status, body } = await client.get(`/search/?q=${encodeURIComponent(q)}`);
  expect(status).toBe(200);
  return searchAnswer.parse(body).students.map(({ title }) => title);
};

describe('the keys of students', () => {
  const sharing = async (id: string) => {
    const { body } = await client.get(`/families/?student=${id}`);
    return family.parse(body).students.map(({ name }) => name);
  };

  it('follow each change, a merge and its undo, and are computed anew after a change of the rules or an older backup', async () => {
    const add = (given: object) => client.create(students, factory.student({ ...none, ...given }));
    const { id } = await add({ name: 'Zeinab Fathy', phone: '01198765432' });
    const other = await add({ name: 'هبة فتحي', father_phone: '+20 119 876 5432' });
    expect(await sharing(id)).toEqual(['Zeinab Fathy', 'هبة فتحي']);
    expect(await found('زينب')).toEqual(['Zeinab Fathy']);
    await client.send('PATCH', `${students}${id}/`, { name: 'Mariam Fathy', phone: '' });
    expect([await sharing(id), await found('زينب'), await found('مريم')]).toEqual([
      ['Mariam Fathy'],
      [],
      ['Mariam Fathy'],
    ]);
    await client.send('POST', mergePath(id), { other: other.id, take: ['name'] });
    expect([await found('مريم'), await found('Heba')]).toEqual([[], ['هبة فتحي']]);
    await client.send('POST', undoMergePath(id), { other: other.id });
    expect([await found('مريم'), await found('Heba')]).toEqual([['Mariam Fathy'], ['هبة فتحي']]);

    const versions = 'select id::text, version from student order by id';
    const before = await server.queryAsOwner(versions);
    // As before the searched text had the names of the parents.
    await server.queryAsOwner(`update student set name_keys = null, phone_keys = null, folded = folded_name`);
    expect(await found('مريم')).toEqual([]);
    expect(await withClient(server.settings, computeStudentKeys)).toBe(before.length);
    expect(await found('مريم')).toEqual(['Mariam Fathy']);
    expect(await server.queryAsOwner(versions)).toEqual(before);
  });
});

describe('a search', () => {
  it('finds a student whose name is in other letters after those in the same', async () => {
    const add = async (name: string) => client.create(students, factory.student({ ...none, name }));
    await add('منى عادل');
    await add('منال عادل');
    await add('Mona Samir');
    await add('محمد عبد الرحمن');
    await add('يوسف محمود');
    expect(await found('Mona')).toEqual(['Mona Samir', 'منى عادل']);
    expect(await found('منى')).toEqual(['منى عادل', 'Mona Samir']);
    for (const typed of ['Mohamed Abdelrahman', 'Muhammad Abd El-Rahman', 'Mohammed Abdul'])
      expect(await found(typed), typed).toEqual(['محمد عبد الرحمن']);
    expect(await found('Youssef')).toEqual(['يوسف محمود']);
    expect(await found('Yous')).toEqual(['يوسف محمود']);
    expect(await found('01012')).toEqual([]);
  });

  it('of a list finds the same students, their records, sums and files', async () => {
    client = await server.newClient();
    const [mona, karim] = [
      await client.create(students, factory.student({ ...none, name: 'منى عادل' })),
      await client.create(students, factory.student({ ...none, name: 'Karim Adel' })),
      await client.create(students, factory.student({ ...none, name: 'Mona Samir' })),
      await client.create(students, factory.student({ ...none, name: 'عبد الله' })),
    ];
    await client.create('/month/', { name: 'November' });
    const bus = (student: unknown, receipt_number: string) =>
      client.create('/bus/', {
        ...factory.enrolment('bus', String(student), { price: '100' }),
        paid_amount: '60',
        receipt_number,
      });
    await bus(mona.id, '700');
    await bus(karim.id, '701');
    const names = async (search: string) =>
      (await client.listAll(`${students}?search=${encodeURIComponent(search)}`))
        .map(({ name }) => name)
        .sort();
    expect(await names('mona')).toEqual(['Mona Samir', 'منى عادل']);
    expect(await names('منى')).toEqual(['Mona Samir', 'منى عادل']);
    expect(await names('abdallah')).toEqual(['عبد الله']);
    expect(await names('Abdal')).toEqual(['عبد الله']);
    const { body } = await client.get('/bus/?search=mona+adel&totals=true');
    expect(body).toMatchObject({
      count: 1,
      results: [{ receipt_number: '700' }],
      totals: { paid_amount: '60.00' },
    });
    expect((await client.get('/bus/?search=70')).body).toMatchObject({ count: 2 });
  });
});
