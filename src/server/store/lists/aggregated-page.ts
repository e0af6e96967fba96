import { type RawBuilder, sql } from 'kysely';
import { PAGE_SIZE } from '#contract/paging.ts';
import type { BranchRows, BranchScope } from '#server/store/branch-scope.ts';
import { rowsOfAnyBranch } from '#server/store/branch-scope.ts';
import type { TextRow } from '#server/store/prepared-statements.ts';
import { type RecordJson, recordJsonOf } from '#server/store/records/record-json.ts';
import {
  type CountedRecords,
  countedOf,
  selectCounted,
  selectRecords,
} from '#server/store/records/record-reader.ts';
import { type SlotValues, StatementCache, slot } from '#server/store/statement-cache.ts';
import type { TableMapping } from '#server/store/tables.ts';
import { countOf, partialMonthsOf, placeOfRow, placeValues } from './aggregates.ts';
import { asSlots, filterOf, filterValues, isWholeMonths, shapeOfQuery } from './list-filter.ts';
import { newestFirstOrder, orderByClause } from './list-order.ts';
import type { ListQuery } from './list-query.ts';

const newestFirst = orderByClause(newestFirstOrder);
const oldestFirst = sql`r.effective_date, r.id`;
const limit = sql`limit ${sql.lit(PAGE_SIZE)}`;

/** Bounds a month: its first day, and that of the next one. The subqueries keep one plan for all months. */
const first = sql`(select ${slot('bucket')}::date)`;
const end = sql`(select (${slot('bucket')}::date + interval '1 month')::date)`;
const offset = sql`offset (select ${slot('skip')}::bigint)`;

/** Locates the start of a page within the calendar months of a list. */
interface PageStart {
  /** First day of the calendar month that contains the first row, yyyy-MM-dd. */
  readonly bucket: string;
  /** Rows of that month. */
  readonly rows: number;
  /** Rows of that month that precede the page. */
  readonly before: number;
  /** Rows of the whole list. */
  readonly count: number;
}

/**
 * Names the ways to read the ids of a page. The aggregates give the calendar month in which it begins, so no earlier row is read; that
 * month is read from its nearer end. Every page costs the same, however deep it is.
 */
type Way = 'from newest' | 'from oldest' | 'across months';

/** Returns the way to read a page, and the rows that it skips. */
function wayOf({ rows, before }: PageStart): { readonly way: Way; readonly skip: number } {
  if (before <= rows / 2) return { way: 'from newest', skip: before };
  const left = rows - before - PAGE_SIZE;
  if (left >= 0) return { way: 'from oldest', skip: left };
  // Read are the last rows of the month, ten at most, and the ten after them.
  return { way: 'across months', skip: before - Math.max(0, rows - PAGE_SIZE) };
}

/** Returns SQL for the ids of one page, in the default order. `rows` selects from row `r`, with a condition at its end. */
function selectPageIds(
  rows: (columns: RawBuilder<unknown>) => RawBuilder<unknown>,
  way: Way,
): RawBuilder<unknown> {
  const id = sql`r.id`;
  if (way === 'from newest') {
    return sql`${rows(id)} and r.effective_date < ${end} order by ${newestFirst} ${limit} ${offset}`;
  }
  const ofMonth = (columns: RawBuilder<unknown>) =>
    sql`${rows(columns)} and r.effective_date >= ${first} and r.effective_date < ${end} order by ${oldestFirst} ${limit}`;
  if (way === 'from oldest') return sql`${ofMonth(id)} ${offset}`;
  const columns = sql`r.id, r.effective_date`;
  return sql`select r.id from (
      (${ofMonth(columns)}) union all (${rows(columns)} and r.effective_date < ${first} order by ${newestFirst} ${limit})
    ) as r order by ${newestFirst} ${limit} ${offset}`;
}

const statements = new StatementCache();

/** Reads pages of one list that the aggregates count, in the default order, with statements that are built once (decision 101). */
class AggregatedPages {
  readonly #scope: BranchScope;
  readonly #mapping: TableMapping;
  readonly #query: ListQuery;
  readonly #json: RecordJson;
  readonly #shape: string;

  constructor(scope: BranchScope, mapping: TableMapping, query: ListQuery) {
    this.#scope = scope;
    this.#mapping = mapping;
    this.#query = query;
    this.#json = recordJsonOf(mapping, scope);
    this.#shape = `${mapping.resource.name}/${this.#json.hidden}/${shapeOfQuery(query)}`;
  }

  /** Runs the statement of this list that has a name. */
  #run(
    name: string,
    values: SlotValues,
    build: (rows: BranchRows) => RawBuilder<unknown>,
  ): Promise<TextRow[]> {
    const statement = statements.of(`${this.#shape}/${name}`, () => build(rowsOfAnyBranch));
    return this.#scope.prepared(statement, { ...filterValues(this.#query), ...values });
  }

  #rows(rows: BranchRows) {
    return (columns: RawBuilder<unknown>) =>
      sql`select ${columns} from ${rows.rows(this.#mapping.table)} as r where ${filterOf(this.#mapping, this.#query, asSlots)}`;
  }

  /** Reads the first page with the count of the list. */
  async first(): Promise<CountedRecords> {
    const rows = await this.#run('first page', {}, (branch) => {
      const columns = sql`r.id, ${countOf(branch, this.#mapping, this.#query, asSlots)} as count`;
      const picked = sql`${this.#rows(branch)(columns)} order by ${newestFirst} ${limit}`;
      return selectCounted(branch, this.#mapping, this.#json, { picked, order: newestFirst });
    });
    return countedOf(this.#json, rows);
  }

  async #placeOf(start: number): Promise<PageStart | undefined> {
    const name = `place, ${partialMonthsOf(this.#query).length} partial`;
    const [row] = await this.#run(name, placeValues(this.#query, start), (branch) =>
      placeOfRow(branch, this.#mapping, this.#query, asSlots),
    );
    if (!row) return undefined;
    const [bucket, rows, before, count] = row;
    return { bucket: String(bucket), rows: Number(rows), before: Number(before), count: Number(count) };
  }

  /** Reads the page that begins at a row. Past the end of the list its count is unknown, and 0. */
  async from(start: number): Promise<CountedRecords> {
    const place = await this.#placeOf(start);
    if (!place) return { count: 0, results: [] };
    const { way, skip } = wayOf(place);
    const rows = await this.#run(way, { bucket: place.bucket, skip }, (branch) => {
      const where = sql`r.id in (${selectPageIds(this.#rows(branch), way)})`;
      return selectRecords(branch, this.#mapping, this.#json, { where, order: newestFirst });
    });
    return { count: place.count, results: rows.map((row) => this.#json.write(row)) };
  }
}

/** Reads a page of a list that the aggregates count, in the default order. */
export function readAggregatedPage(
  scope: BranchScope,
  mapping: TableMapping,
  query: ListQuery,
  start: number,
): Promise<CountedRecords> {
  const pages = new AggregatedPages(scope, mapping, query);
  // Sparse kinds of rows may be absent for years, so the aggregates locate their month first.
  const isDense = isWholeMonths(query) && query.isInstallment === undefined && !(query.owing && query.month);
  return start === 0 && isDense ? pages.first() : pages.from(start);
}
