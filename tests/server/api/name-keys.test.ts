import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { nameKeys } from '#contract/name-keys.ts';
import { foldForSearch } from '#contract/paging.ts';
import { searchAnswer } from '#contract/search.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { students } from './bodies.ts';
import type { ApiClient } from './test-server.ts';
import { withServer } from './with-server.ts';

const factory = branchFactory(117);
const server = withServer();
let client: ApiClient;
const none = { phone: '', father_phone: '', mother_phone: '' };

const common = readFileSync(path.join(import.meta.dirname, '../../contract/egyptian-names.txt'), 'utf8')
  .split('\n')
  .filter((line) => line.includes('='))
  .map((line) => {
    const [arabic = '', latin = ''] = line.split('=');
    return { arabic, latin: latin.split(',') };
  });
const unusual = [
  '',
  'Ⅷ  ﷲ عبد  الله',
  "Abd El-Ra'uf al-Din O’Neil",
  'Chérifa Michèle Christine Charbel Cecilia',
  'Djamel Philippe Xavier Quentin',
  '3ali 7assan 5aled 2amal',
  'محمد\tعلي\nحسن',
  'ش ث ذ ظ ض خ غ ء ؤ ئ',
  'Иван 张伟',
  'allallah hallah Hebat Allah عطا الله هبة الله فتح الله',
  'aaa eee hhh ss s',
];

beforeAll(async () => {
  client = await server.newClient();
});

const found = async (q: string) => {
  const { status, body } = await client.get(`/search/?q=${encodeURIComponent(q)}`);
  expect(status).toBe(200);
  return searchAnswer.parse(body).students.map(({ title }) => title);
};

/** Does the same for each common name, twenty at a time. */
async function inBatches<T>(work: (name: (typeof common)[number]) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  for (let at = 0; at < common.length; at += 20)
    done.push(...(await Promise.all(common.slice(at, at + 20).map(work))));
  return done;
}

describe('the keys of names', () => {
  it('are the same in the database and in the contract', async () => {
    const names = [...common.flatMap(({ arabic, latin }) => [arabic, ...latin]), ...unusual];
    const folded = names
      .flatMap((name, at) => [name, `${name} ${names[(at * 7) % names.length]}`])
      .map(foldForSearch);
    const rows = (await server.queryAsOwner(
      `select array(select key from unnest(name_keys(7, name)) as it(key) order by key collate "C") as keys
       from json_array_elements_text('${JSON.stringify(folded).replaceAll("'", "''")}') with ordinality as of(name, at) order by at`,
    )) as { keys: string[] }[];
    expect(rows).toHaveLength(folded.length);
    for (const [at, { keys }] of rows.entries())
      expect(keys, folded[at]).toEqual(
        nameKeys(folded[at] ?? '')
          .map((key) => `7/${key}`)
          .sort(),
      );
  });
});

describe('a search', () => {
  it('finds a student whose name is in other letters after those in the same', async () => {
    const add = async (name: string) => client.create(students, factory.student({ ...none, name }));
    await add('منى عادل');
    await add('منال عادل');
    const id = (await add('Mona Samir')).id;
    await add('محمد عبد الرحمن');
    await add('يوسف محمود');
    expect(await found('Mona')).toEqual(['Mona Samir', 'منى عادل']);
    expect(await found('منى')).toEqual(['منى عادل', 'Mona Samir']);
    for (const typed of ['Mohamed Abdelrahman', 'Muhammad Abd El-Rahman', 'Mohammed Abdul'])
      expect(await found(typed), typed).toEqual(['محمد عبد الرحمن']);
    expect(await found('Youssef')).toEqual(['يوسف محمود']);
    expect(await found('Yous')).toEqual(['يوسف محمود']);
    expect(await found('01012')).toEqual([]);
    // A search of a list keeps its meaning: the letters that are stored.
    expect(await client.listAll(`${students}?search=Mona`)).toMatchObject([{ id }]);
  });

  it('finds the twin of nearly each of 500 common names', async () => {
    client = await server.newClient();
    await inBatches(({ arabic }) => client.create(students, factory.student({ ...none, name: arabic })));
    // As autovacuum does: without it PostgreSQL takes the table for empty, and reads all names instead of their index.
    await server.queryAsOwner('analyze student');
    const answers = await inBatches(async ({ arabic, latin }) => {
      const titles = await found(latin[0] ?? '');
      const isRight = (title: string) =>
        common.some((one) => one.arabic === title && one.latin.includes(latin[0] ?? ''));
      return { isFound: titles.includes(arabic), first: titles.slice(0, 3).map(isRight) };
    });
    const first = answers.flatMap((answer) => answer.first);
    const [hits, wrong] = [
      answers.filter(({ isFound }) => isFound).length,
      first.filter((right) => !right).length,
    ];
    expect(hits / common.length).toBeGreaterThanOrEqual(0.95);
    expect(wrong / first.length).toBeLessThanOrEqual(0.1);
  });
});
