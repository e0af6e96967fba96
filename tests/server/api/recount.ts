/** Runs a query as the database's owner. */
type Query = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/** SQL of each table as the tally counts it: name, month, cash and debt. */
const counted: readonly (readonly [
  table: string,
  what: string,
  month: string,
  paid: string,
  debt: string,
  owing: string,
  price: string,
])[] = [
  ['student', `'student'`, '0', '0', '0', '0', '0'],
  ['book', `'book'`, '0', '0', '0', '0', '0'],
  ['employee', `'employee'`, '0', '0', '0', '0', '0'],
  [
    'enrolment',
    `kind || case when related_id is null then '' else '/installment' end`,
    'coalesce(month_id, 0)',
    'paid_amount',
    'coalesce(remaining, 0)',
    'coalesce((remaining > 0)::int, 0)',
    'coalesce(price, 0)',
  ],
  [
    'book_order',
    `'book-order'`,
    'coalesce(month_id, 0)',
    'paid_amount',
    '0',
    '(remaining > 0)::int',
    'price',
  ],
  [
    'book_payout',
    `'book-payout' || case when related_id is null then '' else '/installment' end`,
    'coalesce(month_id, 0)',
    'paid_amount',
    'coalesce(remaining, 0)',
    'coalesce((remaining > 0)::int, 0)',
    'coalesce(price, 0)',
  ],
  ['salary', `'salary'`, 'coalesce(month_id, 0)', 'amount', '0', '0', 'amount'],
  ['deduction', `'deduction'`, 'coalesce(month_id, 0)', '0', '0', '0', 'amount'],
  ['expense', `'expense'`, 'coalesce(month_id, 0)', 'amount', '0', '0', 'amount'],
  ['collection', `'collection'`, '0', '0', '0', '0', '0'],
];

const real = `${counted
  .map(
    ([table, what, month, paid, debt, owing, price]) => `
  select ${what} as what, ${month} as month_id, date_trunc('month', effective_date::timestamp)::date as bucket,
    count(*) as rows, sum(${paid})::bigint as paid, sum(${debt})::bigint as debt,
    sum(${owing})::bigint as owing, sum(${price})::bigint as price
  from ${table} where branch_id = $1 group by 1, 2, 3`,
  )
  .join(' union all ')} order by 1, 2, 3`;

const kept = `
  select what, month_id, bucket, sum(rows) as rows, sum(paid)::bigint as paid, sum(debt)::bigint as debt,
    sum(owing)::bigint as owing, sum(price)::bigint as price
  from tally where branch_id = $1 group by 1, 2, 3
  having sum(rows) <> 0 or sum(paid) <> 0 or sum(debt) <> 0 or sum(owing) <> 0 or sum(price) <> 0
  order by 1, 2, 3`;

const sumsOfAll = `what, sum(rows) as rows, sum(paid)::bigint as paid, sum(debt)::bigint as debt, sum(owing)::bigint as owing, sum(price)::bigint as price`;
const realTotals = `select ${sumsOfAll} from (${real}) as one group by what order by 1`;
const keptTotals = `
  select ${sumsOfAll} from tally_total where branch_id = $1 group by what
  having sum(rows) <> 0 or sum(paid) <> 0 or sum(debt) <> 0 or sum(owing) <> 0 or sum(price) <> 0 order by 1`;

const realDays = `
  select 'income' as what, month_id, effective_date as day, sum(paid_amount)::bigint as paid
  from (select branch_id, month_id, effective_date, paid_amount from enrolment
    union all select branch_id, month_id, effective_date, paid_amount from book_payout) as one
  where branch_id = $1 and month_id is not null
  group by 1, 2, 3 having sum(paid_amount) <> 0 order by 1, 2, 3`;

const keptDays = `
  select 'income' as what, month_id, day, sum(paid)::bigint as paid
  from income_day where branch_id = $1 group by 1, 2, 3 having sum(paid) <> 0 order by 1, 2, 3`;

/** Returns the tally and the income by day of a branch, recounted and as stored. They must be equal. */
export async function recount(queryAsOwner: Query, branchId: bigint) {
  // One after the other: it may be one connection.
  const found = async (...queries: readonly string[]) => {
    const rows: Record<string, unknown>[] = [];
    for (const query of queries) rows.push(...(await queryAsOwner(query, [branchId])));
    return rows.map((row) => ({ ...row, rows: String(row.rows) }));
  };
  return [await found(real, realTotals, realDays), await found(kept, keptTotals, keptDays)] as const;
}
