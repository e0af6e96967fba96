import { useQuery } from '@tanstack/react-query';
import { textOf } from '#app/fields/field-control.ts';
import { debtOf } from '#app/lib/debt-of.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { monthsQuery } from '#app/reads/branch-queries.ts';
import type { Resource } from '#contract/define-resource.ts';
import type { Field } from '#contract/fields.ts';
import { readPiastres } from '#contract/money.ts';

/** The ended month of a record. */
export interface EndedMonth {
  /** Undefined for a month that is not among the newest. */
  readonly name: string | undefined;
}

export function useEndedMonth(record: RecordRow | undefined): EndedMonth | undefined {
  const id = textOf(record?.month);
  const { data } = useQuery({ ...monthsQuery(1), enabled: id !== '' });
  if (!data || id === '') return undefined;
  const month = data.results.find((candidate) => candidate.id === id);
  return month?.status === 'running' ? undefined : { name: month?.name };
}

/** Tells whether a field of an ended month can no longer change (decisions 20 and 37). */
export function isFinal(resource: Resource, record: RecordRow, name: string, { kind }: Field): boolean {
  if (kind === 'quantity' || name === resource.cash?.field) return true;
  const left = readPiastres(record[debtOf(resource)?.left ?? '']) ?? 0n;
  return kind === 'money' && (resource.counts !== undefined || left <= 0n);
}
