import { type RawBuilder, sql } from 'kysely';
import { fieldOf, type Resource } from '#contract/define-resource.ts';
import { summedColumns } from '#contract/list-filters.ts';
import { memoizeBy } from '#contract/memoize-by.ts';
import { formatDecimal, sum } from '#contract/money.ts';
import { PAGE_SIZE } from '#contract/paging.ts';
import { hiddenFields } from '#contract/record-permissions.ts';
import { inputs } from '#contract/texts/inputs.en.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { parseId, parseRecordId } from '#server/db/columns.ts';
import { readGeneration } from '#server/db/generation.ts';
import type { TableMapping } from '#server/db/tables.ts';
import { notFound } from '#server/platform/http-error.ts';
import { isPageOf, type ListQuery, parseListQuery } from './list-query.ts';
import {
  type ListReader,
  type ListSums,
  type PageRequest,
  pageText,
  tagOfParts,
  type WholeList,
} from './list-reader.ts';
import { type Search, searchBranches, studentSource } from './list-search.ts';
import { isDue, isPresent } from './presence.ts';
import { expressionOf, isOfKind, joinsOf } from './record-columns.ts';
import { contentNumberOf, readCounted, readRecordBatches } from './record-reader.ts';
import { studentTwins } from './student-twins.ts';

const recordIdIn = (text: string) => parseRecordId(text) ?? null;
const numberIn = (text: string) => parseId(text) ?? null;

const given = <T>(value: T | undefined, condition: (value: T) => RawBuilder<unknown>) =>
  value === undefined ? [] : [condition(value)];

function filterOf(scope: BranchScope, mapping: TableMapping, query: ListQuery): RawBuilder<unknown> {
  const { endingAfter = scope.today, listed, values, references } = query;
  const conditions = [
    isOfKind(mapping),
    ...given(query.ids, (ids) => sql`r.id = any(${ids.map(recordIdIn)}::uuid[])`),
    ...given(query.isInstallment, (is) => sql`(r.related_id is not null) = ${sql.lit(is)}`),
    ...(query.owing ? [sql`r.remaining > 0`] : []),
    ...given(query.present, (present) => sql`${isPresent(scope, 'r')} = ${sql.lit(present)}`),
    ...given(query.endingBefore, (endingBefore) => isDue(scope, endingAfter, endingBefore)),
    ...given(mapping.monthRule && query.month, (month) => sql`r.month_id = ${numberIn(month)}`),
    ...given(query.recordedBy, (user) => sql`r.created_by = ${numberIn(user)}`),
    ...given(query.paymentMethod, (method) => sql`r.payment_method = ${method}`),
    ...Object.entries(listed).map(([name, id]) => sql`r.${sql.ref(name)} = ${id}`),
    ...Object.entries(values).map(([name, value]) => sql`${expressionOf(mapping, name)}::text = ${value}`),
    ...Object.entries(references).map(([name, id]) => sql`r.${sql.ref(`${name}_id`)} = ${recordIdIn(id)}`),
    ...given(query.createdAfter, (day) => sql`r.effective_date >= ${day}::date`),
    ...given(query.createdBefore, (day) => sql`r.effective_date <= ${day}::date`),
  ];
  return sql.join(conditions, sql` and `);
}

interface Selection {
  readonly columns: RawBuilder<unknown>;
  readonly joins?: RawBuilder<unknown>;
}

type SearchedList = ListQuery & Search;

async function searched(scope: BranchScope, mapping: TableMapping, query: ListQuery): Promise<SearchedList> {
  const isSearched = query.search !== '' && studentSource(scope, mapping) !== undefined;
  return { ...query, twins: isSearched ? await studentTwins(scope, query.search) : [] };
}

function matchingRows(
  scope: BranchScope,
  mapping: TableMapping,
  query: SearchedList,
  { columns, joins = sql`` }: Selection,
): RawBuilder<unknown> {
  const from = sql`select ${columns} from ${scope.rows(mapping.table)} as r ${joins}`;
  const where = filterOf(scope, mapping, query);
  const branches = query.search === '' ? [] : searchBranches(scope, mapping, query);
  if (branches.length === 0) return sql`${from} where ${where}`;
  return sql.join(
    branches.map((branch) => sql`${from} ${branch.joins} where ${where} and ${branch.where}`),
    sql` union all `,
  );
}

/** Arabic before Latin, ignoring case. Not indexed, because collations differ between machines. */
const arabicCollation = sql.raw('collate "ar-x-icu"');

function sortKeyOf(mapping: TableMapping, name: string): RawBuilder<unknown> {
  const field = fieldOf(mapping.resource, name);
  if (name === 'created_at') return sql`r.effective_date`;
  if (field?.kind === 'reference') return sql`${sql.ref(`${name}.name`)} ${arabicCollation}`;
  const value = expressionOf(mapping, name);
  if (field?.choices) {
    return sql`array_position(${field.choices.map((choice) => choice.value)}::text[], ${value})`;
  }
  const isText = !['money', 'quantity', 'date'].includes(field?.kind ?? '');
  return isText ? sql`${value} ${arabicCollation}` : value;
}

interface Order {
  readonly key: RawBuilder<unknown>;
  readonly direction: RawBuilder<unknown>;
  readonly joins: RawBuilder<unknown>;
}

const newestFirst: Order = { key: sql`r.effective_date`, direction: sql.raw('desc'), joins: sql`` };

function orderOf(scope: BranchScope, mapping: TableMapping, { ordering }: ListQuery): Order {
  if (!ordering || (ordering.name === 'created_at' && ordering.descending)) return newestFirst;
  const direction = sql.raw(ordering.descending ? 'desc nulls last' : 'asc nulls last');
  // PostgreSQL removes left joins whose columns are unused.
  return { key: sortKeyOf(mapping, ordering.name), direction, joins: joinsOf(mapping, scope) };
}

function orderByClause({ key, direction }: Order): RawBuilder<unknown> {
  return sql`${key} ${direction}, r.created_at ${direction}, r.id ${direction}`;
}

/** The order would tell the values of a field that the user may not see. */
function assertVisibleOrder(scope: BranchScope, { resource }: TableMapping, { ordering }: ListQuery): void {
  const guard = ordering && fieldOf(resource, ordering.name)?.guard;
  if (guard) scope.assertMay(guard.read);
}

/** From this row on a list is counted first, and its older half is read from the end. */
const FAR = 1_000;

async function readRecordsOf(scope: BranchScope, mapping: TableMapping, query: SearchedList, page: number) {
  const order = orderOf(scope, mapping, query);
  const { key, direction, joins } = order;
  const rows = matchingRows(scope, mapping, query, {
    columns: sql`r.id, r.created_at, ${key} as key`,
    joins,
  });
  const isSearched = query.search !== '';
  const counted = sql`from ${scope.rows(mapping.table)} as r where ${filterOf(scope, mapping, query)}`;
  const offset = (page - 1) * PAGE_SIZE;
  const isFar = offset >= FAR && !isSearched && order === newestFirst;
  const known = isFar ? await scope.count(counted) : undefined;
  const left = known === undefined ? offset + PAGE_SIZE : Math.max(0, known - offset);
  const onPage =
    left < offset
      ? sql`order by key, created_at, id limit ${Math.min(left, PAGE_SIZE)} offset ${Math.max(0, left - PAGE_SIZE)}`
      : sql`order by key ${direction}, created_at ${direction}, id ${direction} limit ${PAGE_SIZE} offset ${offset}`;
  // An index counts a list faster than its ids can be held. The matches of a search are found once: without "materialized" PostgreSQL
  // walks the list in its order, as if it could stop after one page.
  const picked = isSearched
    ? sql`with found as materialized (${rows}) select id, (select count(*) from found) as count from found ${onPage}`
    : sql`select id, ${known ?? sql`(select count(*) ${counted})`}::bigint as count from (${rows}) as found ${onPage}`;
  return readCounted(scope, mapping, picked, orderByClause(order));
}

/** Only of columns that the user may see. A missing value, such as the price of an installment, counts as zero. */
async function sumsOf(scope: BranchScope, mapping: TableMapping, query: SearchedList): Promise<ListSums> {
  const { resource } = mapping;
  const hidden = hiddenFields(resource, scope.sees);
  const names = query.totals ? summedColumns(resource).filter((name) => !hidden.includes(name)) : [];
  if (names.length === 0) return {};
  const isPaid = resource.fields.payment_method !== undefined;
  const amounts = names.map((name) => sql`${expressionOf(mapping, name)} as ${sql.ref(name)}`);
  // sum(bigint) is numeric in PostgreSQL and cannot overflow.
  const sums = names.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::text as ${sql.ref(name)}`);
  const method = isPaid ? sql`r.payment_method` : sql`null`;
  const rows = matchingRows(scope, mapping, query, {
    columns: sql.join([...amounts, sql`${method} as paid_by`]),
  });
  const groups = await scope.all(
    sql<
      Record<string, string>
    >`select paid_by, ${sql.join(sums)} from (${rows}) as found group by paid_by order by paid_by`,
  );
  const amountIn = (group: Record<string, string>, name: string) => BigInt(group[name] ?? '0');
  const totals = names.map((name) => [
    name,
    formatDecimal(sum(groups.map((group) => amountIn(group, name)))),
  ]);
  const paid = isPaid ? resource.cash?.field : undefined;
  return {
    totals: Object.fromEntries(totals),
    ...(paid !== undefined &&
      names.includes(paid) && {
        totals_by_method: Object.fromEntries(
          groups.map((group) => [group.paid_by, formatDecimal(amountIn(group, paid))]),
        ),
      }),
  };
}

async function readPage(scope: BranchScope, mapping: TableMapping, request: PageRequest): Promise<string> {
  const query = await searched(scope, mapping, parseListQuery(mapping.resource, request.query));
  assertVisibleOrder(scope, mapping, query);
  const page = query.page ?? 1;
  const { count, results } = await readRecordsOf(scope, mapping, query, page);
  if (!isPageOf(page, count)) throw notFound(inputs.invalidPage);
  return pageText(request, page, { count, results, ...(await sumsOf(scope, mapping, query)) });
}

/** Part of the tag: a later version with other fields must not be answered with 304. */
const shapeOf = memoizeBy(({ fields, computed }: Resource) =>
  JSON.stringify([Object.keys(fields), Object.keys(computed)]),
);

/** The tag comes from the versions of the rows, so that an unchanged list costs one pass in the database. */
async function readWhole(
  scope: BranchScope,
  mapping: TableMapping,
  request: PageRequest,
): Promise<WholeList> {
  const query = await searched(scope, mapping, parseListQuery(mapping.resource, request.query));
  assertVisibleOrder(scope, mapping, query);
  const numbered = { columns: sql`${contentNumberOf(mapping)} as number`, joins: joinsOf(mapping, scope) };
  const [counted, generation] = [
    await scope.first(sql<{ count: number; numbers: string | null }>`
      select count(*)::float8 as count, sum(number)::text as numbers
      from (${matchingRows(scope, mapping, query, numbered)}) as found`),
    await readGeneration(scope),
  ];
  const count = counted?.count ?? 0;
  const found = sql`r.id in (${matchingRows(scope, mapping, query, { columns: sql`r.id` })})`;
  return {
    tag: tagOfParts(
      generation.id,
      shapeOf(mapping.resource),
      hiddenFields(mapping.resource, scope.sees).join(),
      count,
      counted?.numbers,
    ),
    count,
    ...(await sumsOf(scope, mapping, query)),
    batches: readRecordBatches(
      scope,
      mapping,
      query.search === '' ? filterOf(scope, mapping, query) : found,
      orderByClause(orderOf(scope, mapping, query)),
    ),
  };
}

export function recordList(mapping: TableMapping): ListReader {
  return {
    page: (scope, request) => readPage(scope, mapping, request),
    whole: (scope, request) => readWhole(scope, mapping, request),
  };
}
