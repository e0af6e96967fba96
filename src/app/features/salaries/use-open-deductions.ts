import { useMemo } from 'react';
import type { RecordRow } from '#app/lib/record-row.ts';
import { isTemporaryId } from '#app/outbox/model/ids.ts';
import { useReadStrategy } from '#app/reads/read-strategy.ts';
import { type ListedRecord, type ListResult, useAllRecords } from '#app/reads/use-records.ts';
import { resourceOf } from '#contract/resources/registry.ts';

const deduction = resourceOf('deduction');

/** Returns whether a deduction counts: a rejected create does not, one with a rejected delete does. */
const isInEffect = ({ pending }: ListedRecord) =>
  pending?.state === 'rejected' ? pending.kind !== 'create' : pending?.kind !== 'delete';

interface OpenDeductions {
  /** Undefined if this device does not know them. */
  readonly open: readonly RecordRow[] | undefined;
  readonly list: ListResult;
}

/** Returns whether the settlement is known: some servers do not send it (decision 31). */
const isSettlementKnown = ({ record, pending }: ListedRecord) =>
  pending?.kind === 'create' || record.settled_by !== undefined;

/**
 * Reads the employee's open deductions, pending ones included. Offline, for an employee that was never read,
 * they come from the cached list of all deductions.
 * @param without the id of a pending entry that is being edited and must not count
 */
export function useOpenDeductions(employee: string, without: string | undefined): OpenDeductions {
  const isNew = isTemporaryId(employee);
  const filter = useReadStrategy()?.filter({ employee }) ?? { employee };
  const ofEmployee = useAllRecords(deduction, filter, { without, enabled: employee !== '' && !isNew });
  const cached = useAllRecords(deduction, {}, { without, enabled: false });
  const list = ofEmployee.updatedAt > 0 || cached.updatedAt === 0 ? ofEmployee : cached;
  const known = employee !== '' && (isNew || list.updatedAt > 0);
  const open = useMemo(() => {
    const deductions = list.rows.filter(isInEffect).filter(({ record }) => record.employee === employee);
    if (!known || !deductions.every(isSettlementKnown)) return undefined;
    return deductions.map(({ record }) => record).filter(({ settled_by }) => !settled_by);
  }, [known, list.rows, employee]);
  return { open, list };
}
