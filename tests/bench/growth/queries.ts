import pg from 'pg';
import { CLOSES_PATH } from '#contract/closes.ts';
import { DEBTS_PATH } from '#contract/debts.ts';
import { paths } from '#contract/http.ts';
import { PAGE_SIZE } from '#contract/paging.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf, resources } from '#contract/resources/registry.ts';
import { SEARCH_PATH } from '#contract/search.ts';
import { tables } from '#server/db/tables.ts';
import type { BranchUnderBench } from './branch-under-bench.ts';

/** Describes a query with a path that may depend on the branch's data. */
export interface BenchQuery {
  readonly what: string;
  readonly path: string;
}

/** Holds the ids and names that the queries of one branch use. */
interface Known {
  readonly counts: Readonly<Record<string, number>>;
  readonly rareName: string;
  readonly firstName: string;
  readonly student: string;
  readonly month: string;
  readonly phone: string;
  readonly receipt: string;
}

/** Reads what the queries of a branch are about. */
async function know({ owner }: BranchUnderBench): Promise<Known> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    const { rows } = await client.query<Known>(`
      with middle as materialized (
        select kind, student_id, related_id, receipt_number from enrolment where branch_id = 1
        order by created_at, id offset (select count(*) / 2 from enrolment where branch_id = 1) limit 1000)
      select
        (select json_object_agg(name, rows) from (
          select kind as name, count(*) as rows from enrolment where branch_id = 1 group by 1
          ${tables
            .filter(({ kind }) => kind === undefined)
            .map(
              ({ resource, table }) =>
                `union all select '${resource.name}', count(*) from ${table} where branch_id = 1`,
            )
            .join(' ')}) as counted) as counts,
        (select name from student where branch_id = 1 group by name order by count(*), min(created_at) desc limit 1) as "rareName",
        (select split_part(name, ' ', 1) from student where branch_id = 1 and name < 'ا' group by 1 order by count(*) desc, 1 limit 1) as "firstName",
        (select student_id::text from middle where kind = 'adult-course' limit 1) as student,
        (select max(id)::text from month where branch_id = 1) as month,
        (select phone from student where branch_id = 1 and phone is not null order by id desc limit 1) as phone,
        (select receipt_number from middle where related_id is not null limit 1) as receipt`);
    const [known] = rows;
    if (!known) throw new Error('Nothing is known of the branch.');
    return known;
  } finally {
    await client.end();
  }
}

/** The newest payment's day, and the days a month and a year before. */
export async function lastDaysOf({ owner }: BranchUnderBench) {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    const { rows } = await client.query<Record<'from' | 'until' | 'yearAgo', string>>(`
      select (max(effective_date) - 29)::text as "from", max(effective_date)::text as until,
        (max(effective_date) - 364)::text as "yearAgo" from enrolment where branch_id = 1`);
    const [days] = rows;
    if (!days) throw new Error('The branch has no payments.');
    return days;
  } finally {
    await client.end();
  }
}

/** Returns all queries in the order of the printed table. */
export async function benchQueries(branch: BranchUnderBench): Promise<BenchQuery[]> {
  const { counts, rareName, firstName, student, month, phone, receipt } = await know(branch);
  const [students, courses] = [resources.student.path, resources['adult-course'].path];
  const page = (path: string, number: number) => `${path}?page=${number}`;
  const first = firstName.toLowerCase();
  return [
    { what: 'dashboard', path: paths.dashboard },
    { what: 'closes, first page', path: page(CLOSES_PATH, 1) },
    { what: 'branch details', path: paths.branch },
    { what: 'months, first page', path: page(paths.months, 1) },
    { what: 'months, last page', path: page(paths.months, branch.size.months / PAGE_SIZE) },
    ...resourceNames.flatMap((name) => {
      const { path } = resourceOf(name);
      const pages = Math.ceil((counts[name] ?? 0) / PAGE_SIZE);
      return [
        { what: `${name}, first page`, path: page(path, 1) },
        { what: `${name}, middle page`, path: page(path, Math.floor(pages / 2) + 1) },
        { what: `${name}, last page`, path: page(path, pages) },
      ];
    }),
    ...[students, courses].flatMap((path) => {
      const of = path === students ? 'students' : 'adult-course';
      const search = (words: string) => `${path}?search=${encodeURIComponent(words)}`;
      return [
        { what: `${of}, search a full name`, path: search(rareName) },
        { what: `${of}, search a common first name`, path: search(first) },
      ];
    }),
    ...Object.entries({
      'a full name': rareName,
      'a common first name': firstName,
      'two letters': firstName.slice(0, 2),
      'a phone number': phone,
      'a receipt': receipt,
      'nothing that exists': 'zzz yyy',
      'a name in other letters': 'Mona Mohamed',
    }).map(([what, typed]) => ({
      what: `search of the branch, ${what}`,
      path: `${SEARCH_PATH}?q=${encodeURIComponent(typed)}`,
    })),
    { what: 'adult-course, search a receipt', path: `${courses}?search=1207` },
    { what: 'candidates, first page', path: `${courses}?is_installment=false&page=1` },
    {
      what: 'candidates, search a full name',
      path: `${courses}?is_installment=false&search=${encodeURIComponent(rareName)}`,
    },
    {
      what: 'candidates, search a common first name',
      path: `${courses}?is_installment=false&search=${first}`,
    },
    { what: 'adult-course, owing', path: `${courses}?owing=true` },
    { what: 'book-payout, owing', path: `${resources['book-payout'].path}?owing=true` },
    { what: 'debts, first page', path: DEBTS_PATH },
    { what: 'debts of a kind, by age', path: `${DEBTS_PATH}?kind=bus&ordering=-age` },
    { what: 'adult-course, what it comes to', path: `${courses}?totals=true` },
    {
      what: 'adult-course of the month, totals',
      path: `${courses}?month=${month}&totals=true`,
    },
    {
      what: 'adult-course of a student, totals',
      path: `${courses}?student=${student}&totals=true`,
    },
    { what: 'adult-course of a student', path: `${courses}?student=${student}` },
    {
      what: 'book-payout of a student',
      path: `${resources['book-payout'].path}?student=${student}`,
    },
    { what: 'adult-course of the month', path: `${courses}?month=${month}` },
    {
      what: 'adult-course of an ended month',
      path: `${courses}?month=${Number(month) / 2}`,
    },
    { what: 'expense of the month', path: `${resources.expense.path}?month=${month}` },
    { what: 'adult-course, oldest first', path: `${courses}?ordering=created_at` },
  ];
}
