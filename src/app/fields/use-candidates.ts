import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useConnection } from '#app/api/connection.ts';
import type { AllFilter } from '#app/cache/query-keys.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { useDebouncedValue } from '#app/lib/use-debounced-value.ts';
import { cachedRecordsQuery } from '#app/reads/resource-queries.ts';
import {
  type ListResult,
  type PickerSize,
  useAllRecords,
  usePickerSize,
  useRecords,
} from '#app/reads/use-records.ts';
import type { Resource } from '#contract/define-resource.ts';
import type { Field } from '#contract/fields.ts';
import { readPiastres } from '#contract/money.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { messages } from './texts.en.ts';

const DEBOUNCE_MS = 300;

const hasDebt = (record: RecordRow) => {
  const balance = readPiastres(record.remaining_amount);
  return balance === undefined || balance > 0n;
};

/** Describes the message above the options while the list is incomplete. */
interface Note {
  readonly text: string;
  readonly loading: boolean;
}

interface Candidates {
  readonly resource: Resource;
  readonly records: readonly RecordRow[];
  readonly note: Note | undefined;
  /** Nothing is kept on this device, and the server cannot be reached: an empty list proves nothing. */
  readonly nothingKept: boolean;
}

function noteFor({ status, error }: ListResult): Note | undefined {
  if (status === 'loading') return { text: messages.loading, loading: true };
  return status === 'error'
    ? { text: messages.loadError({ error: error?.message ?? '' }), loading: false }
    : undefined;
}

const recordsIn = (records: ListResult['rows']) =>
  records.filter(({ pending }) => pending?.kind !== 'delete').map(({ record }) => record);

/**
 * Returns the search results of a resource that is too large to load completely, or was never loaded. Online
 * the server searches; offline the records cached on this device are offered.
 * @param neverLoaded the complete list is not on this device
 */
function useSearchResults(
  resource: Resource,
  filter: AllFilter | undefined,
  typed: string,
  size: PickerSize,
  neverLoaded: boolean,
) {
  const offline = useConnection() === 'offline';
  const searches = size.offers === 'search' || (offline && neverLoaded);
  const client = useQueryClient();
  const words = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  const request = useMemo(() => ({ page: 1, search: words, ...filter }), [words, filter]);
  const online = useRecords(resource, request, { enabled: searches && !offline });
  const { data: cached } = useQuery({
    ...cachedRecordsQuery(client, resource),
    enabled: searches && offline,
  });
  const records = useMemo(() => {
    const found = offline ? (cached ?? []).map(({ record }) => record) : recordsIn(online.rows);
    return filter ? found.filter((record) => !record.is_installment) : found;
  }, [offline, cached, online.rows, filter]);
  if (!searches) return undefined;
  const count = Math.max(size.count, records.length);
  const things = resource.plural.toLowerCase();
  if (offline) {
    if (cached?.length === 0) {
      const nothing = { text: messages.nothingKept({ things }), loading: false };
      return { records, note: nothing, nothingKept: true };
    }
    const text = messages.offlineOptions({ offered: records.length, count, things });
    return { records, note: { text, loading: cached === undefined } };
  }
  const searching = typed.trim() !== words || online.fetching;
  const text = searching ? messages.searching : messages.serverSearchHint({ count, things });
  return { records, note: { text, loading: searching } };
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
  const result = useAllRecords(resource, filter, { enabled: size.offers === 'all' });
  const searched = useSearchResults(resource, filter, typed, size, result.updatedAt === 0);
  const others = searched?.records;
  const records = useMemo(() => {
    // With server search these are only the pending records, which no server finds.
    const loaded = recordsIn(result.rows);
    const known = new Set(loaded.map(({ id }) => id));
    const all = [...loaded, ...(others ?? []).filter(({ id }) => !known.has(id))];
    return [...all.filter(hasDebt), ...all.filter((record) => !hasDebt(record))];
  }, [others, result.rows]);
  const nothingKept = searched?.nothingKept === true && records.length === 0;
  return { resource, records, note: searched ? searched.note : noteFor(result), nothingKept };
}
