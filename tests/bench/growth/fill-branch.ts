import pg from 'pg';
import { periods, transportations } from '#contract/choices.ts';
import type { Draft } from '#contract/define-resource.ts';
import { parsePiastres } from '#contract/money.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import { resources } from '#contract/resources/registry.ts';
import { advanceSequences, type StoredTable, storedTables } from '#server/backups/backup-tables.ts';
import { withoutConstraints } from '#server/backups/restore-backup.ts';
import { BranchScope } from '#server/db/branch-scope.ts';
import { connect } from '#server/db/connect.ts';
import { computeStudentKeys } from '#server/db/student-keys.ts';
import {
  branchFactory,
  deductionReasons,
  expenseTitles,
  remarks,
  stages,
} from '#server/demo/branch-factory.ts';
import { cashOf, readSums } from '#server/months/figures.ts';
import { nameColumns, searchColumns } from '#server/records/list-search.ts';
import { type BranchSize, sharesOf } from './branch-size.ts';

/** Gives the frequency of each kind, as in the demo. */
const KINDS: readonly ResourceName[] = [
  'adult-course',
  'adult-course',
  'adult-course',
  'kids-course',
  'kids-course',
  'summer-course',
  'home-schooling',
  'nursery',
  'bus',
];

const texts = (list: readonly string[]) =>
  `array[${list.map((one) => `'${one.replaceAll("'", "''")}'`).join()}]`;
const picked = (list: readonly string[], number: string) =>
  `(${texts(list)})[1 + (${number}) % ${list.length}]`;
const values = (choices: readonly { readonly value: string }[]) => choices.map(({ value }) => value);

/** Ids of records by their number, and of a share of all records the instant and the month in a growing branch. */
function clockOf({ months }: BranchSize): string[] {
  const first = `date_trunc('month', now()) - interval '${months - 1} months'`;
  return [
    // Ids that grow, as those of version 7 do.
    `create function pg_temp.id(n bigint) returns uuid language sql immutable as
       'select (lpad(to_hex(n), 12, ''0'') || ''70008000000000000000'')::uuid'`,
    `create function pg_temp.at(share float8) returns timestamptz language sql stable as
       'select ${first.replaceAll("'", "''")} + (now() - (${first.replaceAll("'", "''")})) * sqrt(share)'`,
    `create function pg_temp.month_of(it timestamptz) returns bigint language sql stable as
       'select (1 + (extract(year from it) - extract(year from start)) * 12
          + extract(month from it) - extract(month from start))::bigint
        from (select ${first.replaceAll("'", "''")} as start) as begun'`,
    `insert into month (branch_id, id, name, status, start_date, end_date, figures) overriding system value
     select 1, n, to_char(start, 'FMMonth YYYY'), case when n = ${months} then 'running' else 'ended' end, start::date,
       case when n < ${months} then (start + interval '1 month - 1 day')::date end, case when n < ${months} then '{}'::jsonb end
     from (select n, ${first} + (n - 1) * interval '1 month' as start from generate_series(1, ${months}) n) as made`,
  ];
}

/** Inserts enrolments with two installments each; one in five has a debt. */
function receiptsOf(size: BranchSize): string[] {
  const { enrolments } = sharesOf(size);
  const isKind = (...kinds: readonly ResourceName[]) =>
    `kind in (${kinds.map((kind) => `'${kind}'`).join()})`;
  return [
    `create temp table receipt on commit drop as
     with seat as (
       select k, pg_temp.at(k / ${enrolments}.0) as at, ${picked(KINDS, 'k')} as kind,
         greatest(1, ceil(k::float8 * ${size.students} / ${enrolments})
           - floor(random() * random() * ${size.students / 10}))::bigint as student,
         (array[120000, 150000, 180000, 240000, 300000, 360000])[1 + k / 9 % 6]::bigint as price,
         (array[0, 25, 50, 50, 25])[1 + k / 54 % 5] as share
       from generate_series(1, ${enrolments}) k),
     bought as (select *, price * share / 100 as paid, price - price * share / 100 as rest from seat),
     payments as (
       select k, 0 as part, at, kind, student, price, paid from bought
       union all
       select k, part, at + least(part * interval '30 days', (now() - at) * part / 3), kind, student, null,
         case when part = 1 then rest / 2 when k % 5 = 0 then rest / 4 else rest - rest / 2 end
       from bought, generate_series(1, 2) part)
     select *, row_number() over (order by at, k, part) as id from payments`,
    `insert into enrolment (branch_id, id, kind, related_id, student_id, level, stage, period, transportation_type, price,
       paid_amount, installments_paid, receipt_number, custom_date, effective_date, notes, month_id, created_at, created_by, folded)
     select 1, pg_temp.id(id), kind, case when part > 0 then pg_temp.id(own) end, pg_temp.id(student),
       case when part = 0 and ${isKind('adult-course', 'kids-course', 'summer-course')} then (1 + k % 18)::text end,
       case when part = 0 and ${isKind('home-schooling')} then ${picked(stages, 'k')} end,
       case when part = 0 and not ${isKind('nursery', 'bus')} then ${picked(values(periods), 'k')} end,
       case when part = 0 and not ${isKind('bus')} then ${picked(values(transportations), 'k')} end,
       price, paid, case when part = 0 then total - paid else 0 end, (1000 + id)::text,
       case when id % 10 = 0 then (at - interval '3 days')::date end,
       (at - case when id % 10 = 0 then interval '3 days' else interval '0' end)::date,
       case when id % 7 = 0 then ${picked(remarks, 'id')} end,
       pg_temp.month_of(at), at, 1, (1000 + id)::text
     from (select *, first_value(id) over (partition by k order by part) as own,
             sum(paid) over (partition by k) as total from receipt) as one
     order by one.id`,
  ];
}

function otherPaymentsOf(size: BranchSize): string[] {
  const { payouts, orders, salaries, deductions, expenses } = sharesOf(size);
  return [
    `create temp table counted on commit drop as
     select (select count(*) from book) as books, (select count(*) from employee) as staff`,
    `insert into book_order (branch_id, id, book_id, quantity, price, paid_amount, month_id, created_at, effective_date, created_by)
     select 1, pg_temp.id(k), pg_temp.id(1 + k % books), 15 + k % 20, (15 + k % 20) * 7000, (15 + k % 20) * case when k % 4 = 0 then 3500 else 7000 end,
       pg_temp.month_of(at), at, at::date, 1
     from (select k, pg_temp.at(k / ${orders}.0) as at from generate_series(1, ${orders}) k) as one, counted`,
    `insert into book_payout (branch_id, id, book_id, student_id, quantity, unit_price, paid_amount, month_id, created_at, effective_date, created_by)
     select 1, pg_temp.id(k), book.id, pg_temp.id(greatest(1, ceil(k::float8 * ${size.students} / ${payouts}))::bigint), 1, book.sell_price,
       case when k % 10 < 7 then book.sell_price else book.sell_price / 2 end, pg_temp.month_of(at), at, at::date, 1
     from (select k, pg_temp.at(k / ${payouts}.0) as at from generate_series(1, ${payouts}) k) as one, counted, book
     where book.id = pg_temp.id(1 + k % books) order by k`,
    `update book set ordered = came.copies, orders_cost = came.price, paid_out = went.copies, payouts_price = went.price
     from (select book_id, sum(quantity) as copies, sum(price) as price from book_order group by 1) as came,
       (select book_id, sum(quantity) as copies, sum(price) as price from book_payout group by 1) as went
     where came.book_id = book.id and went.book_id = book.id`,
    `create temp table paid on commit drop as
     select k as id, 1 + (k - 1) % staff as employee, 1 + (k - 1) / staff as month,
       coalesce((select sum(1000 * (5 + n % 25)) from generate_series(1, ${deductions}) n where n * 2 = k), 0)::bigint as less
     from generate_series(1, ${salaries}) k, counted`,
    `insert into salary (branch_id, id, employee_id, base_salary, deducted, amount, month_id, created_at, effective_date, created_by)
     select 1, pg_temp.id(paid.id), employee.id, salary, less, salary - less, month, least(now(), month.start_date + interval '18 days'), least(current_date, month.start_date + 18), 1
     from paid join employee on employee.id = pg_temp.id(paid.employee) join month on month.id = month order by paid.id`,
    `insert into deduction (branch_id, employee_id, amount, reason, settled_by_id, month_id, folded, created_at, effective_date, created_by)
     select 1, pg_temp.id(employee), less, it.reason, pg_temp.id(paid.id), month, it.folded, least(now(), month.start_date + interval '9 days'), least(current_date, month.start_date + 9), 1
     from paid join month on month.id = month join word on n = paid.id / 2 % 6,
       json_populate_record(null::deduction, word.reason) it
     where less > 0 order by paid.id`,
    `insert into expense (branch_id, id, title, amount, created_by_name, month_id, folded, created_at, effective_date, created_by)
     select 1, pg_temp.id(k), it.title, 6000 + k % 1800 * 100, 'Branch Staff', pg_temp.month_of(at), it.folded, at, at::date, 1
     from (select k, pg_temp.at(k / ${expenses}.0) as at from generate_series(1, ${expenses}) k) as one
     join word on n = k % 6, json_populate_record(null::expense, word.title) it order by k`,
  ];
}

const BATCH = 5_000;
const MIN_ROWS = 20;
const MAX_BOOKS = 200;

/** Inserts students, employees and books from the factory of the demo and the tests. */
async function insertPeople(client: pg.Client, size: BranchSize): Promise<void> {
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

/** Closes the drawer of the one user at the end of each day with payments, except today. */
const drawers: readonly string[] = [
  `create temp table taken on commit drop as
   select 'enrolment' as source, id, kind as resource, case when related_id is null then 'enrolment' else 'installment' end as part,
     paid_amount as amount, created_at as at, date_trunc('day', created_at) as day from enrolment where paid_amount > 0
   union all
   select 'book_payout', id, 'book-payout', 'payout', paid_amount, created_at, date_trunc('day', created_at)
   from book_payout where paid_amount > 0`,
  `insert into drawer_close (branch_id, id, user_id, previous_id, pieces, other, counted, float, kept, expected, created_at, finished_at)
   select 1, pg_temp.id(n), 1, case when n > 1 then pg_temp.id(n - 1) end, '{}', sum, sum, 0, 0, sum, day + interval '1 day', day + interval '1 day'
   from (select day, sum(amount)::bigint as sum, row_number() over (order by day) as n from taken
     where day < date_trunc('day', now()) group by day) as closed`,
  `insert into movement (branch_id, type, amount, resource, payable, student_id, payment_method, holder, close_id, effective_date, month_id,
     at, made_by, recorded_by, source, record_id)
   select 1, type, one.amount, resource, payable, student_id, method, case when method is not null then 1 end, drawer_close.id,
     one.effective_date, one.month_id, one.created_at, 1, case when method is not null then 1 end, source, one.id
   from (
     select 'price' as type, price as amount, kind as resource, id as payable, null as method, 'enrolment' as source, enrolment.* from enrolment
       where price > 0
     union all
     select 'payment', paid_amount, kind, coalesce(related_id, id), payment_method, 'enrolment', enrolment.* from enrolment where paid_amount > 0
   ) as one left join drawer_close on method is not null and drawer_close.created_at = date_trunc('day', one.created_at) + interval '1 day'`,
  `insert into movement (branch_id, type, amount, resource, payable, student_id, payment_method, holder, close_id, effective_date, month_id,
     at, made_by, recorded_by, source, record_id)
   select 1, type, one.amount, 'book-payout', payable, student_id, method, case when method is not null then 1 end, drawer_close.id,
     one.effective_date, one.month_id, one.created_at, 1, case when method is not null then 1 end, 'book_payout', one.id
   from (
     select 'price' as type, price as amount, id as payable, null as method, book_payout.* from book_payout where price > 0
     union all
     select 'payment', paid_amount, coalesce(related_id, id), payment_method, book_payout.* from book_payout where paid_amount > 0
   ) as one left join drawer_close on method is not null and drawer_close.created_at = date_trunc('day', one.created_at) + interval '1 day'`,
  `insert into movement (branch_id, type, amount, resource, category, payment_method, effective_date, month_id, at, made_by, recorded_by,
     source, record_id)
   select 1, 'expense', amount, 'expense', category, payment_method, effective_date, month_id, created_at, 1, 1, 'expense', id from expense
     where amount > 0
   union all
   select 1, 'order_payment', paid_amount, 'book-order', null, payment_method, effective_date, month_id, created_at, 1, 1, 'book_order', id
     from book_order where paid_amount > 0
   union all
   select 1, 'salary', amount, 'salary', null, payment_method, effective_date, month_id, created_at, 1, 1, 'salary', id from salary
     where amount > 0`,
];

/** Fills the first branch by SQL, as the server would, and `neighbours` further ones with the records of every tenth student. */
export async function fillBranch(settings: pg.PoolConfig, size: BranchSize, neighbours = 0): Promise<void> {
  const client = new pg.Client(settings);
  await client.connect();
  try {
    await client.query('begin');
    // The indexes are built after the rows.
    await client.query("set local maintenance_work_mem = '1GB'; set local synchronous_commit = off");
    const tables = (await storedTables(client)).filter(
      ({ name }) => !['branch', 'person', 'app_user', 'history'].includes(name),
    );
    await withoutConstraints(client, tables, async () => {
      await insertAll(client, size);
      if (neighbours > 0) await copyToNeighbours(client, tables, neighbours);
    });
    for (const { name, columns } of tables) {
      for (const column of columns.filter(({ identity }) => identity)) {
        await advanceSequences(client, { table: name, column: column.name, last: undefined, leap: 0 });
      }
    }
    await client.query('commit');
    await computeStudentKeys(client);
    await keepFigures(client, settings, size);
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}

/** Gives the first branch and its user the number 1, as the statements here name them: a database begins to count somewhere. */
async function renumberFirst(client: pg.Client): Promise<void> {
  await client.query('set local session_replication_role = replica');
  for (const column of ['branch_id', 'home_branch_id', 'user_id']) {
    const { rows } = await client.query<{ name: string }>(
      `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = $1`,
      [column],
    );
    for (const { name } of rows) await client.query(`update ${name} set ${column} = 1`);
  }
  for (const table of ['branch', 'app_user']) {
    await client.query(`alter table ${table} alter id set generated by default`);
    await client.query(`update ${table} set id = 1`);
    await client.query(`alter table ${table} alter id set generated always`);
    await client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), 1)`);
  }
  await client.query('set local session_replication_role = origin');
}

async function insertAll(client: pg.Client, size: BranchSize): Promise<void> {
  await client.query("set local work_mem = '256MB'; set local jit = off; select setseed(0.5)");
  for (const statement of clockOf(size)) await client.query(statement);
  await renumberFirst(client);
  await insertPeople(client, size);
  await client.query(`insert into student_counter values (1, ${size.students})`);
  for (const statement of [...receiptsOf(size), ...otherPaymentsOf(size), ...drawers])
    await client.query(statement);
}

const isCopied = (id: string) => `hashtextextended(${id}::text, 0) % 10 = 0`;

/** Conditions of the rows that a neighbour gets: all books, staff and months, and one student of ten with their records. */
const sharesOfNeighbours: Readonly<Record<string, string>> = {
  student: isCopied('id'),
  enrolment: isCopied('student_id'),
  book_payout: isCopied('student_id'),
  book_order: isCopied('id'),
  expense: isCopied('id'),
  movement: isCopied('coalesce(student_id, record_id)'),
};
const wholeForNeighbours = ['month', 'book', 'employee', 'drawer_close'];

/** Copies rows of the first branch to others. Ids are unique within a branch, so they stay. */
async function copyToNeighbours(
  client: pg.Client,
  tables: readonly StoredTable[],
  neighbours: number,
): Promise<void> {
  await client.query(
    `insert into branch (id, name) overriding system value select n + 1, 'Neighbour ' || n from generate_series(1, ${neighbours}) n`,
  );
  for (const { name, columns } of tables) {
    const share = wholeForNeighbours.includes(name) ? 'true' : sharesOfNeighbours[name];
    if (share === undefined) continue;
    const copied = columns.map((column) => column.name).filter((column) => column !== 'branch_id');
    await client.query(
      `insert into ${name} (branch_id, ${copied.map(pg.escapeIdentifier).join()}) overriding system value
       select n + 1, ${copied.map((column) => `it.${pg.escapeIdentifier(column)}`).join()}
       from generate_series(1, ${neighbours}) n, ${name} it where it.branch_id = 1 and ${share}`,
    );
  }
  await client.query(`select setval(pg_get_serial_sequence('branch', 'id'), ${neighbours + 1})`);
}

/** Stores the figures of ended months as the server does (decision 21). */
async function keepFigures(
  client: pg.Client,
  settings: pg.PoolConfig,
  { months }: BranchSize,
): Promise<void> {
  const db = connect(settings);
  try {
    const scope = new BranchScope(db, { branchId: 1n, userId: 1n }, { now: new Date(), isReading: true });
    const ids = Array.from({ length: months - 1 }, (_, index) => BigInt(index + 1));
    for (const id of ids) {
      const figures = JSON.stringify(cashOf(await readSums(scope, id)));
      await client.query('update month set figures = $1 where id = $2', [figures, String(id)]);
    }
  } finally {
    await db.destroy();
  }
}
