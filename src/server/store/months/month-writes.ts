import { sql } from 'kysely';
import type { BranchScope, ColumnValues } from '#server/store/branch-scope.ts';
import { historyColumns } from '#server/store/history.ts';
import { isVisibleEntry, visibleEntry } from '#server/store/visible-history.ts';

/** Limits the writes of a re-opened month in one answer. */
const MAX_WRITES = 100;

/**
 * Reads what was written to records of a month between its last undo and the end after that, newest first; nothing of a month that was
 * never re-opened.
 */
export async function writesAfterUndo(scope: BranchScope, month: bigint): Promise<object> {
  const toggles = sql`select id, action from ${scope.rows('history')} as entry
    where resource = 'month' and record_id = ${month} and action in ('reopened', 'ended')`;
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
