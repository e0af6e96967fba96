import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useConnection } from '#app/api/connection.ts';
import { NEVER_READ, type Snapshot } from '#app/cache/snapshot.ts';
import { textOf } from '#app/fields/field-control.ts';
import { currentDay, effectiveDayOf } from '#app/lib/branch-day.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { useBranch } from '#app/reads/branch-queries.ts';
import type { CachedRecord } from '#app/reads/cached-records.ts';
import { debtsQuery, overlayDebts, type ShownDebt } from '#app/reads/debts.ts';
import { allQuery, cachedRecordsQuery } from '#app/reads/resource-queries.ts';
import { useOutboxView } from '#app/reads/use-outbox.ts';
import { overlayPage, overlayRecord } from '#app/reads/with-pending.ts';
import type { Day } from '#contract/days.ts';
import { type DebtRow, debtKinds } from '#contract/debts.ts';
import type { Resource } from '#contract/define-resource.ts';
import { formatDecimal, type Piastres, parsePiastres, readPiastres, sum } from '#contract/money.ts';
import { foldForSearch, PAGE_SIZE, type Page } from '#contract/paging.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { ageInDays, type DebtAge, debtAgeOf, debtAges } from '#contract/rules/ages.ts';
import { byPhone } from '#contract/student-phones.ts';
import { type DebtFilters, debtsRequest } from './debt-filters.ts';

interface KnownRecord {
  readonly kind: string;
  readonly record: RecordRow;
}

interface DebtList {
  readonly count: number;
  readonly rows: readonly DebtRow[];
  readonly totals: Readonly<Record<string, string>>;
  readonly counts: Readonly<Record<string, number>>;
}

interface OpenDebt extends KnownRecord {
  readonly student: string;
  readonly remaining: Piastres;
  readonly day: string;
}

function openDebt({ kind, record }: KnownRecord): OpenDebt[] {
  const remaining = readPiastres(record.remaining_amount);
  if (record.is_installment === true || remaining === undefined || remaining <= 0n) return [];
  return [{ kind, record, student: textOf(record.student), remaining, day: effectiveDayOf(record) }];
}

const data = (record: RecordRow, name: string) => {
  const student = record.student_data;
  return typeof student === 'object' && student !== null && name in student
    ? textOf((student as Record<string, unknown>)[name])
    : '';
};

function rowOf(
  all: readonly OpenDebt[],
  asked: readonly OpenDebt[],
  student: RecordRow | undefined,
  today: Day,
) {
  const [first] = asked;
  const oldest = asked.map(({ day }) => day).sort()[0];
  if (!first || oldest === undefined) return [];
  const { record } = first;
  const row: DebtRow = {
    id: first.student,
    name: textOf(student?.name) || data(record, 'name'),
    code: textOf(student?.code) || data(record, 'code') || null,
    left_on: textOf(student?.left_on) || null,
    ...byPhone((phone) => textOf(student?.[phone]) || data(record, phone) || null),
    total: formatDecimal(sum(all.map(({ remaining }) => remaining))),
    remaining: formatDecimal(sum(asked.map(({ remaining }) => remaining))),
    debts: asked.length,
    oldest,
    age_days: ageInDays(oldest, today),
  };
  return [row];
}

const compare = (left: Piastres, right: Piastres) => (left < right ? -1 : left > right ? 1 : 0);
const amountOf = ({ remaining }: DebtRow) => parsePiastres(remaining ?? '0');

const orders: Readonly<Record<string, (left: DebtRow, right: DebtRow) => number>> = {
  remaining: (left, right) => compare(amountOf(left), amountOf(right)),
  age: (left, right) => right.oldest.localeCompare(left.oldest),
  name: (left, right) => foldForSearch(left.name).localeCompare(foldForSearch(right.name)),
};

function inOrder(rows: readonly DebtRow[], ordering: string): DebtRow[] {
  const name = ordering.replace('-', '') || 'remaining';
  const sign = ordering.startsWith('-') || ordering === '' ? -1 : 1;
  const order = orders[name] ?? (() => 0);
  return [...rows].sort((left, right) => sign * order(left, right));
}

/**
 * Records that are not on the device are missing; the page says so (decision 107).
 * @param people the known students by id, for their phones
 */
export function debtsOnDevice(
  records: readonly KnownRecord[],
  people: ReadonlyMap<string, RecordRow>,
  { filters, page, today }: { readonly filters: DebtFilters; readonly page: number; readonly today: Day },
): DebtList {
  const open = records.flatMap(openDebt);
  const isAsked = ({ kind, record }: OpenDebt) =>
    (filters.kind === '' || kind === filters.kind) &&
    (filters.level === '' || record.level === filters.level);
  const minimum = readPiastres(filters.minimum) ?? 0n;
  const matching = [...new Set(open.map(({ student }) => student))]
    .flatMap((id) => {
      const all = open.filter(({ student }) => student === id);
      return rowOf(all, all.filter(isAsked), people.get(id), today);
    })
    .filter((row) => amountOf(row) >= minimum);
  const ageOf = ({ age_days }: DebtRow): DebtAge => debtAgeOf(age_days);
  const ofAge = filters.age === '' ? matching : matching.filter((row) => ageOf(row) === filters.age);
  const total = (rows: readonly DebtRow[]) => formatDecimal(sum(rows.map(amountOf)));
  const byAge = debtAges.map(({ name }) => ({ name, rows: matching.filter((row) => ageOf(row) === name) }));
  return {
    count: ofAge.length,
    rows: inOrder(ofAge, filters.ordering).slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    totals: {
      remaining: total(ofAge),
      ...Object.fromEntries(byAge.map(({ name, rows }) => [name, total(rows)])),
    },
    counts: Object.fromEntries(byAge.map(({ name, rows }) => [name, rows.length])),
  };
}

export interface Debts {
  readonly status: 'loading' | 'error' | 'ready';
  readonly error: Error | undefined;
  readonly rows: readonly ShownDebt[];
  readonly count: number;
  readonly totals: Readonly<Record<string, string>>;
  readonly counts: Readonly<Record<string, number>>;
  readonly isFromDevice: boolean;
  readonly unread: readonly Resource[];
  readonly isKept: boolean | undefined;
  /** When the oldest part was read, wall clock in milliseconds; 0 if nothing was. */
  readonly updatedAt: number;
  refetch(): void;
}

const kinds = debtKinds.map((kind) => ({ kind, resource: resourceOf(kind) }));
const students = resourceOf('student');

interface KindOnDevice {
  readonly kind: string;
  readonly resource: Resource;
  readonly list: Snapshot<Page<RecordRow>> | undefined;
  readonly cached: readonly CachedRecord[] | undefined;
  readonly isLoading: boolean;
  readonly error: Error | null;
  refetch(): void;
}

interface ReadFromDevice {
  readonly all: boolean;
  readonly cached: boolean;
}

function useKindsOnDevice(reads: ReadFromDevice): readonly KindOnDevice[] {
  const client = useQueryClient();
  const lists = useQueries({
    queries: kinds.map(({ resource }) => ({
      ...allQuery(resource, { is_installment: false }),
      enabled: reads.all,
    })),
  });
  const cached = useQueries({
    queries: kinds.map(({ resource }) => ({
      ...cachedRecordsQuery(client, resource),
      enabled: reads.cached,
    })),
  });
  return kinds.map((kind, index) => ({
    ...kind,
    list: lists[index]?.data,
    cached: cached[index]?.data,
    isLoading: lists[index]?.isLoading === true,
    error: lists[index]?.error ?? null,
    refetch: () => void lists[index]?.refetch(),
  }));
}

function useStudentsOnDevice(reads: ReadFromDevice): ReadonlyMap<string, RecordRow> {
  const { data: all } = useQuery({ ...allQuery(students), enabled: reads.all });
  const { data: cached = [] } = useQuery({
    ...cachedRecordsQuery(useQueryClient(), students),
    enabled: reads.cached,
  });
  const known = all?.data.results ?? cached.map(({ record }) => record);
  return new Map(known.map((student) => [student.id, student]));
}

function knownRecords(
  { kind, resource, list, cached = [] }: KindOnDevice,
  outbox: readonly OutboxEntry[],
): KnownRecord[] {
  const known = new Set(cached.map(({ record }) => record.id));
  const listed = overlayPage(resource, list, outbox, {}).rows.filter(({ record }) => !known.has(record.id));
  const kept = cached.flatMap(
    ({ record, ...interval }) => overlayRecord(resource, record, outbox, interval) ?? [],
  );
  return [...listed, ...kept]
    .filter(({ pending }) => pending?.kind !== 'delete')
    .map(({ record }) => ({ kind, record }));
}

/** Reminders and promises are applied after the debts are added up; pending money before that. */
const isNote = ({ operation }: OutboxEntry) => ['reminder', 'promise'].includes(operation.resource);

/** For a server that keeps no debts this device reads all records and adds them up. */
export function useDebts(filters: DebtFilters, page: number): Debts {
  const branch = useBranch();
  const { rows: outbox } = useOutboxView();
  const offline = useConnection() === 'offline';
  const isKept = branch?.debts;
  const read = useQuery({
    ...debtsQuery(debtsRequest(filters, page)),
    enabled: isKept === true,
    placeholderData: (previous, query) => (query?.queryKey[1] === 'debts' ? previous : undefined),
  });
  const answer = isKept && !(read.isPlaceholderData && offline) ? read.data : undefined;
  const usesCache = isKept === true && !answer && (offline || read.error !== null);
  const isFromDevice = isKept === false || usesCache;
  const reads = { all: isKept === false, cached: usesCache };
  const onDevice = useKindsOnDevice(reads);
  const people = useStudentsOnDevice(reads);
  const computed = isFromDevice
    ? debtsOnDevice(
        onDevice.flatMap((kind) => knownRecords(kind, outbox)),
        people,
        { filters, page, today: currentDay() },
      )
    : undefined;
  const answered = answer ? overlayDebts(answer.data.results, outbox, answer) : [];
  const shown = computed ?? answer?.data;
  const times = isFromDevice ? onDevice.flatMap(({ list }) => list?.readAt ?? []) : [answer?.readAt ?? 0];
  const failed = read.error ?? onDevice.find(({ error }) => error)?.error ?? undefined;
  const isKnown = answer !== undefined || onDevice.some(({ list, cached }) => list || cached?.length);
  const isReading =
    isKept === undefined ||
    (isKept ? !answer && !usesCache : onDevice.some(({ isLoading }) => isLoading)) ||
    (usesCache && onDevice.some(({ cached }) => cached === undefined));
  return {
    status: isReading ? 'loading' : failed && !isKnown ? 'error' : 'ready',
    error: failed,
    rows: computed ? overlayDebts(computed.rows, outbox.filter(isNote), NEVER_READ) : answered,
    count: shown?.count ?? 0,
    totals: shown?.totals ?? {},
    counts: shown?.counts ?? {},
    isFromDevice,
    unread: usesCache
      ? onDevice.filter(({ cached }) => cached?.length === 0).map(({ resource }) => resource)
      : [],
    isKept,
    updatedAt: times.length > 0 ? Math.min(...times) : 0,
    refetch: () => {
      if (isKept) void read.refetch();
      else for (const kind of onDevice) kind.refetch();
    },
  };
}
