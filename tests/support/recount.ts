type Look = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

const entryFunctions = `
  select p.oid::regproc::text as entry, p.proargtypes[0]::regtype::text as of from pg_proc p
  where p.prorettype = 'tally_entry'::regtype and p.pronargs = 2 order by 1`;

/** Groups of the tally that hold something, whatever shards they lie in. */
const groups = (of: string) => `
  select branch_id::text, what, month_id::text, bucket::text, sum(rows)::text as rows, sum(paid)::text as paid,
    sum(debt)::text as debt, sum(owing)::text as owing, sum(price)::text as price
  from ${of} group by branch_id, what, month_id, bucket
  having sum(rows) <> 0 or sum(paid) <> 0 or sum(debt) <> 0 or sum(owing) <> 0 or sum(price) <> 0
  order by what, branch_id, month_id, bucket`;

/** The tally as it is kept, and as it must be by the records themselves, each of which is counted anew. */
export async function tallyAndRecount(look: Look) {
  const counted = (await look(entryFunctions)).map(
    ({ entry, of }) => `select (${String(entry)}(it, 1)).* from ${String(of)} it`,
  );
  const records = `(select *, date_trunc('month', day)::date as bucket from (${counted.join(' union all ')}) as one) as it`;
  return { tally: await look(groups('tally')), recount: await look(groups(records)) };
}
