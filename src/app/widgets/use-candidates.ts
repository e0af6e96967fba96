import { useMemo } from 'react';
import type { RecordRow } from '#app/data/record-row.ts';
import { useAllRecords } from '#app/outbox/use-records.ts';
import type { Resource } from '#contract/define-resource.ts';
import type { Field } from '#contract/fields.ts';
import { piastres } from '#contract/money.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { textOf } from './widget.ts';

const owes = (row: RecordRow) => {
  const owed = textOf(row.remaining_amount);
  return owed === '' || piastres(owed) > 0n;
};

/** What the list says above its options while they are not all there. */
interface Note {
  readonly text: string;
  readonly loading: boolean;
}

interface Candidates {
  readonly resource: Resource;
  readonly rows: readonly RecordRow[];
  readonly note: Note | undefined;
}

/**
 * The records a reference may name, those with something left to pay first; of a kind that takes
 * installments only the enrolments themselves (specification, section 7).
 */
export function useCandidates(field: Field): Candidates {
  const resource = resourceOf(field.refersTo ?? 'student');
  const reading = useAllRecords(resource, resource.installment && { is_installment: false });
  const rows = useMemo(() => {
    const records = reading.rows
      .filter(({ pending }) => pending?.kind !== 'delete')
      .map(({ record }) => record);
    return [...records.filter(owes), ...records.filter((row) => !owes(row))];
  }, [reading.rows]);

  const loading = reading.status === 'loading';
  const text = loading
    ? 'Loading…'
    : reading.status === 'error'
      ? `Error: ${reading.error ?? ''}`
      : undefined;
  return { resource, rows, note: text === undefined ? undefined : { text, loading } };
}
