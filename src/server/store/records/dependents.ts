import { sql } from 'kysely';
import { type Draft, nounsOf } from '#contract/define-resource.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { conflict, type HttpError } from '#server/store/http-error.ts';
import { messages } from '#server/store/messages.ts';
import type { TableMapping } from '#server/store/tables.ts';
import { isOfKind } from './record-columns.ts';
import { referrersOf } from './record-reader.ts';

/** Counts dependents of one kind, with a label such as "12 adult course enrolments". */
export interface DependentCount {
  readonly count: number;
  readonly label: string;
}

/** Returns a count with the label of its records. */
export function countLabel(
  { resource }: TableMapping,
  isInstallment: boolean,
  count: number,
): DependentCount {
  const label = isInstallment
    ? messages.installmentCount({ count })
    : messages.recordCount({ count, nouns: nounsOf(resource) });
  return { count, label };
}

function joinCounts(dependents: readonly DependentCount[]): string {
  const others = dependents.map(({ label }) => label);
  const last = others.pop() ?? '';
  return others.length > 0 ? messages.countsJoined({ others, last }) : last;
}

/** Creates the 409 for a delete with dependents (decision 16); undefined without dependents. */
export function dependentsError(title: string, dependents: readonly DependentCount[]): HttpError | undefined {
  const present = dependents.filter(({ count }) => count > 0);
  if (present.length === 0) return undefined;
  return conflict(messages.hasDependents({ title, counts: joinCounts(present) }));
}

/** Counts the records that refer to a record, per resource. */
export async function countDependents(
  scope: BranchScope,
  mapping: TableMapping,
  id: bigint,
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

/** Rejects the delete of a record that still has dependents. @throws {HttpError} 409 */
export function assertNoDependents(
  mapping: TableMapping,
  record: Draft,
  dependents: readonly DependentCount[],
): void {
  const error = dependentsError(mapping.resource.titleOf(record), dependents);
  if (error) throw error;
}
