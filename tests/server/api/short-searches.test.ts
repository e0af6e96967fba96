import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { resources } from '#contract/resources/registry.ts';
import { mergePath, undoMergePath } from '#contract/student-merges.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { parseListQuery } from '#server/store/lists/list-query.ts';
import { rememberedSearch } from '#server/store/lists/remembered-search.ts';
import { changeOfMatches } from '#server/store/lists/search-changes.ts';
import { type TableMapping, tableOf } from '#server/store/tables.ts';
import { courses, installment, payouts, stock, students } from './bodies.ts';
import type { ApiClient } from './test-server.ts';
import { withServer } from './with-server.ts';

const factory = branchFactory(16);
let client: ApiClient;
const server = withServer(async (fresh) => {
  client = fresh;
  await client.create('/month/', { name: 'March' });
});

/** Students of a common first name: enough for its search to be remembered. */
const COMMON = 250;

const none = { phone: '', father_phone: '', mother_phone: '' };
const add = async (name: string) => (await client.create(students, factory.student({ ...none, name }))).id;
const enrol = async (student: string, receipt_number: string) =>
  (
    await client.create(
      courses,
      factory.enrolment('adult-course', student, { receipt_number, price: '500', paid_amount: '100' }),
    )
  ).id;

const page = z.object({ results: z.array(z.object({ id: z.string() })) });
const SEARCHES = ['z', 'q', 'z q', '7', 'zor', 'zor 7'];
const LISTS = [students, courses, `${courses}?is_installment=true`, payouts];

/** Requires that what is remembered of short searches comes to what is counted anew: a list in another order counts all matches. */
async function requireCounts(after: string) {
  for (const list of LISTS) {
    for (const search of SEARCHES) {
      const path = `${list}${list.includes('?') ? '&' : '?'}search=${search}`;
      const [remembered, counted] = [
        await client.get(path),
        await client.get(`${path}&ordering=-created_at`),
      ];
      expect([after, path, remembered.body.count]).toEqual([after, path, counted.body.count]);
      const ids = (body: unknown) =>
        page
          .parse(body)
          .results.map(({ id }) => id)
          .sort();
      expect([after, path, ids(remembered.body)]).toEqual([after, path, ids(counted.body)]);
    }
  }
}

it('a short search counts what was written since it was asked before: records, names of others, merges, what is gone', async () => {
  await server.queryAsOwner(
    `insert into student (branch_id, code_number, code, name, folded, folded_name, created_at)
     select 1, 100 + n, 'S-' || 100 + n, 'Zorro ' || n, 'zorro ' || n || chr(10) || 's-' || 100 + n, 'zorro ' || n, now() - interval '1 day' + n * interval '1 second'
     from generate_series(1, ${COMMON}) n; analyze student`,
  );
  const [zora, quinn, amr] = [await add('Zora'), await add('Quinn'), await add('Amr')];
  const course = await enrol(zora, '17');
  await enrol(amr, 'Z1');
  await requireCounts('asked first');
  await requireCounts('asked again');
  const writes: Readonly<Record<string, () => Promise<unknown>>> = {
    'a student': () => add('Ziad Q'),
    'an enrolment by name': () => enrol(quinn, '2'),
    'an enrolment by number': () => enrol(amr, '77'),
    'an installment': () => client.create(courses, installment(course, '50')),
    'two writes': async () => {
      await add('Zain');
      await enrol(amr, 'q9');
    },
    'a changed number': () => client.send('PATCH', `${courses}${course}/`, { receipt_number: '5z' }),
    'a phone number': () => client.send('PATCH', `${students}${amr}/`, { phone: '0107' }),
    'another name': () => client.send('PATCH', `${students}${amr}/`, { name: 'Qamar' }),
    'a book': async () =>
      client.create(payouts, factory.bookPayout(await stock(client, 5), zora, { paid_amount: '0' })),
    'a merge': () => client.send('POST', mergePath(quinn), { other: zora }),
    'its undo': () => client.send('POST', undoMergePath(quinn), { other: zora }),
    'a write that is refused': () => client.send('POST', students, { name: '' }),
  };
  for (const [what, write] of Object.entries(writes)) {
    await write();
    await requireCounts(what);
  }
  const gone = await add('Zed');
  await requireCounts('one more');
  await client.send('DELETE', `${students}${gone}/`);
  await requireCounts('one less');
});

const from = { generation: 'a', count: 5, newest: '9' };
const created = (resource: string, after: object, more: object = {}) => ({
  resource,
  action: 'created',
  before: null,
  after,
  note: null,
  ...more,
});
const query = (mapping: TableMapping, search: string) => parseListQuery(mapping.resource, { search });

it.each([
  ['nothing', 'student', [], 5, 0],
  ['a student who is found', 'student', [created('student', { name: 'Zora' })], 6, 1],
  ['a student who is not', 'student', [created('student', { name: 'Mona' })], 6, 0],
  [
    'another name',
    'student',
    [created('student', { name: 'Mona' }, { action: 'changed', before: { name: 'Zora' } })],
    6,
    -1,
  ],
  ['an entry that came late, with an id from before', 'student', [], 6, undefined],
  ['more than is read', 'student', Array(101).fill(created('student', { name: 'Zora' })), 106, undefined],
  ['an import', 'student', [created('import', {})], 6, undefined],
  [
    'an enrolment by the name of its student',
    'bus',
    [created('bus', { student_data: { name: 'Zora' } })],
    6,
    1,
  ],
  ['a student without enrolments', 'bus', [created('student', { name: 'Zora' })], 6, 0],
  [
    'another name of a student',
    'bus',
    [created('student', { name: 'Mona' }, { action: 'changed', before: { name: 'Zora' } })],
    6,
    undefined,
  ],
  [
    'another phone number of a student',
    'bus',
    [created('student', { name: 'Zora', phone: '1' }, { action: 'changed', before: { name: 'Zora' } })],
    6,
    0,
  ],
  [
    'a merged student',
    'bus',
    [created('student', {}, { action: 'deleted', before: { name: 'Zora' }, note: 'merged' })],
    6,
    undefined,
  ],
] as const)('after %s the matches of a list of %s change by what is known of it', (_what, resource, since, count, change) => {
  const mapping = tableOf(resources[resource].name);
  const to = { ...from, count, newest: '10', since };
  expect(changeOfMatches(mapping, query(mapping, 'z'), from, to)).toBe(change);
  expect(changeOfMatches(mapping, query(mapping, 'z'), from, { ...to, generation: 'b' })).toBe(undefined);
});

it('a search for a common name reads all matches twice, then only its page; one for a rare name reads its few', async () => {
  const mapping = tableOf('student');
  const asked = { page: 0, changes: 0 };
  const moment = { generation: 'a', count: 5, newest: '9', since: [] };
  const scope = {
    branchId: 1n,
    sees: () => true,
    rows: () => sql.table('student'),
    prepared: async () => {
      asked.changes++;
      return [moment];
    },
    first: async () => ({ all: 40_000 }),
    texts: async () => {
      asked.page++;
      return [];
    },
  } as unknown as BranchScope;
  const reader = rememberedSearch(mapping);
  const readsOf = async (search: string, count: number) => {
    const read = vi.fn(async () => ({ count, results: ['{}'] }));
    const found = [];
    for (let time = 1; time <= 4; time++) found.push(await reader(scope, query(mapping, search), 0, read));
    return { reads: read.mock.calls.length, counts: found.map((one) => one.count) };
  };
  expect(await readsOf('mohamed', 2_799)).toEqual({ reads: 2, counts: Array(4).fill(2_799) });
  expect(asked).toEqual({ page: 2, changes: 4 });
  expect(await readsOf('mohamed ziad', 3)).toEqual({ reads: 4, counts: Array(4).fill(3) });
  expect(asked).toEqual({ page: 2, changes: 4 });
});
