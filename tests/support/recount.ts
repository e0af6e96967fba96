type Query = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

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

/** Returns what students owe, as stored and recounted from the records. */
export async function aggregatesAndRecount(queryAsOwner: Query) {
  return {
    tally: [
      ...(await queryAsOwner(debts('student_debt'))),
      ...(await queryAsOwner(debtDays('debt_day'))),
      ...(await queryAsOwner(debtTotals('debt_total'))),
    ],
    recount: [
      ...(await queryAsOwner(debts(openDebts))),
      ...(await queryAsOwner(debtDays(debtors))),
      ...(await queryAsOwner(debtTotals(debtors))),
    ],
  };
}
