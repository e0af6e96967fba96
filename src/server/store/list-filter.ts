import { type RawBuilder, sql } from 'kysely';
import type { BranchScope } from './branch-scope.ts';
import { parseId } from './columns.ts';
import type { ListQuery } from './list-query.ts';
import { isOfKind } from './record-reader.ts';
import { gramsOf, wordsOfSearch } from './search-text.ts';
import { type TableFacts, tableOf } from './tables.ts';

const NOTHING = sql`false`;

/** The array's index finds the letters that stand together; words shorter than those are looked for row by row. */
function holds(word: string, text: RawBuilder<unknown>, grams: RawBuilder<unknown>): RawBuilder<unknown> {
  const asked = gramsOf(word);
  const contained = sql`strpos(${text}, ${word}) > 0`;
  return asked.length === 0 ? contained : sql`${grams} @> ${asked}::text[] and ${contained}`;
}

/** The record itself has the word, or the name of a record it refers to (`student_data.name` in the contract). */
function hasWord(scope: BranchScope, { table, resource }: TableFacts, word: string): RawBuilder<unknown> {
  const own = sql`select own.id from ${scope.rows(table)} as own
    where ${holds(word, sql`own.folded`, sql`own.grams`)}`;
  const named = resource.search.flatMap((path) => {
    const name = path.endsWith('_data.name') ? path.slice(0, -'_data.name'.length) : undefined;
    const target = name === undefined ? undefined : resource.fields[name]?.refersTo;
    if (!target) return [];
    return sql`select referring.id from ${scope.rows(tableOf(target).table)} as found
      join ${scope.rows(table)} as referring on referring.${sql.ref(`${name}_id`)} = found.id
      where ${holds(word, sql`found.folded_name`, sql`found.name_grams`)}`;
  });
  return sql`r.id in (${sql.join([own, ...named], sql` union all `)})`;
}

function is(column: string, id: string): RawBuilder<unknown> {
  const parsed = parseId(id);
  return parsed === undefined ? NOTHING : sql`r.${sql.ref(column)} = ${parsed}`;
}

/** The condition of a list over its table's rows `r`. */
export function filterOf(scope: BranchScope, facts: TableFacts, query: ListQuery): RawBuilder<unknown> {
  const { isInstallment, month, createdAfter, createdBefore } = query;
  const conditions = [
    isOfKind(facts),
    ...(isInstallment === undefined ? [] : [sql`(r.related_id is not null) = ${isInstallment}`]),
    ...(month === undefined || !facts.ofMonth ? [] : [is('month_id', month)]),
    ...Object.entries(query.references).map(([name, id]) => is(`${name}_id`, id)),
    ...(createdAfter === undefined ? [] : [sql`r.effective_date >= ${createdAfter}::date`]),
    ...(createdBefore === undefined ? [] : [sql`r.effective_date <= ${createdBefore}::date`]),
    ...wordsOfSearch(query.search).map((word) => hasWord(scope, facts, word)),
  ];
  return sql.join(conditions, sql` and `);
}

/** Whether the tally knows this list's rows without looking at them. */
export function isTallied(query: ListQuery): boolean {
  const filtered = query.search || query.createdAfter || query.createdBefore;
  return !filtered && Object.keys(query.references).length === 0;
}
