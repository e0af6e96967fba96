import type pg from 'pg';
import type { Draft } from '#contract/define-resource.ts';
import { parsePiastres } from '#contract/money.ts';
import { resources } from '#contract/resources/registry.ts';
import { branchFactory, deductionReasons, expenseTitles } from '#server/demo/branch-factory.ts';
import { nameColumns, searchColumns } from '#server/records/list-search.ts';
import { type BranchSize, sharesOf } from './branch-size.ts';

const BATCH = 5_000;
const MIN_ROWS = 20;
const MAX_BOOKS = 200;

/** Inserts students, employees and books from the factory of the demo and the tests. */
export async function insertPeople(client: pg.Client, size: BranchSize): Promise<void> {
  const factory = branchFactory(11);
  const { salaries, payouts } = sharesOf(size);
  const many = <T>(count: number, make: (index: number) => T) =>
    Array.from({ length: count }, (_, n) => make(n));

  const students = many(size.students, (n) => {
    const draft: Draft = { ...factory.student(), code: `S-${String(n + 1).padStart(4, '0')}` };
    return {
      ...draft,
      code_number: n + 1,
      ...searchColumns(resources.student, draft),
      ...nameColumns(draft),
    };
  });
  const employees = many(Math.max(MIN_ROWS, Math.ceil(salaries / size.months)), () => {
    const draft: Draft = factory.employee();
    const found = { ...searchColumns(resources.employee, draft), ...nameColumns(draft) };
    return { ...draft, salary: String(parsePiastres(String(draft.salary))), ...found };
  });
  const books = many(Math.min(MAX_BOOKS, Math.max(MIN_ROWS, payouts / 50)), () => {
    const draft: Draft = factory.book();
    const found = { ...searchColumns(resources.book, draft), ...nameColumns(draft) };
    return { ...draft, sell_price: String(parsePiastres(String(draft.sell_price))), ...found };
  });
  await insertRows(client, 'student', students);
  await insertRows(client, 'employee', employees);
  await insertRows(client, 'book', books);

  await client.query('create temp table word (n bigint, reason json, title json) on commit drop');
  for (const [n, title] of expenseTitles.entries()) {
    const reason = deductionReasons[n % deductionReasons.length] ?? title;
    const texts = [
      { reason, ...searchColumns(resources.deduction, { reason }) },
      { title, ...searchColumns(resources.expense, { title }) },
    ];
    await client.query('insert into word values ($1, $2, $3)', [
      n,
      ...texts.map((one) => JSON.stringify(one)),
    ]);
  }
}

/** Inserts rows of the first branch, with creation times spread over its existence. */
async function insertRows(client: pg.Client, table: string, rows: readonly Draft[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const named = columns.map((name) => `(it).${name}`).join();
  for (let start = 0; start < rows.length; start += BATCH) {
    await client.query(
      `insert into ${table} (branch_id, id, created_at, effective_date, ${columns.join()})
       select 1, pg_temp.id($2::bigint + n), pg_temp.at(($2::bigint + n)::float8 / $3), pg_temp.at(($2::bigint + n)::float8 / $3)::date, ${named}
       from (select row_number() over () as n, it from json_populate_recordset(null::${table}, $1) it) as rows`,
      [JSON.stringify(rows.slice(start, start + BATCH)), start, rows.length],
    );
  }
}
