import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Resource } from '#contract/define-resource.ts';
import { foldForSearch, PAGE_SIZE } from '#contract/paging.ts';
import { resources } from '#contract/resources/registry.ts';
import { containsWord, ownSearchedText, ownSearchFields, wordsOfSearch } from '#contract/search-text.ts';
import { mergePath, undoMergePath } from '#contract/student-merges.ts';
import { courses, installment, payouts, stock, students } from './bodies.ts';
import { withBranch } from './with-server.ts';

const { server, client, factory } = withBranch(async () => {
  await client.create('/month/', { name: 'March' });
});

/** Students of a common first name, on many pages. */
const COMMON = 250;

const none = { father_name: '', mother_name: '', phone: '', father_phone: '', mother_phone: '' };
const add = async (name: string) => (await client.create(students, factory.student({ ...none, name }))).id;
const enrol = async (student: string, receipt_number: string) =>
  (
    await client.create(
      courses,
      factory.enrolment('adult-course', student, { receipt_number, price: '500', paid_amount: '100' }),
    )
  ).id;

const SEARCHES = ['z', 'q', 'z q', '7', 'zor', 'zor 7'];
const LISTS = [
  { resource: resources.student, query: '' },
  { resource: resources['adult-course'], query: '' },
  { resource: resources['adult-course'], query: '&is_installment=true' },
  { resource: resources['book-payout'], query: '' },
  { resource: resources.reminder, query: '' },
];

/** Tells by the rules of the contract whether a search finds a record. */
function isFound(resource: Resource, search: string, record: Readonly<Record<string, unknown>>): boolean {
  const named = z.object({ name: z.string() });
  const names = resource.search
    .filter((path) => path.endsWith('_data.name'))
    .map((path) => foldForSearch(named.parse(record[path.slice(0, -'.name'.length)]).name));
  const texts = [
    ...(ownSearchFields(resource.search).length > 0 ? [ownSearchedText(resource, record)] : []),
    ...names,
  ];
  return wordsOfSearch(resource, search).every((word) => texts.some((text) => containsWord(text, word)));
}

const page = z.object({ count: z.number(), results: z.array(z.object({ id: z.string() })) });

/** Requires that each search counts the records that it finds by the rules of the contract, and shows the newest of them. */
async function requireMatches(after: string) {
  for (const { resource, query } of LISTS) {
    const all = await client.listAll(`${resource.path}?page=1${query}`);
    for (const search of SEARCHES) {
      const found = all.filter((record) => isFound(resource, search, record)).map(({ id }) => id);
      const path = `${resource.path}?search=${encodeURIComponent(search)}${query}`;
      const { count, results } = page.parse((await client.get(path)).body);
      expect([after, path, count]).toEqual([after, path, found.length]);
      expect([after, path, results.map(({ id }) => id)]).toEqual([after, path, found.slice(0, PAGE_SIZE)]);
    }
  }
}

it('a short search finds what was written: records, names of others, merges, what is gone', async () => {
  await server.queryAsOwner(
    `insert into student (branch_id, code_number, code, name, folded, folded_name, created_at, effective_date)
     select ${client.branchId}, 100 + n, 'S-' || 100 + n, 'Zorro ' || n, 'zorro ' || n || chr(10) || 's-' || 100 + n, 'zorro ' || n, now() - interval '1 day' + n * interval '1 second', current_date
     from generate_series(1, ${COMMON}) n; analyze student`,
  );
  const [zora, quinn, amr] = [await add('Zora'), await add('Quinn'), await add('Amr')];
  const course = await enrol(zora, '17');
  await enrol(amr, 'Z1');
  await requireMatches('the first records');
  await add('Ziad Q');
  await enrol(quinn, '2');
  await enrol(amr, '77');
  await client.create(courses, installment(course, '50'));
  await client.send('PATCH', `${courses}${course}/`, { receipt_number: '5z' });
  await client.send('PATCH', `${students}${amr}/`, { name: 'Qamar', phone: '0107' });
  await client.create(resources.reminder.path, factory.reminder(zora));
  await client.create(payouts, factory.bookPayout(await stock(client, 5), zora, { paid_amount: '0' }));
  await client.send('DELETE', `${students}${await add('Zed')}/`);
  await requireMatches('writes of each kind');
  await client.send('POST', mergePath(quinn), { other: zora });
  await requireMatches('a merge');
  await client.send('POST', undoMergePath(quinn), { other: zora });
  await requireMatches('its undo');
});
