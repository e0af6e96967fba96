import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { resources } from '#contract/resources/registry.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { courses, installment, students } from './bodies.ts';
import { expectAnswer } from './expect-answer.ts';
import type { ApiClient } from './test-server.ts';
import { withServer } from './with-server.ts';

const page = z.object({
  count: z.number(),
  next: z.string().nullable(),
  previous: z.string().nullable(),
  results: z.array(z.looseObject({ id: z.string() })),
});

const server = withServer();
let client: ApiClient;
const factory = branchFactory(11);
const enrolled: string[] = [];

beforeAll(async () => {
  client = await server.newClient();
  await client.create('/month/', { name: 'March' });
  const student = await client.create(students, factory.student({ name: 'منى عادل', phone: '٠١٠٠٥٥٥' }));
  const other = await client.create(students, factory.student({ name: 'Omar Fouad' }));
  for (let made = 0; made < 47; made++) {
    const custom_date = factory.chance.happens(80)
      ? `2026-0${factory.chance.whole(1, 4)}-1${factory.chance.whole(0, 9)}`
      : null;
    const body = factory.enrolment('adult-course', made % 5 === 0 ? student.id : other.id, {
      custom_date,
      price: '1000',
      paid_amount: '10',
    });
    const { id } = await client.create(courses, body);
    enrolled.push(id);
    if (made % 4 === 0) await client.create(courses, installment(id, '5', { custom_date }));
  }
});

async function pagesOf(path: string) {
  const rows: string[] = [];
  const answers: z.output<typeof page>[] = [];
  let next: string | null = `/api${path}`;
  while (next !== null) {
    const answer: z.output<typeof page> = page.parse((await client.get(next.slice('/api'.length))).body);
    answers.push(answer);
    rows.push(...answer.results.map((row) => row.id));
    next = answer.next;
  }
  return { rows, answers };
}

describe('paging', () => {
  it.each([
    '',
    '?is_installment=true',
    '?is_installment=false',
    '?created_after=2026-02-01&created_before=2026-03-31',
    '?owing=true',
    '?search=fou&owing=true',
    '?ordering=receipt_number',
    '?ordering=-student',
    '?ordering=-created_at',
  ])('the pages of %s together contain the whole list, in order and without gaps', async (query) => {
    const { rows, answers } = await pagesOf(`${courses}${query}`);
    const all = (await client.listAll(`${courses}${query}`)).map((row) => row.id);
    expect(rows).toEqual(all);
    expect(all.length).toBeGreaterThan(10);
    for (const answer of answers) expect(answer.count).toBe(all.length);
    expect(answers.slice(0, -1).every(({ results }) => results.length === 10)).toBe(true);
  });

  it('orders by effective date, then by id, newest first', async () => {
    const rows = await client.listAll(courses);
    const keys = rows.map((row) => {
      const day = String(row.day);
      return `${day} ${row.id.padStart(9, '0')}`;
    });
    expect(keys).toEqual([...keys].sort().reverse());
  });

  it('pages of the older half of a long list have the same order', async () => {
    const other = await server.newClient();
    await server.queryAsOwner(
      `insert into expense (branch_id, title, amount, created_by_name, folded, created_at, created_by, effective_date)
        select $1, 'Chalk', 0, '', 'chalk', now() - n % 40 * interval '1 hour', $2, date '2026-03-31' - n % 30
        from generate_series(1, 1205) n`,
      [other.branchId, other.userId],
    );
    const path = resources.expense.path;
    const ids = (await other.listAll(path)).map(({ id }) => id);
    for (const number of [101, 120, 121]) {
      const { count, results } = page.parse((await other.get(`${path}?page=${number}`)).body);
      expect(count).toBe(1205);
      expect(results.map(({ id }) => id)).toEqual(ids.slice((number - 1) * 10, number * 10));
    }
    expect((await other.get(`${path}?page=122`)).status).toBe(404);
  });

  it('returns all records for page=0 and no_pagination', async () => {
    for (const query of ['?page=0', '?no_pagination=true', '?no_pagination=true&page=3']) {
      const { count, next, previous, results } = page.parse((await client.get(`${courses}${query}`)).body);
      expect({ count, next, previous }).toEqual({ count: 59, next: null, previous: null });
      expect(results).toHaveLength(59);
    }
  });

  it.each(['abc', '7', '-1', '1.5', '99999999999', '1e1', ' '])('answers page=%s with 404', async (asked) => {
    await expectAnswer(client.get(`${courses}?page=${encodeURIComponent(asked)}`), 404, {
      detail: 'Invalid page.',
    });
  });

  it('returns a first page for an empty list', async () => {
    const stranger = await server.newClient();
    const answer = await stranger.get(`${courses}?page=1`);
    expect(answer.body).toEqual({ count: 0, next: null, previous: null, results: [] });
  });
});

describe('filters', () => {
  it('by ids: only these records, those of other branches left out', async () => {
    const [first = '', second = ''] = enrolled;
    const stranger = await server.newClient();
    const list = `${courses}?ids=${first},${second},none,99999999`;
    expect((await client.listAll(list)).map((row) => row.id).sort()).toEqual([first, second].sort());
    expect(await stranger.listAll(list)).toEqual([]);
    expect(await client.listAll(`${courses}?ids=`)).toHaveLength(59);
    await expectAnswer(client.get(`${courses}?ids=${'1,'.repeat(200)}1`), 400, {
      ids: ['Choose at most 200 records.'],
    });
  });

  it('records are found by their student and their receipt together, each once', async () => {
    const [first] = await client.listAll(`${courses}?is_installment=false`);
    const receipt = String(first?.receipt_number);
    const name = JSON.stringify(first?.student_data).includes('منى') ? 'منى' : 'omar';
    for (const words of [`${name} ${receipt}`, `${receipt} ${name.slice(0, 2)}`]) {
      const found = await client.listAll(`${courses}?search=${encodeURIComponent(words)}`);
      expect(found.map((row) => row.id)).toEqual([first?.id]);
    }
  });

  it.each([
    'ordering=secret',
    'is_installment=perhaps',
    'created_after=yesterday',
    'search=%00',
    'no_pagination=perhaps',
  ])('%s is rejected at its parameter', async (query) => {
    const answer = await client.get(`${courses}?${query}`);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body)).toEqual([query.split('=')[0]]);
  });
});
