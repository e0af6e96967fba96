import type { Draft } from '#contract/define-resource.ts';
import type { Refusal } from './refusal.ts';
import { clash } from './refusal.ts';
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
  return { count, one: `record in ${resource.many}`, many: `records in ${resource.many}` };
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

/** The same for a record. */
export function refuseWhileHanging(facts: TableFacts, record: Draft, hanging: readonly Counted[]): void {
  const refusal = stillHanging(nameOf(facts, record), hanging);
  if (refusal) throw refusal;
}
