import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { z } from 'zod';
import { useConnection } from '#app/api/connection.ts';
import { NEVER_READ, type ReadInterval, type Snapshot } from '#app/cache/snapshot.ts';
import { textOf } from '#app/fields/field-control.ts';
import { effectiveDayOf } from '#app/lib/branch-day.ts';
import { type RecordRow, recordSchema } from '#app/lib/record-row.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { isRefund, paidBackFor } from '#app/outbox/model/given-back.ts';
import { withLines } from '#app/outbox/model/lines.ts';
import { isMissingFrom } from '#app/outbox/model/visibility.ts';
import { useBranch } from '#app/reads/branch-queries.ts';
import { useMayRefer, useTakesInstallments } from '#app/reads/capabilities.ts';
import { familyQuery } from '#app/reads/family-query.ts';
import { allQuery, listQuery } from '#app/reads/resource-queries.ts';
import { useIsPendingRecord, useOutboxView } from '#app/reads/use-outbox.ts';
import { useAllRecords, useRecord } from '#app/reads/use-records.ts';
import { type ListedRecord, overlayPage } from '#app/reads/with-pending.ts';
import { type CollectionResource, collectionResources } from '#contract/collections.ts';
import type { Resource } from '#contract/define-resource.ts';
import type { family } from '#contract/families.ts';
import { type Piastres, readPiastres, sum } from '#contract/money.ts';
import type { Page } from '#contract/paging.ts';
import { CREDIT } from '#contract/payment-methods.ts';
import { phoneKeys } from '#contract/phones.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { studentPhones } from '#contract/resources/student.ts';
import { inPayingOrder } from '#contract/rules/spread.ts';
import { pairIn } from '#contract/writes/family.ts';
import { paysOutCredit } from '#contract/writes/going-back.ts';

/** A number that more students share is a placeholder (decision 105). */
const MOST_WITH_ONE_NUMBER = 12;

const numbersOf = (record: RecordRow): readonly string[] =>
  studentPhones.flatMap((name) => phoneKeys(textOf(record[name])));

/** Only the server knows manual additions and separations (decision 105). */
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

interface ShownFamily {
  readonly members: readonly RecordRow[];
  readonly added: ReadonlySet<string>;
}

/** @param interval of the read that the members come from */
export function withPendingPairs(
  student: string,
  members: readonly RecordRow[],
  outbox: readonly OutboxEntry[],
  interval: ReadInterval,
): ShownFamily {
  let shown = members;
  const added = new Set<string>();
  const isChosen = (id: string) => id === student;
  const isShown = (id: string) => isChosen(id) || shown.some((member) => member.id === id);
  for (const entry of outbox) {
    const pair = pairIn(entry);
    if (!pair || !isMissingFrom(entry, interval)) continue;
    const { ids, together } = pair;
    const { referenced } = entry;
    if (!together) {
      if (ids.some(isChosen)) shown = shown.filter(({ id }) => isChosen(id) || !ids.includes(id));
    } else if (ids.some(isShown)) {
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

export interface FamilyDebt {
  readonly key: string;
  readonly name: CollectionResource;
  readonly resource: Resource;
  readonly record: RecordRow;
  readonly student: string;
  readonly remaining: Piastres;
  readonly price: Piastres | undefined;
  readonly day: string;
  readonly due?: { readonly day: string; readonly amount: string | null } | undefined;
}

interface Shown {
  readonly first: string | undefined;
  readonly except: string | undefined;
}

export interface FamilyDebts {
  readonly status: 'loading' | 'error' | 'ready';
  readonly error: Error | string | undefined;
  readonly students: readonly RecordRow[];
  /** In the order in which a sum pays them, after the first one (decision 142). */
  readonly debts: readonly FamilyDebt[];
  /** What the family has left of its credit after pending payments, in piastres; undefined if unknown (decision 131). */
  readonly credit: Piastres | undefined;
  readonly takesCollections: boolean | undefined;
  readonly takesPayer: boolean;
  readonly takesRecords: boolean;
  readonly unread: readonly Resource[];
  /** When the oldest part was read, wall clock in milliseconds; 0 if nothing was. */
  readonly updatedAt: number;
  refetch(): void;
}

const students = resourceOf('student');

type ListSnapshot = Snapshot<Page<RecordRow>>;
type Answer = Snapshot<z.output<typeof family>>;

interface ListOnDevice {
  readonly name: CollectionResource;
  readonly resource: Resource;
  readonly list: ListSnapshot | undefined;
  readonly isLoading: boolean;
  readonly error: Error | null;
  refetch(): void;
}

function useListsOnDevice(isFetched: boolean): readonly ListOnDevice[] {
  const kinds = collectionResources.map((name) => ({ name, resource: resourceOf(name) }));
  const all = useQueries({
    queries: kinds.map(({ resource }) => ({
      ...allQuery(resource, { is_installment: false }),
      enabled: isFetched,
    })),
  });
  const newest = useQueries({
    queries: kinds.map(({ resource }) => ({ ...listQuery(resource, { page: 1 }), enabled: false })),
  });
  return kinds.map((kind, index) => ({
    ...kind,
    list: all[index]?.data ?? newest[index]?.data,
    isLoading: all[index]?.isLoading === true,
    error: all[index]?.error ?? null,
    refetch: () => void all[index]?.refetch(),
  }));
}

function answeredList(answer: Answer, { name, resource }: ListOnDevice): ListSnapshot {
  const results = answer.data.debts
    .filter((debt) => debt.resource === name)
    .flatMap(({ record }) => recordSchema(resource).safeParse(record).data ?? []);
  return { ...answer, data: { count: results.length, next: null, previous: null, results } };
}

/** Credit that a pending withdrawal keeps does not count yet: the server may refuse it. */
function pendingUses(
  outbox: readonly OutboxEntry[],
  interval: ReadInterval,
  isOfFamily: (student: string) => boolean,
): Piastres {
  const amounts = withLines(outbox).flatMap((entry) => {
    const { operation, body, referenced } = entry;
    if (operation.kind !== 'create' || !isMissingFrom(entry, interval)) return [];
    const paidFor = paidBackFor(entry);
    if (paidFor)
      return paysOutCredit(paidFor) && isRefund(entry) && isOfFamily(paidFor.id)
        ? (readPiastres(body.amount) ?? [])
        : [];
    if (body.payment_method !== CREDIT) return [];
    const { related_record: debt, student } = referenced;
    const whose = debt ? textOf(debt.student) : (student?.id ?? textOf(body.student));
    return isOfFamily(whose) ? (readPiastres(body.paid_amount) ?? []) : [];
  });
  return sum(amounts);
}

interface DebtSources {
  readonly answer: Answer | undefined;
  readonly added: ReadonlySet<string>;
  readonly outbox: readonly OutboxEntry[];
}

function recordsOfKind(kind: ListOnDevice, { answer, added, outbox }: DebtSources): readonly ListedRecord[] {
  const overlaid = (list: ListSnapshot | undefined) => overlayPage(kind.resource, list, outbox, {}).rows;
  if (!answer) return overlaid(kind.list);
  const answered = overlaid(answeredList(answer, kind));
  if (added.size === 0) return answered;
  const ids = new Set(answered.map(({ record }) => record.id));
  return [
    ...answered,
    ...overlaid(kind.list).filter(({ record }) => added.has(textOf(record.student)) && !ids.has(record.id)),
  ];
}

function debtOn(
  { name, resource }: ListOnDevice,
  { record, pending }: ListedRecord,
  answer: Answer | undefined,
) {
  const remaining = readPiastres(record.remaining_amount);
  const isOpen = record.is_installment !== true && pending?.kind !== 'delete';
  if (!isOpen || remaining === undefined || remaining <= 0n) return [];
  const answered = answer?.data.debts.find((debt) => debt.resource === name && debt.record.id === record.id);
  const debt: FamilyDebt = {
    key: `${name} ${record.id}`,
    name,
    resource,
    record,
    student: textOf(record.student),
    remaining,
    price: readPiastres(record.price),
    day: effectiveDayOf(record),
    due: answered?.due ?? undefined,
  };
  return [debt];
}

/**
 * A server with collections sends members and debts; else, and until then, the lists of this device have them.
 */
export function useFamilyDebts(id: string, { first, except }: Shown): FamilyDebts {
  const branch = useBranch();
  const { rows: all } = useOutboxView();
  const outbox = useMemo(() => all.filter((entry) => entry.id !== except), [all, except]);
  const offline = useConnection() === 'offline';
  const takesInstallments = useTakesInstallments();
  const mayRefer = useMayRefer();
  const studentRead = useRecord(students, id);
  const student = studentRead.record?.id ?? id;
  const isChosen = (one: string) => one === student;
  const isNew = useIsPendingRecord(student);
  const takesCollections = branch?.collections;
  const asksServer = takesCollections === true && !isNew;
  const read = useQuery({ ...familyQuery(student), enabled: asksServer });
  const answer = asksServer ? read.data : undefined;
  const readsLists = takesCollections === false;
  const people = useAllRecords(students, {}, { enabled: readsLists });
  const kinds = useListsOnDevice(readsLists);

  const relatives: readonly RecordRow[] = useMemo(() => {
    if (answer) return answer.data.students;
    const known = people.rows.map(({ record }) => record);
    return studentRead.record ? familyOnDevice(studentRead.record, known) : [];
  }, [answer, studentRead.record, people.rows]);
  const { members, added } = useMemo(
    () => withPendingPairs(student, relatives, all, answer ?? NEVER_READ),
    [student, relatives, all, answer],
  );
  const isMember = (id: string) => isChosen(id) || members.some((member) => member.id === id);
  const isOfFamily = ({ record }: ListedRecord) => isMember(textOf(record.student));
  const open = kinds
    .filter(({ resource }) => takesInstallments(resource))
    .flatMap((kind) =>
      recordsOfKind(kind, { answer, added, outbox })
        .filter((listed) => isOfFamily(listed) && mayRefer(listed.record.id))
        .flatMap((listed) => debtOn(kind, listed, answer)),
    );
  const debts = inPayingOrder(open, isChosen);
  const isFirst = ({ key }: FamilyDebt) => key === first;

  const kept = readPiastres(answer?.data.credit);
  const credit = answer && kept !== undefined ? kept - pendingUses(outbox, answer, isMember) : undefined;
  const usesDevice = !answer && (!asksServer || offline || read.error !== null);
  const times = answer ? [answer.readAt] : kinds.flatMap(({ list }) => list?.readAt ?? []);
  const isKnown = times.length > 0 || isNew;
  const isReading = asksServer ? read.isLoading : kinds.some(({ isLoading }) => isLoading);
  const failed = read.error ?? kinds.find(({ error }) => error)?.error ?? undefined;
  // The answer about the family names the student too.
  const ownStatus = answer ? 'ready' : studentRead.status;
  const error = ownStatus === 'error' ? studentRead.error : failed;
  return {
    status:
      (isReading && !isKnown) || ownStatus === 'loading'
        ? 'loading'
        : error !== undefined && !isKnown
          ? 'error'
          : 'ready',
    error,
    students: members,
    debts: [...debts.filter(isFirst), ...debts.filter((debt) => !isFirst(debt))],
    credit: credit !== undefined && credit < 0n ? 0n : credit,
    takesCollections,
    takesPayer: branch?.collection_payer === true,
    takesRecords: takesCollections === false || branch?.collection_records === true,
    unread:
      usesDevice && !isNew
        ? kinds.filter(({ list }) => list === undefined).map(({ resource }) => resource)
        : [],
    updatedAt: times.length > 0 ? Math.min(...times) : 0,
    refetch: () => {
      studentRead.refetch();
      if (asksServer) void read.refetch();
      else for (const kindOfDebt of kinds) kindOfDebt.refetch();
    },
  };
}
