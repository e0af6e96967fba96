type Query = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

const entryFunctions = `
  select p.oid::regproc::text as entry, p.proargtypes[0]::regtype::text as of from pg_proc p
  where p.prorettype = 'tally_entry'::regtype and p.pronargs = 2 order by 1`;

/** SQL of the non-empty groups of the tally, summed over shards. */
const groups = (of: string) => `
  select branch_id::text, what, month_id::text, bucket::text, sum(rows)::text as rows, sum(paid)::text as paid,
    sum(debt)::text as debt, sum(owing)::text as owing, sum(price)::text as price
  from ${of} group by branch_id, what, month_id, bucket
  having sum(rows) <> 0 or sum(paid) <> 0 or sum(debt) <> 0 or sum(owing) <> 0 or sum(price) <> 0
  order by what, branch_id, month_id, bucket`;

/** SQL of the sums over all months. */
const totals = (of: string) => `
  select branch_id::text, what, 'all' as month_id, sum(rows)::text as rows, sum(paid)::text as paid, sum(debt)::text as debt,
    sum(owing)::text as owing, sum(price)::text as price
  from ${of} group by branch_id, what
  having sum(rows) <> 0 or sum(paid) <> 0 or sum(debt) <> 0 or sum(owing) <> 0 or sum(price) <> 0
  order by what, branch_id`;

/** SQL of the income by day of each month. */
const days = (of: string) => `
  select branch_id::text, 'income' as what, month_id::text, day::text, sum(paid)::text as paid
  from ${of} group by branch_id, month_id, day having sum(paid) <> 0 order by branch_id, month_id, day`;

/** SQL of what each student owes, and of its sums by day and in all. */
const debts = (of: string) => `
  select branch_id::text, student_id::text, part, debts::text, remaining::text, oldest::text from ${of} order by 1, 2, 3`;
const debtDays = (of: string) => `
  select branch_id::text, part, day::text, sum(students)::text as students, sum(remaining)::text as remaining
  from ${of} group by 1, 2, 3 having sum(students) <> 0 or sum(remaining) <> 0 order by 1, 2, 3`;
const debtTotals = (of: string) => `
  select branch_id::text, part, sum(students)::text as students, sum(remaining)::text as remaining
  from ${of} group by 1, 2 having sum(students) <> 0 or sum(remaining) <> 0 order by 1, 2`;
const openDebts = `(
  select branch_id, student_id, part, count(*) as debts, sum(remaining) as remaining, min(since) as oldest
  from (
    select branch_id, student_id, remaining, owed_since(it) as since, debt_parts(kind, level) as parts from enrolment it
    union all select branch_id, student_id, remaining, effective_date, debt_parts('book-payout', null) from book_payout) as one
  cross join lateral unnest(parts) as part
  where remaining > 0 group by branch_id, student_id, part) as it`;
const debtors = `(
  select branch_id, part, oldest as day, 1 as students, remaining from ${openDebts}) as one`;

/** Returns the tally, the income by day and what students owe, as stored and recounted from the records. */
export async function aggregatesAndRecount(queryAsOwner: Query) {
  const counted = (await queryAsOwner(entryFunctions)).map(
    ({ entry, of }) => `select (${String(entry)}(it, 1)).* from ${String(of)} it`,
  );
  const entries = `(${counted.join(' union all ')}) as one`;
  const records = `(select *, date_trunc('month', day)::date as bucket from ${entries}) as it`;
  const income = `(select * from ${entries} where month_id <> 0 and is_income(what)) as it`;
  return {
    tally: [
      ...(await queryAsOwner(groups('tally'))),
      ...(await queryAsOwner(totals('tally_total'))),
      ...(await queryAsOwner(days('income_day'))),
      ...(await queryAsOwner(debts('student_debt'))),
      ...(await queryAsOwner(debtDays('debt_day'))),
      ...(await queryAsOwner(debtTotals('debt_total'))),
    ],
    recount: [
      ...(await queryAsOwner(groups(records))),
      ...(await queryAsOwner(totals(records))),
      ...(await queryAsOwner(days(income))),
      ...(await queryAsOwner(debts(openDebts))),
      ...(await queryAsOwner(debtDays(debtors))),
      ...(await queryAsOwner(debtTotals(debtors))),
    ],
  };
}
