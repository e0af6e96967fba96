import { type RawBuilder, sql } from 'kysely';
import { summedColumns } from '#contract/list-filters.ts';
import { formatDecimal } from '#contract/money.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { expressionOf } from '#server/store/records/record-reader.ts';
import type { TableMapping } from '#server/store/tables.ts';
import { sumsOf } from './aggregates.ts';
import { isWholeMonths } from './list-filter.ts';
import type { ListQuery } from './list-query.ts';
import { matchingRows } from './list-rows.ts';

/**
 * What a list's columns of money come to over all rows that it matches, as decimal text by column; where a row has none, such as the price
 * of an installment, it counts as nothing. Undefined where nobody asked, or there is nothing to add up.
 */
export async function totalsOf(
  scope: BranchScope,
  facts: TableMapping,
  query: ListQuery,
): Promise<Readonly<Record<string, string>> | undefined> {
  const names = query.totals ? summedColumns(facts.resource) : [];
  if (names.length === 0) return undefined;
  // A sum of piastres is of the type numeric, which has no end.
  const summed = await scope.first(
    inTally(scope, facts, query, names) ?? overRows(scope, facts, query, names),
  );
  return Object.fromEntries(names.map((name) => [name, formatDecimal(BigInt(summed?.[name] ?? '0'))]));
}

type Sums = RawBuilder<Record<string, string>>;

/** The sums of lists whose rows the tally knows; of what is owing it knows how many, but not all that was paid for them. */
function inTally(scope: BranchScope, facts: TableMapping, query: ListQuery, names: readonly string[]) {
  const { sums } = facts;
  if (!sums || !isWholeMonths(query) || query.owing) return undefined;
  if (!names.every((name) => sums[name])) return undefined;
  return sumsOf(scope, facts, query, sums);
}

function overRows(scope: BranchScope, facts: TableMapping, query: ListQuery, names: readonly string[]): Sums {
  const amounts = names.map((name) => sql`${expressionOf(facts, name)} as ${sql.ref(name)}`);
  const sums = names.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::text as ${sql.ref(name)}`);
  const rows = matchingRows(scope, facts, query, { columns: sql.join(amounts) });
  return sql`select ${sql.join(sums)} from (${rows}) as found`;
}
