import { type RawBuilder, sql } from 'kysely';
import type { HistoryAction } from '#contract/history.ts';
import { permissionFor } from '#contract/record-permissions.ts';
import { DRAWER_CLOSE } from '#contract/resource-names.ts';
import { isResourceName } from '#contract/resources/registry.ts';
import type { BranchScope, ColumnValues } from '#server/db/branch-scope.ts';
import { parseId } from '#server/db/columns.ts';
import { named } from '#server/db/connections.ts';
import { readGeneration } from '#server/db/generation.ts';
import { jsonRows, mapBatches } from '#server/db/row-batches.ts';
import { type TableMapping, tableOf, tables } from '#server/db/tables.ts';
import { inLanguage } from '#server/messages/language.ts';
import { messages } from '#server/messages/store.en.ts';
import { badField } from '#server/platform/http-error.ts';
import { type ListReader, pageOfRows, tagOfParts } from '#server/records/list-reader.ts';
import { visibleMonth } from '#server/records/record-permissions.ts';
import type { WireRecord } from '#server/records/record-reader.ts';
import type { Repository } from '#server/records/repository.ts';
import { visibleRecord } from '#server/records/seen-records.ts';

export interface HistoryRecord {
  readonly action: HistoryAction;
  readonly resource: string;
  readonly id: string;
  readonly title: string;
  readonly month: unknown;
  readonly before?: object;
  readonly after?: object;
  readonly note?: string;
}

const MAX_TITLE_LENGTH = 255;

function toJson(record: object | undefined): string | null {
  return record === undefined ? null : JSON.stringify(record);
}

const nameOf = ({ branchId }: BranchScope, id: bigint) => sql`person_name(${branchId}, ${id})`;

/** Same transaction as the write. A trigger makes history rows immutable. */
export async function appendHistory(scope: BranchScope, write: HistoryRecord): Promise<void> {
  const { approver, origin } = scope;
  const { enteredBy } = origin;
  const entry = {
    at: scope.now,
    user_id: scope.userId,
    user_name: nameOf(scope, scope.userId),
    approved_by: approver?.userId ?? null,
    approved_by_name: approver?.name ?? null,
    entered_by: enteredBy ?? null,
    entered_by_name: enteredBy === undefined ? null : nameOf(scope, enteredBy),
    device: origin.device ?? null,
    agent: origin.agent ?? null,
    action: write.action,
    resource: write.resource,
    record_id: write.id,
    title: write.title.slice(0, MAX_TITLE_LENGTH),
    month_id: typeof write.month === 'string' ? BigInt(write.month) : null,
    before: toJson(write.before),
    after: toJson(write.after),
    note: write.note ?? null,
    key: scope.key ?? null,
  };
  await scope.insert('history', entry, sql``, (insert) => sql`${named} ${insert}`);
}

export function historyRecordOf({ resource }: TableMapping, record: WireRecord) {
  return {
    resource: resource.name,
    id: record.id,
    title: inLanguage('en', () => resource.titleOf(record)),
    month: record.month,
  };
}

export function withHistory({ create, update, remove }: Repository): Repository {
  return {
    async create(scope, mapping, body) {
      const after = await create(scope, mapping, body);
      await appendHistory(scope, { ...historyRecordOf(mapping, after), action: 'created', after });
      return after;
    },
    async update(scope, mapping, id, body, ifMatch) {
      const { before, after } = await update(scope, mapping, id, body, ifMatch);
      if (after !== before)
        await appendHistory(scope, { ...historyRecordOf(mapping, after), action: 'changed', before, after });
      return { before, after };
    },
    async remove(scope, mapping, id, ifMatch, reason) {
      const before = await remove(scope, mapping, id, ifMatch, reason);
      await appendHistory(scope, {
        ...historyRecordOf(mapping, before),
        action: 'deleted',
        before,
        note: reason,
      });
      return before;
    },
  };
}

export const USER_HISTORY = 'user';
export const TOKEN_HISTORY = 'spreadsheet-token';

/** Decision 46. */
export function hiddenResources({ sees }: Pick<BranchScope, 'sees'>): readonly string[] {
  return tables
    .filter(({ resource }) => !sees(permissionFor(resource, 'read')))
    .map(({ resource }) => resource.name);
}

function isVisibleEntry(scope: BranchScope): RawBuilder<unknown> {
  const hidden = [
    ...hiddenResources(scope),
    ...(scope.sees('users.manage') ? [] : [USER_HISTORY]),
    ...(scope.sees('settings.manage') ? [] : [TOKEN_HISTORY]),
    ...(scope.sees('drawer.see-all') ? [] : [DRAWER_CLOSE]),
  ];
  return hidden.length === 0 ? sql`true` : sql`resource <> all(${hidden}::text[])`;
}

function visibleEntry(scope: BranchScope, entry: ColumnValues): ColumnValues {
  const { resource } = entry;
  const show = (record: unknown) => {
    if (typeof record !== 'object' || record === null) return record;
    if (resource === 'month') return visibleMonth(scope, record);
    return isResourceName(resource) ? visibleRecord(scope, tableOf(resource), record) : record;
  };
  return { ...entry, before: show(entry.before), after: show(entry.after) };
}

const filterColumns = [
  ['record', 'record_id'],
  ['month', 'month_id'],
  ['user', 'user_id'],
  ['resource', 'resource'],
] as const;

function filtersOf(query: ColumnValues): readonly RawBuilder<unknown>[] {
  return filterColumns.flatMap(([name, column]) => {
    const value = query[name];
    if (typeof value !== 'string' || value === '') return [];
    const wanted = name === 'resource' || name === 'record' ? value : parseId(value);
    return [wanted === undefined ? sql`false` : sql`${sql.ref(column)} = ${wanted}`];
  });
}

function foundBy(scope: BranchScope, filters: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const conditions = sql.join([isVisibleEntry(scope), ...filters], sql` and `);
  return sql`from ${scope.rows('history')} as entry where ${conditions}`;
}

const historyColumns = sql`id::text, at, user_id::text as "user", user_name, device, agent, action, resource,
  record_id as record, title, month_id::text as month, before, after, note,
  approved_by::text as approved_by, approved_by_name, entered_by::text as entered_by, entered_by_name`;

export const historyList: ListReader = {
  page(scope, request) {
    const found = foundBy(scope, filtersOf(request.query));
    return pageOfRows(
      request,
      () => scope.count(found),
      // The ids come from an index alone, however deep the page is.
      async (limitClause) => {
        const entries =
          await scope.all(sql<ColumnValues>`select ${historyColumns} from ${scope.rows('history')} as entry
          where id = any(array(select id ${found} order by entry.id desc ${limitClause})) order by entry.id desc`);
        return entries.map((entry) => visibleEntry(scope, entry));
      },
    );
  },
  async whole(scope, request) {
    const filters = filtersOf(request.query);
    if (filters.length === 0) throw badField('no_pagination', messages.historyUnfiltered);
    const found = foundBy(scope, filters);
    const newest = await scope.first(
      sql<{ count: number; id: bigint | null }>`select count(*)::float8 as count, max(id) as id ${found}`,
    );
    const count = newest?.count ?? 0;
    return {
      // Entries stay as they are, so the newest one and their number identify them.
      tag: tagOfParts(
        (await readGeneration(scope)).id,
        newest?.id,
        count,
        String(scope.sees('months.figures')),
        String(scope.sees('salaries.read')),
      ),
      count,
      batches: mapBatches(
        scope.batches(sql<ColumnValues>`select ${historyColumns} ${found} order by entry.id desc`),
        (rows) => jsonRows(rows.map((entry) => visibleEntry(scope, entry))),
      ),
    };
  },
};

const MAX_WRITES = 100;

/** Between the month's last undo and the next end; empty if it was never re-opened. */
export async function writesAfterUndo(scope: BranchScope, month: bigint): Promise<object> {
  const toggles = sql`select id, action from ${scope.rows('history')} as entry
    where resource = 'month' and record_id = ${String(month)} and action in ('reopened', 'ended')`;
  const rows = await scope.all(sql<ColumnValues & { total: number }>`
    with undo as (select id from (${toggles}) as toggle where action = 'reopened' order by id desc limit 1),
      ending as (select min(toggle.id) as id from (${toggles}) as toggle, undo where toggle.action = 'ended' and toggle.id > undo.id)
    select ${historyColumns}, (count(*) over ())::int as total from ${scope.rows('history')} as entry
    where month_id = ${month} and resource <> 'month' and entry.id > (select id from undo)
      and entry.id < coalesce((select id from ending), 9223372036854775807) and ${isVisibleEntry(scope)}
    order by entry.id desc limit ${MAX_WRITES}`);
  return {
    count: rows[0]?.total ?? 0,
    results: rows.map(({ total: _total, ...entry }) => visibleEntry(scope, entry)),
  };
}
