import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useConnection } from '#app/api/connection.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { useDebouncedValue } from '#app/lib/use-debounced-value.ts';
import { type PickerSize, usePickerSize } from '#app/reads/picker-size.ts';
import { type AllFilter, cachedRecordsQuery } from '#app/reads/resource-queries.ts';
import { type ListResult, useAllRecords, useRecords } from '#app/reads/use-records.ts';
import type { Resource } from '#contract/define-resource.ts';
import type { Field } from '#contract/fields.ts';
import { readPiastres } from '#contract/money.ts';
import { resourceOf } from '#contract/resources/registry.ts';

const SETTLE_MS = 300;

const owes = (row: RecordRow) => {
  const balance = readPiastres(row.remaining_amount);
  return balance === undefined || balance > 0n;
};

/** Describes the message above the options while the list is incomplete. */
interface Note {
  readonly text: string;
  readonly loading: boolean;
}

interface Candidates {
  readonly resource: Resource;
  readonly rows: readonly RecordRow[];
  readonly note: Note | undefined;
}

function noteOf({ status, error }: ListResult): Note | undefined {
  if (status === 'loading') return { text: 'Loading…', loading: true };
  return status === 'error' ? { text: `Error: ${error ?? ''}`, loading: false } : undefined;
}

const recordsIn = (rows: ListResult['rows']) =>
  rows.filter(({ pending }) => pending?.kind !== 'delete').map(({ record }) => record);

/**
 * Returns the search results of a resource that is too large to load completely. Online the server
 * searches; offline the records cached on this device are offered.
 */
function useFound(resource: Resource, filter: AllFilter | undefined, typed: string, size: PickerSize) {
  const searches = size.offers === 'search';
  const offline = useConnection() === 'offline';
  const client = useQueryClient();
  const words = useDebouncedValue(typed.trim(), SETTLE_MS);
  const asked = useMemo(() => ({ page: 1, search: words, ...filter }), [words, filter]);
  const online = useRecords(resource, asked, { enabled: searches && !offline });
  const { data: kept } = useQuery({ ...cachedRecordsQuery(client, resource), enabled: searches && offline });
  const rows = useMemo(() => {
    const here = offline ? (kept ?? []).map(({ record }) => record) : recordsIn(online.rows);
    return filter ? here.filter((row) => !row.is_installment) : here;
  }, [offline, kept, online.rows, filter]);
  if (!searches) return undefined;
  const many = `${size.count.toLocaleString('en')} ${resource.plural.toLowerCase()}`;
  if (offline) {
    const text = `You are offline: only the ${rows.length} of ${many} that this device keeps are offered.`;
    return { rows, note: { text, loading: kept === undefined } };
  }
  const waits = typed.trim() !== words || online.fetching;
  const text = waits ? 'Searching…' : `Type a name, a code or a number: the server searches all ${many}.`;
  return { rows, note: { text, loading: waits } };
}

const ENROLMENTS: AllFilter = { is_installment: false };

/**
 * Returns the records that a reference field offers, those with a debt first. A resource with installments
 * offers only its enrolments (specification, section 7). A resource that is too large for the device is
 * searched by the typed words.
 */
export function useCandidates(field: Field, typed: string): Candidates {
  const resource = resourceOf(field.refersTo ?? 'student');
  const filter = resource.installment && ENROLMENTS;
  const size = usePickerSize(resource);
  const reading = useAllRecords(resource, filter, { enabled: size.offers === 'all' });
  const found = useFound(resource, filter, typed, size);
  const others = found?.rows;
  const rows = useMemo(() => {
    // If the server is searched, these are the pending records of this device, which no server finds.
    const own = recordsIn(reading.rows);
    const known = new Set(own.map(({ id }) => id));
    const records = [...own, ...(others ?? []).filter(({ id }) => !known.has(id))];
    return [...records.filter(owes), ...records.filter((row) => !owes(row))];
  }, [others, reading.rows]);
  return { resource, rows, note: found ? found.note : noteOf(reading) };
}
