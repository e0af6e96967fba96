import { queryOptions, useQuery } from '@tanstack/react-query';
import { keys } from '#app/cache/query-keys.ts';
import type { ReadInterval } from '#app/cache/snapshot.ts';
import { dayAt } from '#app/lib/branch-day.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { paidBackFor } from '#app/outbox/model/given-back.ts';
import { withLines } from '#app/outbox/model/lines.ts';
import { isMissingFrom } from '#app/outbox/model/visibility.ts';
import {
  BALANCES_PATH,
  balances,
  DEBTS_PATH,
  type DebtRow,
  debtKinds,
  debtOfStudent,
  debtsPage,
} from '#contract/debts.ts';
import type { Resource } from '#contract/define-resource.ts';
import { readPiastres, sum } from '#contract/money.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { debtAgeNames } from '#contract/rules/ages.ts';
import { phonesToCall } from '#contract/student-phones.ts';
import { branchQuery } from './branch-queries.ts';
import { type PendingMoney, pendingMoney } from './figures.ts';
import { readSnapshot } from './read-snapshot.ts';
import { valuesAfter } from './with-pending.ts';

type DebtsRequest = Readonly<Record<string, string>>;

/** For servers that declare debts (decision 107). */
export function debtsQuery(request: DebtsRequest) {
  return queryOptions({
    queryKey: keys.ofStudents('debts', request),
    queryFn: (context) =>
      readSnapshot(context, 'figures', { path: DEBTS_PATH, query: { ...request }, answer: debtsPage }),
    // Whoever types a sum asks for many lists, and a whole one is read to be printed.
    meta: { persist: !('minimum' in request || 'no_pagination' in request) },
  });
}

interface Ages {
  readonly totals?: Readonly<Record<string, string>> | undefined;
  readonly counts?: Readonly<Record<string, number>> | undefined;
}

/** Amount in piastres, and number of students. */
export function sumOfAges({ totals = {}, counts = {} }: Ages) {
  return {
    amount: sum(debtAgeNames.map((name) => readPiastres(totals[name]) ?? 0n)),
    count: debtAgeNames.reduce((total, name) => total + (counts[name] ?? 0), 0),
  };
}

export function useAllDebts() {
  const { data: branch } = useQuery({ ...branchQuery(), enabled: false });
  const { data } = useQuery({ ...debtsQuery({ page: '1' }), enabled: branch?.debts === true });
  return data && sumOfAges(data.data);
}

export function debtOfStudentQuery(student: string) {
  return queryOptions({
    queryKey: keys.ofStudents('debt', student),
    queryFn: (context) =>
      readSnapshot(context, 'figures', {
        path: `${DEBTS_PATH}${encodeURIComponent(student)}/`,
        answer: debtOfStudent,
      }),
    meta: { persist: true },
  });
}

/** For servers that declare balances. @param students ids of the server, at least one */
export function balancesQuery(students: readonly string[]) {
  return queryOptions({
    queryKey: keys.ofStudents('balances', students.join()),
    queryFn: (context) =>
      readSnapshot(context, 'figures', {
        path: BALANCES_PATH,
        query: { students: students.join() },
        answer: balances,
      }),
    meta: { persist: true },
  });
}

type Reminder = NonNullable<DebtRow['last_reminder']>;
type Promised = NonNullable<DebtRow['promise']>;

export interface ShownDebt extends DebtRow {
  /** A reminder or promise of this device is not sent yet. */
  readonly isPending: boolean;
  readonly pending: PendingMoney;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function studentsOf({ body, before, referenced }: OutboxEntry): readonly string[] {
  const named = [body.student, before?.student, referenced.related_record?.student].map(textOf);
  return [...new Set(named.filter((id) => id !== ''))];
}

const dayOf = ({ body, createdAt }: OutboxEntry): string => textOf(body.custom_date) || dayAt(createdAt);

function overlayReminder(shown: Reminder | null | undefined, entry: OutboxEntry): Reminder {
  if (entry.operation.kind === 'update' && shown && shown.id !== entry.operation.recordId) return shown;
  return {
    id: entry.operation.recordId,
    created_by: null,
    notes: null,
    day: dayOf(entry),
    channel: '',
    ...shown,
    ...(entry.operation.kind === 'create' && {
      id: entry.operation.recordId,
      notes: null,
      day: dayOf(entry),
    }),
    ...(textOf(entry.body.channel) !== '' && { channel: textOf(entry.body.channel) }),
    ...(entry.body.notes !== undefined && { notes: textOf(entry.body.notes) || null }),
  };
}

/** Null if the promise is withdrawn. */
function overlayPromise(shown: Promised | null | undefined, entry: OutboxEntry): Promised | null {
  const { kind, recordId } = entry.operation;
  const isOther = shown?.id !== recordId;
  if (kind !== 'create' && isOther) return shown ?? null;
  const values = valuesAfter(entry);
  if (kind === 'delete' || textOf(values.withdrawn_on) !== '') return null;
  const before = kind === 'create' ? undefined : shown;
  return {
    id: recordId,
    created_by: before?.created_by ?? null,
    day: before?.day ?? dayOf(entry),
    state: 'open',
    due_day: textOf(values.due_day) || (before?.due_day ?? ''),
    amount: 'amount' in values ? textOf(values.amount) || null : (before?.amount ?? null),
    notes: 'notes' in values ? textOf(values.notes) || null : (before?.notes ?? null),
  };
}

const notedIn = ({ operation: { resource } }: OutboxEntry): Resource['notedIn'] =>
  isResourceName(resource) ? resourceOf(resource).notedIn : undefined;

function overlay(row: ShownDebt, entry: OutboxEntry): ShownDebt {
  const list = notedIn(entry);
  if (list === 'promises') return { ...row, isPending: true, promise: overlayPromise(row.promise, entry) };
  if (list !== 'reminders' || entry.operation.kind === 'delete') return row;
  return { ...row, isPending: true, last_reminder: overlayReminder(row.last_reminder, entry) };
}

/** The lines are found once, however many students are asked for. */
function linesByStudent(outbox: readonly OutboxEntry[]): (student: string) => readonly OutboxEntry[] {
  const lines = withLines(outbox).map((line) => ({ line, students: studentsOf(line) }));
  return (student) => lines.flatMap(({ line, students }) => (students.includes(student) ? [line] : []));
}

/** Money that is not sent yet stands beside what each owes (decision 178); reminders and promises are shown. Pure. */
export function overlayDebts(
  rows: readonly DebtRow[],
  outbox: readonly OutboxEntry[],
  interval: ReadInterval,
): readonly ShownDebt[] {
  const linesOf = linesByStudent(outbox);
  return rows.map((row) => {
    const linesOfStudent = linesOf(row.id);
    const shown = { ...row, isPending: false, pending: pendingMoney(linesOfStudent, interval) };
    return linesOfStudent.filter((entry) => isMissingFrom(entry, interval)).reduce<ShownDebt>(overlay, shown);
  });
}

export function pendingOfStudents(
  outbox: readonly OutboxEntry[],
  interval: ReadInterval,
): (student: string) => PendingMoney {
  const linesOf = linesByStudent(outbox);
  return (student) => pendingMoney(linesOf(student), interval);
}

/** Pending entries that will move what the student owes, or their credit. */
export function countPendingMoney(
  student: string,
  outbox: readonly OutboxEntry[],
  interval: ReadInterval,
): number {
  const moves = (entry: OutboxEntry) => {
    const paidFor = paidBackFor(entry);
    const isMoney = paidFor !== undefined || debtKinds.some((kind) => kind === entry.operation.resource);
    return isMoney && (studentsOf(entry).includes(student) || paidFor?.id === student);
  };
  const pending = withLines(outbox).filter((entry) => isMissingFrom(entry, interval) && moves(entry));
  return new Set(pending.map(({ id }) => id)).size;
}

interface Notes {
  readonly reminders: readonly Reminder[];
  readonly promises: readonly Promised[];
}

export interface Shown<Note> {
  readonly note: Note;
  readonly isPending: boolean;
}

export function overlayNotes(
  student: string,
  { reminders, promises }: Notes,
  outbox: readonly OutboxEntry[],
  interval: ReadInterval,
): { readonly reminders: readonly Shown<Reminder>[]; readonly promises: readonly Shown<Promised>[] } {
  const entries = outbox.filter(
    (entry) => isMissingFrom(entry, interval) && studentsOf(entry).includes(student),
  );
  const of = (list: Resource['notedIn'], kind: string) =>
    entries.filter((entry) => notedIn(entry) === list && entry.operation.kind === kind);
  const made = (note: Reminder) => ({ note, isPending: true });
  const changed = (promise: Promised): Shown<Promised>[] => {
    const changes = [...of('promises', 'update'), ...of('promises', 'delete')].filter(
      ({ operation }) => operation.recordId === promise.id,
    );
    if (changes.length === 0) return [{ note: promise, isPending: false }];
    const note = changes.reduce<Promised | null>(overlayPromise, promise);
    return [{ note: note ?? { ...promise, state: 'withdrawn' }, isPending: true }];
  };
  const pending = of('promises', 'create').flatMap((entry) => overlayPromise(null, entry) ?? []);
  return {
    reminders: [
      ...of('reminders', 'create')
        .map((entry) => made(overlayReminder(null, entry)))
        .reverse(),
      ...reminders.map((note) => ({ note, isPending: false })),
    ],
    promises: [...pending.map((note) => ({ note, isPending: true })).reverse(), ...promises.flatMap(changed)],
  };
}

interface PromisedStudent {
  readonly id: string;
  readonly name: string;
  readonly promise: Promised;
  /** Whole debt, decimal text; undefined where only the server knows. */
  readonly total: string | undefined;
  readonly phone: string;
  readonly isPending: boolean;
}

const changed = ({ operation, before = { id: '' } }: OutboxEntry): Promised => ({
  id: operation.recordId,
  due_day: textOf(before.due_day),
  amount: textOf(before.amount) || null,
  notes: textOf(before.notes) || null,
  created_by: null,
  day: '',
  state: 'open',
});

function nameOf({ referenced, before }: OutboxEntry): string {
  const data = before?.student_data;
  return (
    textOf(referenced.student?.name) || textOf(typeof data === 'object' && data && Reflect.get(data, 'name'))
  );
}

/** A number of the parents before that of the student; '' where none is known. */
export const phoneToCall = (row: Partial<DebtRow>): string =>
  phonesToCall.map((name) => row[name]).find(Boolean) ?? '';

/**
 * Students who promised to pay on a day, pending promises included. Students with a pending promise come last, without
 * a sum. Pure.
 * @param rows of `GET /debts/?promised=` this day
 * @param day yyyy-MM-dd
 */
export function promisedOn(
  day: string,
  rows: readonly DebtRow[],
  outbox: readonly OutboxEntry[],
  interval: ReadInterval,
): readonly PromisedStudent[] {
  const known = overlayDebts(rows, outbox, interval).flatMap((row): PromisedStudent[] => {
    const { id, name, promise, total, isPending } = row;
    if (!promise || total === '0.00' || (isPending && promise.due_day !== day)) return [];
    return [{ id, name, promise, total: total ?? '0.00', phone: phoneToCall(row), isPending }];
  });
  const waiting = new Map<string, PromisedStudent | undefined>();
  for (const entry of outbox) {
    const [id] = studentsOf(entry);
    if (notedIn(entry) !== 'promises' || id === undefined || !isMissingFrom(entry, interval)) continue;
    if (rows.some((row) => row.id === id)) continue;
    const last = waiting.get(id)?.promise;
    const isCreate = entry.operation.kind === 'create';
    const promise = overlayPromise(
      isCreate || last?.id === entry.operation.recordId ? last : changed(entry),
      entry,
    );
    const isOnDay = promise?.due_day === day;
    waiting.set(
      id,
      isOnDay
        ? { id, name: nameOf(entry), promise, total: undefined, phone: '', isPending: true }
        : undefined,
    );
  }
  return [...known, ...[...waiting.values()].filter((one) => one !== undefined)];
}
