import { sql } from 'kysely';
import type { Draft } from '#contract/define-resource.ts';
import type { BranchScope } from './branch-scope.ts';
import { isOfKind, referrersOf } from './record-reader.ts';
import { clash, type Refusal } from './refusal.ts';
import { nameOf } from './repository.ts';
import type { TableFacts } from './tables.ts';

/** So many of a thing: "1 installment", "12 records in Adult Courses". */
export interface Counted {
  readonly count: number;
  readonly one: string;
  readonly many: string;
}

/** What a kind's rows are called when they are counted. */
export function countedAs({ resource }: TableFacts, isInstallment: boolean, count: number): Counted {
  if (isInstallment) return { count, one: 'installment', many: 'installments' };
  return { count, one: `record in ${resource.plural}`, many: `records in ${resource.plural}` };
}

function inWords(hanging: readonly Counted[]): string {
  const parts = hanging.map(({ count, one, many }) => `${count} ${count === 1 ? one : many}`);
  const last = parts.pop() ?? '';
  return parts.length > 0 ? `${parts.join(', ')} and ${last}` : last;
}

/** The refusal to delete what others hang on (decision 16); undefined where nothing does. */
export function stillHanging(name: string, hanging: readonly Counted[]): Refusal | undefined {
  const present = hanging.filter(({ count }) => count > 0);
  if (present.length === 0) return undefined;
  const total = present.reduce((sum, { count }) => sum + count, 0);
  return clash(`${name} still has ${inWords(present)}. Delete ${total === 1 ? 'it' : 'them'} first.`);
}

/** What refers to a record, kind by kind. */
export async function hangingOn(scope: BranchScope, facts: TableFacts, id: bigint): Promise<Counted[]> {
  const hanging: Counted[] = [];
  for (const { referrer, column } of referrersOf(facts)) {
    const isInstallment = referrer.resource.installment ? sql`r.related_id is not null` : sql`false`;
    const rows = await scope.all(sql<{ installment: boolean; count: number }>`
      select ${isInstallment} as installment, count(*)::float8 as count
      from ${scope.rows(referrer.table)} as r where ${sql.ref(column)} = ${id} and ${isOfKind(referrer)}
      group by 1 order by 1`);
    hanging.push(...rows.map((row) => countedAs(referrer, row.installment, row.count)));
  }
  return hanging;
}

/** The same for a record. */
export function refuseWhileHanging(facts: TableFacts, record: Draft, hanging: readonly Counted[]): void {
  const refusal = stillHanging(nameOf(facts, record), hanging);
  if (refusal) throw refusal;
}
