import { type RawBuilder, sql } from 'kysely';
import { summedColumns } from '#contract/list-filters.ts';
import { formatDecimal } from '#contract/money.ts';
import { hiddenFields } from '#contract/record-permissions.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { expressionOf } from '#server/store/records/record-columns.ts';
import type { TableMapping } from '#server/store/tables.ts';
import { aggregateSums } from './aggregates.ts';
import { isWholeMonths } from './list-filter.ts';
import type { ListQuery } from './list-query.ts';
import { matchingRows } from './list-rows.ts';

/**
 * Sums the money columns that the user may see over all matching rows, as decimal text. A missing value, such as the price of an installment, counts
 * as zero. Undefined if totals were not requested or the list has no money columns.
 */
export async function totalsOf(
  scope: BranchScope,
  mapping: TableMapping,
  query: ListQuery,
): Promise<Readonly<Record<string, string>> | undefined> {
  const hidden = hiddenFields(mapping.resource, scope.sees);
  const names = query.totals ? summedColumns(mapping.resource).filter((name) => !hidden.includes(name)) : [];
  if (names.length === 0) return undefined;
  // sum(bigint) is numeric in PostgreSQL and cannot overflow.
  const summed = await scope.first(
    sumAggregates(scope, mapping, query, names) ?? sumRows(scope, mapping, query, names),
  );
  return Object.fromEntries(names.map((name) => [name, formatDecimal(BigInt(summed?.[name] ?? '0'))]));
}

type Sums = RawBuilder<Record<string, string>>;

/** Returns SQL that sums the aggregates, if they cover the list. They have no sums for `owing` lists. */
function sumAggregates(
  scope: BranchScope,
  mapping: TableMapping,
  query: ListQuery,
  names: readonly string[],
) {
  const { sums } = mapping;
  if (!sums || !isWholeMonths(query) || query.owing) return undefined;
  if (!names.every((name) => sums[name])) return undefined;
  return aggregateSums(scope, mapping, query, sums);
}

/** Returns SQL that sums the matching rows one by one. */
function sumRows(
  scope: BranchScope,
  mapping: TableMapping,
  query: ListQuery,
  names: readonly string[],
): Sums {
  const amounts = names.map((name) => sql`${expressionOf(mapping, name)} as ${sql.ref(name)}`);
  const sums = names.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::text as ${sql.ref(name)}`);
  const rows = matchingRows(scope, mapping, query, { columns: sql.join(amounts) });
  return sql`select ${sql.join(sums)} from (${rows}) as found`;
}
