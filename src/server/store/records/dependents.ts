import { sql } from 'kysely';
import type { Draft } from '#contract/define-resource.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { conflict, type HttpError } from '#server/store/http-error.ts';
import type { TableMapping } from '#server/store/tables.ts';
import { isOfKind, referrersOf } from './record-reader.ts';
import { recordName } from './repository.ts';

/** So many of a thing: "1 installment", "12 records in Adult Courses". */
export interface DependentCount {
  readonly count: number;
  readonly one: string;
  readonly many: string;
}

/** What a kind's rows are called when they are counted. */
export function countLabel(
  { resource }: TableMapping,
  isInstallment: boolean,
  count: number,
): DependentCount {
  if (isInstallment) return { count, one: 'installment', many: 'installments' };
  return { count, one: `record in ${resource.plural}`, many: `records in ${resource.plural}` };
}

function inWords(hanging: readonly DependentCount[]): string {
  const parts = hanging.map(({ count, one, many }) => `${count} ${count === 1 ? one : many}`);
  const last = parts.pop() ?? '';
  return parts.length > 0 ? `${parts.join(', ')} and ${last}` : last;
}

/** The refusal to delete what others hang on (decision 16); undefined where nothing does. */
export function dependentsError(name: string, hanging: readonly DependentCount[]): HttpError | undefined {
  const present = hanging.filter(({ count }) => count > 0);
  if (present.length === 0) return undefined;
  const total = present.reduce((sum, { count }) => sum + count, 0);
  return conflict(`${name} still has ${inWords(present)}. Delete ${total === 1 ? 'it' : 'them'} first.`);
}

/** What refers to a record, kind by kind. */
export async function countDependents(
  scope: BranchScope,
  facts: TableMapping,
  id: bigint,
): Promise<DependentCount[]> {
  const hanging: DependentCount[] = [];
  for (const { referrer, column } of referrersOf(facts)) {
    const isInstallment = referrer.resource.installment ? sql`r.related_id is not null` : sql`false`;
    const rows = await scope.all(sql<{ installment: boolean; count: number }>`
      select ${isInstallment} as installment, count(*)::float8 as count
      from ${scope.rows(referrer.table)} as r where ${sql.ref(column)} = ${id} and ${isOfKind(referrer)}
      group by 1 order by 1`);
    hanging.push(...rows.map((row) => countLabel(referrer, row.installment, row.count)));
  }
  return hanging;
}

/** The same for a record. */
export function assertNoDependents(
  facts: TableMapping,
  record: Draft,
  hanging: readonly DependentCount[],
): void {
  const refusal = dependentsError(recordName(facts, record), hanging);
  if (refusal) throw refusal;
}
