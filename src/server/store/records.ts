import { sql } from 'kysely';
import type { Draft } from '#contract/define-resource.ts';
import { holdToRules, parseCreate, parsePatch } from './body.ts';
import type { BranchScope, Values } from './branch-scope.ts';
import { parseId, toColumns } from './columns.ts';
import { refuseInEndedMonth } from './ended-month.ts';
import { refuseMoving } from './fixed-fields.ts';
import { hangingOn, refuseWhileHanging } from './hanging.ts';
import { insertRecord } from './record-reader.ts';
import { notFound } from './refusal.ts';
import { type Repository, requireRecord } from './repository.ts';
import { shareRunningMonth } from './running-month.ts';
import { nameColumns, searchColumns } from './search-text.ts';
import type { TableFacts } from './tables.ts';

/** A row as it is stored and held until the transaction ends, its money in piastres. */
export type StoredRow = Values & { readonly id: bigint };

/** What the server adds to a new record. */
export interface Stamp {
  readonly columns: Values;
  /** What follows once its row is there. */
  readonly afterwards?: (made: { readonly id: bigint }) => Promise<void>;
}

/** What is unlike the others in how one resource's records are written. All of it is in the transaction of the write. */
export interface Unlike {
  /** What the server adds to a new record of these columns; takes the locks that this needs. @throws {Refusal} */
  readonly stamp?: (scope: BranchScope, columns: Values) => Promise<Stamp>;
  /** Says no to a change of a held row to these columns. @throws {Refusal} */
  readonly refuseChange?: (scope: BranchScope, row: StoredRow, columns: Values) => Promise<void>;
  /** Says no to a removal, or undoes what followed from the record. @throws {Refusal} */
  readonly beforeRemove?: (scope: BranchScope, row: StoredRow) => Promise<void>;
}

/** The columns that a search reads. */
function foundBy({ resource, summary }: TableFacts, record: Draft): Values {
  return { ...searchColumns(resource, record), ...(summary && nameColumns(record)) };
}

/** A record's row, held; whoever holds a row of a month holds that the month goes on first. @throws {Refusal} 404 */
async function hold(scope: BranchScope, facts: TableFacts, id: string): Promise<StoredRow> {
  const parsed = parseId(id);
  if (parsed === undefined) throw notFound();
  if (facts.ofMonth) await shareRunningMonth(scope);
  const row = await scope.first(
    sql<StoredRow>`select * from ${scope.rows(facts.table)} as r where id = ${parsed} for update`,
  );
  if (!row) throw notFound();
  return row;
}

/** Records of one table, each standing for itself, with what is unlike about them. */
export function records(unlike: Unlike = {}): Repository {
  return {
    async create(scope, facts, body) {
      const draft = parseCreate(facts.resource, body);
      const month = facts.ofMonth && {
        month_id: (await shareRunningMonth(scope))?.id ?? null,
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
      refuseMoving(facts.resource, before, patch);
      const merged = { ...before, ...patch };
      holdToRules(facts.resource, merged);
      const columns = toColumns(facts.resource.fields, patch);
      await refuseInEndedMonth(scope, facts, row, columns);
      await unlike.refuseChange?.(scope, row, columns);
      await scope.update(facts.table, sql`id = ${row.id}`, { ...columns, ...foundBy(facts, merged) });
      return { before, after: await requireRecord(scope, facts, id) };
    },

    async remove(scope, facts, id) {
      const row = await hold(scope, facts, id);
      const before = await requireRecord(scope, facts, id);
      refuseWhileHanging(facts, before, await hangingOn(scope, facts, row.id));
      await refuseInEndedMonth(scope, facts, row);
      await unlike.beforeRemove?.(scope, row);
      await scope.remove(facts.table, sql`id = ${row.id}`);
      return before;
    },
  };
}
