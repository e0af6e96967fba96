import { sql } from 'kysely';
import type { Draft } from '#contract/define-resource.ts';
import type { BranchScope, Values } from '#server/store/branch-scope.ts';
import { parseId, toColumns } from '#server/store/columns.ts';
import { notFound } from '#server/store/http-error.ts';
import { nameColumns, searchColumns } from '#server/store/lists/search-text.ts';
import { lockMonthShared } from '#server/store/months/month-lock.ts';
import type { TableMapping } from '#server/store/tables.ts';
import { assertRules, parseCreate, parsePatch } from './body.ts';
import { assertNoDependents, countDependents } from './dependents.ts';
import { assertMonthNotEnded } from './ended-month.ts';
import { assertImmutable } from './immutable-fields.ts';
import { insertRecord } from './record-reader.ts';
import { type Repository, requireRecord } from './repository.ts';

/** A row as it is stored and held until the transaction ends, its money in piastres. */
export type StoredRow = Values & { readonly id: bigint };

/** What the server adds to a new record. */
export interface ServerFields {
  readonly columns: Values;
  /** What follows once its row is there. */
  readonly afterwards?: (made: { readonly id: bigint }) => Promise<void>;
}

/** What is unlike the others in how one resource's records are written. All of it is in the transaction of the write. */
export interface ResourceHooks {
  /** What the server adds to a new record of these columns; takes the locks that this needs. @throws {Refusal} */
  readonly stamp?: (scope: BranchScope, columns: Values) => Promise<ServerFields>;
  /** Says no to a change of a held row to these columns. @throws {Refusal} */
  readonly refuseChange?: (scope: BranchScope, row: StoredRow, columns: Values) => Promise<void>;
  /** Says no to a removal, or undoes what followed from the record. @throws {Refusal} */
  readonly beforeRemove?: (scope: BranchScope, row: StoredRow) => Promise<void>;
}

/** The columns that a search reads. */
function foundBy({ resource, summary }: TableMapping, record: Draft): Values {
  return { ...searchColumns(resource, record), ...(summary && nameColumns(record)) };
}

/** A record's row, held; whoever holds a row of a month holds that the month goes on first. @throws {Refusal} 404 */
async function hold(scope: BranchScope, facts: TableMapping, id: string): Promise<StoredRow> {
  const parsed = parseId(id);
  if (parsed === undefined) throw notFound();
  if (facts.ofMonth) await lockMonthShared(scope);
  const row = await scope.first(
    sql<StoredRow>`select * from ${scope.rows(facts.table)} as r where id = ${parsed} for update`,
  );
  if (!row) throw notFound();
  return row;
}

/** Records of one table, each standing for itself, with what is unlike about them. */
export function records(unlike: ResourceHooks = {}): Repository {
  return {
    async create(scope, facts, body) {
      const draft = parseCreate(facts.resource, body);
      const month = facts.ofMonth && {
        month_id: (await lockMonthShared(scope))?.id ?? null,
        created_by: scope.userId,
      };
      const columns = toColumns(facts.resource.fields, draft);
      const stamp = await unlike.stamp?.(scope, columns);
      const searched = foundBy(facts, { ...draft, ...stamp?.columns });
      const values = { ...columns, ...stamp?.columns, ...searched, ...month, created_at: scope.now };
      const made = await insertRecord(scope, facts, values);
      await stamp?.afterwards?.({ id: BigInt(made.id) });
      return made;
    },

    async update(scope, facts, id, body) {
      const row = await hold(scope, facts, id);
      const before = await requireRecord(scope, facts, id);
      const patch = parsePatch(facts.resource, body);
      assertImmutable(facts.resource, before, patch);
      const merged = { ...before, ...patch };
      assertRules(facts.resource, merged);
      const columns = toColumns(facts.resource.fields, patch);
      await assertMonthNotEnded(scope, facts, row, columns);
      await unlike.refuseChange?.(scope, row, columns);
      await scope.update(facts.table, sql`id = ${row.id}`, { ...columns, ...foundBy(facts, merged) });
      return { before, after: await requireRecord(scope, facts, id) };
    },

    async remove(scope, facts, id) {
      const row = await hold(scope, facts, id);
      const before = await requireRecord(scope, facts, id);
      assertNoDependents(facts, before, await countDependents(scope, facts, row.id));
      await assertMonthNotEnded(scope, facts, row);
      await unlike.beforeRemove?.(scope, row);
      await scope.remove(facts.table, sql`id = ${row.id}`);
      return before;
    },
  };
}
