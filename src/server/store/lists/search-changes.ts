import { sql } from 'kysely';
import { z } from 'zod';
import type { Draft } from '#contract/define-resource.ts';
import { historyAction } from '#contract/history.ts';
import { foldForSearch } from '#contract/paging.ts';
import { containsWord, ownSearchedText, ownSearchFields, wordsOfSearch } from '#contract/search-text.ts';
import { type BranchScope, rowsOfAnyBranch } from '#server/store/branch-scope.ts';
import { IMPORT } from '#server/store/imports/run-import.ts';
import { PreparedStatement, slot } from '#server/store/statement-cache.ts';
import type { TableMapping } from '#server/store/tables.ts';
import type { ListQuery } from './list-query.ts';
import { searchedResources } from './list-search.ts';

/** Entries that are read at most; after more writes the list is read anew. */
const MAX_ENTRIES = 100;

const record = z.record(z.string(), z.unknown()).nullable();
const entries = z.array(
  z.object({
    resource: z.string(),
    action: historyAction,
    before: record,
    after: record,
    note: z.string().nullable(),
  }),
);
type Entry = z.output<typeof entries>[number];

/** Marks a moment in what a search reads: every write leaves a history entry in its own transaction. */
export interface SearchMoment {
  readonly generation: string;
  /** Entries of the searched resources; their number only grows. */
  readonly count: number;
  /** The id of the newest of them. */
  readonly newest: string;
}

/** Holds a moment with the entries that were written since another one. */
export interface SearchChanges extends SearchMoment {
  readonly since: unknown;
}

const history = rowsOfAnyBranch.rows('history');
const wanted = sql`${slot('resources')}::text[]`;

const readsChanges = PreparedStatement.ofRows(sql<SearchChanges>`
  select (select id::text from current_generation() as own) as generation,
    (select coalesce(sum(entries), 0)::float8 from ${rowsOfAnyBranch.rows('history_count')} as counted where resource = any(${wanted})) as count,
    (select coalesce(max(newest.id), 0)::text from unnest(${wanted}) as named(resource)
      cross join lateral (select id from ${history} as entry where entry.resource = named.resource order by id desc limit 1) as newest) as newest,
    (select coalesce(json_agg(entry), '[]') from (
      select resource, action, before, after, note from ${history} as entry
      where resource = any(${wanted}) and id > ${slot('after')}::bigint order by id limit ${sql.lit(MAX_ENTRIES + 1)}) as entry) as since`);

/** Is above every id. */
const NO_ENTRY = 2n ** 63n - 1n;

/** Reads how far what a search reads has been written, with the entries since an earlier moment. */
export async function readSearchChanges(
  scope: BranchScope,
  mapping: TableMapping,
  since: SearchMoment | undefined,
): Promise<SearchChanges | undefined> {
  const resources = [...searchedResources(scope, mapping), IMPORT];
  const [changes] = await scope.prepared(readsChanges, { resources, after: since?.newest ?? NO_ENTRY });
  return changes;
}

const isObject = (value: unknown): value is Draft => typeof value === 'object' && value !== null;

/** Returns a value of a record by its path, such as `student_data.name`. */
function valueAt(found: Draft, path: string): unknown {
  return path.split('.').reduce<unknown>((value, part) => (isObject(value) ? value[part] : undefined), found);
}

/** Tells whether a list with this search has a record, as `searchBranches` does in SQL. */
function isFound({ resource }: TableMapping, query: ListQuery, found: Draft | null): boolean {
  if (found === null) return false;
  const { isInstallment, search } = query;
  if (isInstallment !== undefined && (found.is_installment === true) !== isInstallment) return false;
  const own = ownSearchFields(resource.search).length > 0 ? [ownSearchedText(resource, found)] : [];
  const names = resource.search
    .filter((path) => path.includes('.'))
    .map((path) => foldForSearch(String(valueAt(found, path) ?? '')));
  return wordsOfSearch(resource, search).every((word) =>
    [...own, ...names].some((text) => containsWord(text, word)),
  );
}

/** Tells whether a write to what records refer to leaves their search alone: no other name, and no record of theirs moved. */
function keepsNames({ action, before, after, note }: Entry): boolean {
  if (note !== null) return false;
  return action === 'created' || action === 'deleted' || (before?.name === after?.name && before !== null);
}

/**
 * Returns by how much the number of matches has changed between two moments, from the records in the history; undefined if that cannot
 * be told from them: too many writes, an import, another name of what the records refer to, or a restore. Ids are given before they are
 * committed, so the entries beyond the newest one must be all that were counted since.
 */
export function changeOfMatches(
  mapping: TableMapping,
  query: ListQuery,
  from: SearchMoment,
  to: SearchChanges,
): number | undefined {
  const written = to.count - from.count;
  if (to.generation !== from.generation || written > MAX_ENTRIES) return undefined;
  const since = entries.safeParse(to.since).data;
  if (since?.length !== written) return undefined;
  let change = 0;
  for (const entry of since) {
    if (entry.resource === mapping.resource.name) {
      change += Number(isFound(mapping, query, entry.after)) - Number(isFound(mapping, query, entry.before));
    } else if (entry.resource === IMPORT || !keepsNames(entry)) return undefined;
  }
  return change;
}
