import { sql } from 'kysely';
import type { FieldConflicts } from '#contract/change.ts';
import type { Draft, FormDefinition } from '#contract/define-resource.ts';
import { WHOLE } from '#contract/errors.ts';
import { monthHasEnded } from '#contract/month.ts';
import type { BranchScope, ColumnValues } from '#server/db/branch-scope.ts';
import type { TableMapping } from '#server/db/tables.ts';
import { messages } from '#server/messages/store.en.ts';
import { badFields, ChangedMeanwhileError, conflict, type HttpError } from '#server/platform/http-error.ts';
import { monthById } from './month-lock.ts';
import { isOfKind } from './record-columns.ts';
import { referrersOf, type WireRecord } from './record-reader.ts';
import { seenNow } from './seen-records.ts';

export type IfMatch = ReadonlySet<number>;

/** The record must be locked (decision 41). */
export function assertVersion(current: WireRecord, ifMatch: IfMatch | undefined): void {
  if (ifMatch === undefined || ifMatch.has(current.version)) return;
  const message = messages.changedSinceSeen;
  const problems = [{ field: WHOLE, message, code: 'changed-meanwhile' as const }];
  throw new ChangedMeanwhileError(412, { detail: message, problems, current });
}

/** Decision 41. */
export function assertNoConflicts(current: { readonly id: string }, conflicts: FieldConflicts): void {
  const fields = Object.keys(conflicts);
  if (fields.length === 0) return;
  const message = messages.changedMeanwhile;
  const problems = fields.map((field) => ({ field, message, code: 'changed-meanwhile' as const }));
  throw new ChangedMeanwhileError(409, { detail: message, problems, conflicts, current });
}

/** Such as the book of a book order and the employee of a salary (decisions 35 and 36). */
export function assertImmutable({ singular, fields }: FormDefinition, before: Draft, patch: Draft): void {
  const changed = Object.entries(fields).filter(
    ([name, field]) => field.immutable && patch[name] !== undefined && patch[name] !== before[name],
  );
  if (changed.length === 0) return;
  throw badFields(
    changed.map(([name, { label }]) => ({
      field: name,
      message: messages.fieldImmutable({ label, singular: singular.toLowerCase() }),
    })),
  );
}

/** Decision 20. */
export async function assertNotEnded(
  scope: BranchScope,
  mapping: TableMapping,
  { id, month_id }: ColumnValues,
): Promise<void> {
  const month = typeof month_id === 'bigint' ? await monthById(scope, month_id) : undefined;
  if (month?.status !== 'ended') return;
  throw conflict(monthHasEnded(month.name), {
    code: 'month-ended',
    ...(await seenNow(scope, mapping, String(id))),
  });
}

/** Without `columns` it checks a delete: a record without cash may still be deleted (decisions 20 and 37). */
export async function assertMonthNotEnded(
  scope: BranchScope,
  mapping: TableMapping,
  row: ColumnValues,
  columns?: ColumnValues,
): Promise<void> {
  const finalColumns = mapping.monthRule?.finalColumns ?? [];
  const changesCash = columns
    ? [...finalColumns, 'payment_method', 'from_drawer'].some(
        (name) => columns[name] !== undefined && columns[name] !== row[name],
      )
    : finalColumns.some((name) => row[name] !== 0n && row[name] !== null);
  if (changesCash) await assertNotEnded(scope, mapping, row);
}

interface DependentCount {
  readonly count: number;
  readonly label: string;
}

export function countLabel(
  { resource }: TableMapping,
  isInstallment: boolean,
  count: number,
): DependentCount {
  const label = isInstallment
    ? messages.installmentCount({ count })
    : messages.recordCount({ count, name: resource.name });
  return { count, label };
}

function joinCounts(dependents: readonly DependentCount[]): string {
  const others = dependents.map(({ label }) => label);
  const last = others.pop() ?? '';
  return others.length > 0 ? messages.countsJoined({ others, last }) : last;
}

export function dependentsError(title: string, dependents: readonly DependentCount[]): HttpError | undefined {
  const present = dependents.filter(({ count }) => count > 0);
  if (present.length === 0) return undefined;
  return conflict(messages.hasDependents({ title, counts: joinCounts(present) }), { code: 'still-needed' });
}

export async function countDependents(
  scope: BranchScope,
  mapping: TableMapping,
  id: string,
): Promise<DependentCount[]> {
  const dependents: DependentCount[] = [];
  for (const { referrer, column } of referrersOf(mapping).filter((one) => !one.referrer.isAttached)) {
    const isInstallment = referrer.resource.installment ? sql`r.related_id is not null` : sql`false`;
    const rows = await scope.all(sql<{ installment: boolean; count: number }>`
      select ${isInstallment} as installment, count(*)::float8 as count
      from ${scope.rows(referrer.table)} as r where ${sql.ref(column)} = ${id} and ${isOfKind(referrer)}
      group by 1 order by 1`);
    dependents.push(...rows.map((row) => countLabel(referrer, row.installment, row.count)));
  }
  return dependents;
}

export function assertNoDependents(
  mapping: TableMapping,
  record: Draft,
  dependents: readonly DependentCount[],
): void {
  const error = dependentsError(mapping.resource.titleOf(record), dependents);
  if (error) throw error;
}
