import { type RawBuilder, sql } from 'kysely';
import type { HistoryAction } from '#contract/history.ts';
import type { Page } from '#contract/paging.ts';
import type { BranchScope, Values } from './branch-scope.ts';
import { parseId } from './columns.ts';
import { type PageRequest, pageOfRows } from './lists/page-of-rows.ts';
import type { WireRecord } from './records/record-reader.ts';
import type { Repository } from './records/repository.ts';

/** One thing that was done, as it is kept. */
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

const LONGEST_TITLE = 255;

function kept(record: object | undefined): string | null {
  return record === undefined ? null : JSON.stringify(record);
}

/** Leaves an entry of what was done, in the transaction of the deed. The database lets nobody change it (migration 0005). */
export async function appendHistory(scope: BranchScope, deed: HistoryRecord): Promise<void> {
  const name = sql`(select first_name || ' ' || last_name from ${scope.rows('app_user')} as person
    where id = ${scope.userId})`;
  await scope.insert(
    'history',
    {
      at: scope.now,
      user_id: scope.userId,
      user_name: name,
      device: scope.origin.device,
      agent: scope.origin.agent,
      action: deed.action,
      resource: deed.resource,
      record_id: BigInt(deed.id),
      title: deed.title.slice(0, LONGEST_TITLE),
      month_id: typeof deed.month === 'string' ? BigInt(deed.month) : null,
      before: kept(deed.before),
      after: kept(deed.after),
      note: deed.note,
    },
    sql``,
  );
}

/** The same repository, each of whose writes leaves an entry. */
export function withHistory({ create, update, remove }: Repository): Repository {
  const deedOf = (mapping: Parameters<Repository['create']>[1], record: WireRecord) => ({
    resource: mapping.resource.name,
    id: record.id,
    title: mapping.resource.titleOf(record),
    month: record.month,
  });
  return {
    async create(scope, mapping, body) {
      const after = await create(scope, mapping, body);
      await appendHistory(scope, { ...deedOf(mapping, after), action: 'created', after });
      return after;
    },
    async update(scope, mapping, id, body) {
      const { before, after } = await update(scope, mapping, id, body);
      await appendHistory(scope, { ...deedOf(mapping, after), action: 'changed', before, after });
      return { before, after };
    },
    async remove(scope, mapping, id) {
      const before = await remove(scope, mapping, id);
      await appendHistory(scope, { ...deedOf(mapping, before), action: 'deleted', before });
      return before;
    },
  };
}

const byIdOf = { record: 'record_id', month: 'month_id', user: 'user_id' } as const;

function conditionOf(query: Values): RawBuilder<unknown> {
  const byId = Object.entries(byIdOf).flatMap(([name, column]) => {
    const value = query[name];
    if (typeof value !== 'string' || value === '') return [];
    const id = parseId(value);
    return id === undefined ? [sql`false`] : [sql`${sql.ref(column)} = ${id}`];
  });
  const resource = typeof query.resource === 'string' && query.resource !== '' ? query.resource : undefined;
  const ofResource = resource === undefined ? [] : [sql`resource = ${resource}`];
  return sql.join([sql`true`, ...byId, ...ofResource], sql` and `);
}

const wire = sql`id::text, at, user_id::text as "user", user_name, device, agent, action, resource,
  record_id::text as record, title, month_id::text as month, before, after, note`;

/**
 * What was done, newest first: to one record, in one month, by one person, or all of it.
 * @throws {HttpError} 404 past the end
 */
export function listHistory(scope: BranchScope, asked: PageRequest): Promise<Page<Values>> {
  const found = sql`from ${scope.rows('history')} as entry where ${conditionOf(asked.query)}`;
  return pageOfRows(scope, asked, found, (window) =>
    scope.all(sql<Values>`select ${wire} ${found} order by id desc ${window}`),
  );
}
