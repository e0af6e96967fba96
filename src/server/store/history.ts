import { type RawBuilder, sql } from 'kysely';
import type { HistoryAction } from '#contract/history.ts';
import type { Page } from '#contract/paging.ts';
import type { BranchScope, ColumnValues } from './branch-scope.ts';
import { parseId } from './columns.ts';
import { type PageRequest, pageOfRows } from './lists/page-of-rows.ts';
import type { WireRecord } from './records/record-reader.ts';
import type { Repository } from './records/repository.ts';

/** Describes one write for the history. */
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

/** Appends a write to the history, in the same transaction. A trigger makes history rows immutable (migration 0005). */
export async function appendHistory(scope: BranchScope, write: HistoryRecord): Promise<void> {
  const name = sql`(select first_name || ' ' || last_name from ${scope.rows('app_user')} as author
    where id = ${scope.userId})`;
  await scope.insert(
    'history',
    {
      at: scope.now,
      user_id: scope.userId,
      user_name: name,
      device: scope.origin.device,
      agent: scope.origin.agent,
      action: write.action,
      resource: write.resource,
      record_id: BigInt(write.id),
      title: write.title.slice(0, MAX_TITLE_LENGTH),
      month_id: typeof write.month === 'string' ? BigInt(write.month) : null,
      before: toJson(write.before),
      after: toJson(write.after),
      note: write.note,
    },
    sql``,
  );
}

/** Wraps a repository so that every write is appended to the history. */
export function withHistory({ create, update, remove }: Repository): Repository {
  const historyRecordOf = (mapping: Parameters<Repository['create']>[1], record: WireRecord) => ({
    resource: mapping.resource.name,
    id: record.id,
    title: mapping.resource.titleOf(record),
    month: record.month,
  });
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
    async remove(scope, mapping, id, ifMatch) {
      const before = await remove(scope, mapping, id, ifMatch);
      await appendHistory(scope, { ...historyRecordOf(mapping, before), action: 'deleted', before });
      return before;
    },
  };
}

const idColumns = { record: 'record_id', month: 'month_id', user: 'user_id' } as const;

function conditionOf(query: ColumnValues): RawBuilder<unknown> {
  const idConditions = Object.entries(idColumns).flatMap(([name, column]) => {
    const value = query[name];
    if (typeof value !== 'string' || value === '') return [];
    const id = parseId(value);
    return id === undefined ? [sql`false`] : [sql`${sql.ref(column)} = ${id}`];
  });
  const resource = typeof query.resource === 'string' && query.resource !== '' ? query.resource : undefined;
  const ofResource = resource === undefined ? [] : [sql`resource = ${resource}`];
  return sql.join([sql`true`, ...idConditions, ...ofResource], sql` and `);
}

const wireColumns = sql`id::text, at, user_id::text as "user", user_name, device, agent, action, resource,
  record_id::text as record, title, month_id::text as month, before, after, note`;

/**
 * Lists the history, newest first, optionally of one record, month or user.
 * @throws {HttpError} 404 past the last page
 */
export function listHistory(scope: BranchScope, request: PageRequest): Promise<Page<ColumnValues>> {
  const found = sql`from ${scope.rows('history')} as entry where ${conditionOf(request.query)}`;
  return pageOfRows(scope, request, found, (limitClause) =>
    scope.all(sql<ColumnValues>`select ${wireColumns} ${found} order by id desc ${limitClause}`),
  );
}
