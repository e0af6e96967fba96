import { useMemo } from 'react';
import type { RecordRow } from '#app/lib/record-row.ts';
import { isTemporaryId } from '#app/outbox/model/ids.ts';
import { useReadStrategy } from '#app/reads/read-strategy.ts';
import { type ListedRecord, type ListResult, useAllRecords } from '#app/reads/use-records.ts';
import { resourceOf } from '#contract/resources/registry.ts';

const deduction = resourceOf('deduction');

/** A refused entry is not what the server will take off, and a refused deletion leaves its deduction where it is. */
const stands = ({ pending }: ListedRecord) =>
  pending?.state === 'rejected' ? pending.kind !== 'create' : pending?.kind !== 'delete';

interface OpenDeductions {
  /** Undefined where this device does not know them. */
  readonly open: readonly RecordRow[] | undefined;
  readonly reading: ListResult;
}

/** A host that does not tell which deductions are settled leaves open which are not (decision 31). */
const tells = ({ record, pending }: ListedRecord) =>
  pending?.kind === 'create' || record.settled_by !== undefined;

/**
 * The employee's deductions that no salary has settled, those on their way included. Offline, where nobody has
 * looked at this employee before, they are read from the list of all that the device keeps.
 * @param without a waiting write that is being changed and so must not count
 */
export function useOpenDeductions(employee: string, without: string | undefined): OpenDeductions {
  const fresh = isTemporaryId(employee);
  const filter = useReadStrategy()?.filter({ employee }) ?? { employee };
  const own = useAllRecords(deduction, filter, { without, enabled: employee !== '' && !fresh });
  const kept = useAllRecords(deduction, {}, { without, enabled: false });
  const reading = own.updatedAt > 0 || kept.updatedAt === 0 ? own : kept;
  const known = employee !== '' && (fresh || reading.updatedAt > 0);
  const open = useMemo(() => {
    const its = reading.rows.filter(stands).filter(({ record }) => record.employee === employee);
    if (!known || !its.every(tells)) return undefined;
    return its.map(({ record }) => record).filter(({ settled_by }) => !settled_by);
  }, [known, reading.rows, employee]);
  return { open, reading };
}
