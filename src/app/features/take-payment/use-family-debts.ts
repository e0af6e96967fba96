import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { z } from 'zod';
import { useConnection } from '#app/api/connection.ts';
import { bootCache } from '#app/cache/boot-cache.ts';
import { keys } from '#app/cache/query-keys.ts';
import { NEVER_READ, type ReadInterval, type Snapshot } from '#app/cache/snapshot.ts';
import { textOf } from '#app/fields/field-control.ts';
import { type RecordRow, recordSchema } from '#app/lib/record-row.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { isTemporaryId } from '#app/outbox/model/ids.ts';
import { isMissingFrom } from '#app/outbox/model/snapshot-visibility.ts';
import { branchQuery } from '#app/reads/branch-queries.ts';
import { readSnapshot } from '#app/reads/read-snapshot.ts';
import { allQuery, listQuery } from '#app/reads/resource-queries.ts';
import { useOutboxView } from '#app/reads/use-outbox-view.ts';
import { useAllRecords, useRecord } from '#app/reads/use-records.ts';
import { useTakesInstallments } from '#app/reads/use-takes-installments.ts';
import { overlayPage } from '#app/reads/with-pending.ts';
import { type CollectionResource, collectionResources } from '#contract/collections.ts';
import { effectiveDay } from '#contract/days.ts';
import type { Resource } from '#contract/define-resource.ts';
import { FAMILIES_PATH, family } from '#contract/families.ts';
import { type Piastres, readPiastres } from '#contract/money.ts';
import type { Page } from '#contract/paging.ts';
import { phoneKeys } from '#contract/phones.ts';
import { FAMILY } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { inPayingOrder } from '#contract/rules/spread.ts';

/** A number that more students have is a placeholder (decision 105). */
const MOST_WITH_ONE_NUMBER = 12;

const numbersOf = (record: RecordRow): readonly string[] =>
  ['phone', 'father_phone', 'mother_phone'].flatMap((name) => phoneKeys(textOf(record[name])));

/**
 * Returns the family of a student among the students that this device knows: who shares a number, and
 * so on from there (decision 105). What a person put together or took apart, only the server knows.
 */
export function familyOnDevice(student: RecordRow, known: readonly RecordRow[]): readonly RecordRow[] {
  const counts = new Map<string, number>();
  for (const key of known.flatMap((one) => [...new Set(numbersOf(one))]))
    counts.set(key, (counts.get(key) ?? 0) + 1);
  const isOwn = (key: string) => (counts.get(key) ?? 0) <= MOST_WITH_ONE_NUMBER;
  const shares = (one: RecordRow, other: RecordRow) => {
    const numbers = new Set(numbersOf(other));
    return numbersOf(one).some((key) => isOwn(key) && numbers.has(key));
  };
  const family = [student];
  for (const member of family)
    family.push(...known.filter((one) => !family.some(({ id }) => id === one.id) && shares(member, one)));
  return family;
}

/**
 * Returns the query of a student's family with every open debt, for servers with collections. Its key is one of
 * students, so that every write of their records reads it anew.
 */
function familyQuery(student: string) {
  return queryOptions({
    queryKey: [...keys.resource('student'), 'family', student] as const,
    queryFn: (context) =>
      readSnapshot(context, 'figures', { path: FAMILIES_PATH, query: { student }, answer: family }),
    meta: { persist: true },
  });
}

/** A family as read, with what this device decided about it since. */
interface ShownFamily {
  readonly members: readonly RecordRow[];
  /** Ids of the members that only this device knows to belong to it. */
  readonly added: ReadonlySet<string>;
}

/**
 * Lays what waits on this device over the members of a family: who was put together with one of them, and who was taken apart from
 * the chosen student (decision 105). Pure.
 * @param student the ids of the chosen student, the temporary one too
 * @param interval of the read that the members come from
 */
export function withPendingPairs(
  student: readonly string[],
  members: readonly RecordRow[],
  outbox: readonly OutboxEntry[],
  interval: ReadInterval,
): ShownFamily {
  let shown = members;
  const added = new Set<string>();
  const isChosen = (id: string) => student.includes(id);
  const isShown = (id: string) => isChosen(id) || shown.some((member) => member.id === id);
  for (const entry of outbox) {
    if (entry.operation.resource !== FAMILY || !isMissingFrom(entry, interval)) continue;
    const { body, referenced } = entry;
    const pair = [textOf(body.student), textOf(body.other)];
    if (body.together !== true) {
      if (pair.some(isChosen)) shown = shown.filter(({ id }) => isChosen(id) || !pair.includes(id));
    } else if (pair.some(isShown)) {
      const joins = [referenced.student, referenced.other].filter((one) => one && !isShown(one.id));
      for (const one of joins) {
        if (!one) continue;
        shown = [...shown, one];
        added.add(one.id);
      }
    }
  }
  return { members: shown, added };
}

type ListSnapshot = Snapshot<Page<RecordRow>>;

/** An open debt as the screen shows it. */
export interface FamilyDebt {
  readonly key: string;
  readonly name: CollectionResource;
  readonly resource: Resource;
  readonly record: RecordRow;
  /** The id of its student. */
  readonly student: string;
  readonly remaining: Piastres;
  readonly price: Piastres | undefined;
  /** The day that it counts on, yyyy-MM-dd. */
  readonly day: string;
  /** The next part of its plan, where the server has said so. */
  readonly due?: { readonly day: string; readonly amount: string | null } | undefined;
}

/** What decides which debts are shown, and where. */
interface Shown {
  /** Key of the debt that stands before all others. */
  readonly first: string | undefined;
  /** Id of an entry that is being edited, which must not show. */
  readonly except: string | undefined;
}

/** The family of a student with its open debts, overlaid with what waits on this device. */
export interface FamilyDebts {
  readonly status: 'loading' | 'error' | 'ready';
  readonly error: Error | string | undefined;
  readonly students: readonly RecordRow[];
  /** In the order in which a sum pays them, after the one that was asked for (decision 142). */
  readonly debts: readonly FamilyDebt[];
  /** Whether the server takes one sum for several debts; undefined until it has said so. */
  readonly takesCollections: boolean | undefined;
  /** Whether the server keeps who pays. */
  readonly takesPayer: boolean;
  /** Whether new enrolments and books can stand on the same receipt (decision 104). */
  readonly takesRecords: boolean;
  /** Resources of which nothing is known on this device. */
  readonly unread: readonly Resource[];
  /** When the oldest part was read, wall clock in milliseconds; 0 if nothing was. */
  readonly updatedAt: number;
  refetch(): void;
}

const ENROLMENTS = { is_installment: false } as const;
const payables = collectionResources.map((name) => ({ name, resource: resourceOf(name) }));
const students = resourceOf('student');

const dayOf = ({ custom_date, created_at }: RecordRow): string =>
  effectiveDay({ custom_date: textOf(custom_date) || null, created_at: textOf(created_at) });

function debtOf(name: CollectionResource, resource: Resource, record: RecordRow): FamilyDebt[] {
  const remaining = readPiastres(record.remaining_amount);
  if (record.is_installment === true || remaining === undefined || remaining <= 0n) return [];
  const price = readPiastres(record.price);
  const student = textOf(record.student);
  return [
    { key: `${name} ${record.id}`, name, resource, record, student, remaining, price, day: dayOf(record) },
  ];
}

/** Returns the rows of one resource in a family as the server answered it, as a snapshot of a list. */
function listOf(
  snapshot: Snapshot<z.output<typeof family>>,
  name: CollectionResource,
  resource: Resource,
): ListSnapshot {
  const results = snapshot.data.debts
    .filter((debt) => debt.resource === name)
    .flatMap(({ record }) => recordSchema(resource).safeParse(record).data ?? []);
  return { ...snapshot, data: { count: results.length, next: null, previous: null, results } };
}

/**
 * Reads the family of a student with every open debt. A server with collections answers it in one request; on others,
 * and without a connection, the lists of this device are used.
 * @param id the server's id of the student, or a temporary one
 */
export function useFamilyDebts(id: string, { first, except }: Shown): FamilyDebts {
  const { data: branch = bootCache().branch } = useQuery(branchQuery());
  const { rows: all, ids } = useOutboxView();
  const outbox = useMemo(() => all.filter((entry) => entry.id !== except), [all, except]);
  const offline = useConnection() === 'offline';
  const student = ids.get(id) ?? id;
  const takesCollections = branch?.collections;
  const asksServer = takesCollections === true && !isTemporaryId(student);
  const read = useQuery({ ...familyQuery(student), enabled: asksServer });
  const own = useRecord(students, id);
  const usesDevice = !asksServer || (!read.data && (offline || read.error !== null));
  const people = useAllRecords(students, {}, { enabled: takesCollections === false });
  const lists = useQueries({
    queries: payables.map(({ resource }) => ({
      ...allQuery(resource, ENROLMENTS),
      enabled: takesCollections === false,
    })),
  });
  // Never fetched here: the newest page of each list, as other screens have read it.
  const pages = useQueries({
    queries: payables.map(({ resource }) => ({ ...listQuery(resource, { page: 1 }), enabled: false })),
  });
  const takesInstallments = useTakesInstallments();

  const kin: readonly RecordRow[] = useMemo(() => {
    if (read.data && !usesDevice) return read.data.data.students;
    return own.record
      ? familyOnDevice(
          own.record,
          people.rows.map(({ record }) => record),
        )
      : [];
  }, [read.data, usesDevice, own.record, people.rows]);
  const { members, added } = useMemo(
    () => withPendingPairs([id, student], kin, all, read.data ?? NEVER_READ),
    [id, student, kin, all, read.data],
  );
  const sources = payables.map(({ name, resource }, index) =>
    read.data && !usesDevice ? listOf(read.data, name, resource) : (lists[index]?.data ?? pages[index]?.data),
  );
  const memberIds = new Set([id, student, ...members.map((member) => member.id)]);
  // What the server said does not hold the debts of those whom only this device knows to belong here.
  const onDevice = payables.map((_, index) => lists[index]?.data ?? pages[index]?.data);
  const rowsOf = (resource: Resource, index: number) => {
    const rows = overlayPage(resource, sources[index], outbox, {}).rows;
    if (added.size === 0 || sources[index] === onDevice[index]) return rows;
    const seen = new Set(rows.map(({ record }) => record.id));
    const theirs = overlayPage(resource, onDevice[index], outbox, {}).rows;
    return [
      ...rows,
      ...theirs.filter(({ record }) => added.has(textOf(record.student)) && !seen.has(record.id)),
    ];
  };
  const unordered = payables.flatMap(({ name, resource }, index) =>
    takesInstallments(resource)
      ? rowsOf(resource, index)
          .filter(
            ({ record, pending }) => memberIds.has(textOf(record.student)) && pending?.kind !== 'delete',
          )
          .flatMap(({ record }) => debtOf(name, resource, record))
      : [],
  );
  const debts = inPayingOrder(unordered, (one) => one === id || one === student);
  const [kind = '', debtId = ''] = first?.split(' ') ?? [];
  const firstKeys = [first, `${kind} ${ids.get(debtId)}`];
  const isFirst = ({ key }: { readonly key: string }) => firstKeys.includes(key);
  const ordered = [...debts.filter(isFirst), ...debts.filter((debt) => !isFirst(debt))];
  const dueOf = new Map(
    (usesDevice ? [] : (read.data?.data.debts ?? [])).map((debt) => [
      `${debt.resource} ${debt.record.id}`,
      debt.due,
    ]),
  );
  const times = sources.flatMap((source) => source?.readAt ?? []);
  const reading = asksServer ? read.isLoading : lists.some(({ isLoading }) => isLoading);
  const error =
    own.status === 'error' ? own.error : (read.error ?? lists.find((one) => one.error)?.error ?? undefined);
  const known = times.length > 0 || isTemporaryId(student);
  return {
    status:
      (reading && !known) || own.status === 'loading'
        ? 'loading'
        : error !== undefined && !known
          ? 'error'
          : 'ready',
    error,
    students: members,
    debts: ordered.map((debt) => ({ ...debt, due: dueOf.get(debt.key) ?? undefined })),
    takesCollections,
    takesPayer: branch?.collection_payer === true,
    takesRecords: takesCollections === false || branch?.collection_records === true,
    unread:
      usesDevice && !isTemporaryId(student)
        ? payables.filter((_, index) => sources[index] === undefined).map(({ resource }) => resource)
        : [],
    updatedAt: times.length > 0 ? Math.min(...times) : 0,
    refetch: () => {
      own.refetch();
      if (asksServer) void read.refetch();
      else for (const list of lists) void list.refetch();
    },
  };
}
