import type { ReadInterval } from '#app/cache/snapshot.ts';
import { debtOf } from '#app/lib/debt-of.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { withLines } from '#app/outbox/model/lines.ts';
import { isMissingFrom } from '#app/outbox/model/visibility.ts';
import { utcDay } from '#contract/days.ts';
import { type DebtRow, debtKinds } from '#contract/debts.ts';
import { formatDecimal, type Piastres, parsePiastres } from '#contract/money.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { changeOf, valuesAfter } from '../pending-money.ts';

type Reminder = NonNullable<DebtRow['last_reminder']>;
export type Promised = NonNullable<DebtRow['promise']>;

/** A row of debts with what waits on this device. */
export interface ShownDebt extends DebtRow {
  /** Whether an unsent entry is in it. */
  readonly isPending: boolean;
  /** An unsent entry changes what remains by an amount that only the server knows. */
  readonly isUnknown: boolean;
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns the student of an entry: that of its record, or of the record that it pays for. */
export function studentsOf({ body, before, referenced }: OutboxEntry): readonly string[] {
  const named = [body.student, before?.student, referenced.related_record?.student].map(textOf);
  return [...new Set(named.filter((id) => id !== ''))];
}

const dayOf = ({ body, createdAt }: OutboxEntry): string =>
  textOf(body.custom_date) || utcDay(new Date(createdAt));

/** Returns by how much an entry changes what is owed, in piastres; undefined where only the server knows. */
function changeOfDebt(entry: OutboxEntry): Piastres | undefined {
  const kind = debtKinds.find((name) => name === entry.operation.resource);
  const debt = kind && debtOf(resourceOf(kind));
  if (!debt) return 0n;
  const isInstallment = entry.body.is_installment === true || entry.before?.is_installment === true;
  const [price, paid] = [isInstallment ? 0n : changeOf(entry, debt.price), changeOf(entry, debt.paid)];
  return price === undefined || paid === undefined ? undefined : price - paid;
}

/** Lays a pending reminder over the last one. */
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

/** Lays a pending promise, or the change of one, over the one that stands; null if it is withdrawn. */
export function overlayPromise(shown: Promised | null | undefined, entry: OutboxEntry): Promised | null {
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

const asSum = (amount: string | null, change: Piastres) =>
  formatDecimal(parsePiastres(amount ?? '0') + change);

function overlay(row: ShownDebt, entry: OutboxEntry, kind: string): ShownDebt {
  const { resource } = entry.operation;
  if (resource === 'reminder')
    return entry.operation.kind === 'delete'
      ? row
      : { ...row, isPending: true, last_reminder: overlayReminder(row.last_reminder, entry) };
  if (resource === 'promise') return { ...row, isPending: true, promise: overlayPromise(row.promise, entry) };
  if (!debtKinds.some((one) => one === resource)) return row;
  const moves = entry.operation.kind === 'update' && studentsOf(entry).length > 1;
  const change = moves ? undefined : changeOfDebt(entry);
  if (change === undefined) return { ...row, isPending: true, isUnknown: true };
  if (change === 0n) return row;
  const counts = kind === '' || kind === resource;
  return {
    ...row,
    isPending: true,
    total: asSum(row.total, change),
    remaining: counts ? asSum(row.remaining, change) : row.remaining,
  };
}

/**
 * Lays what waits on this device over rows of debts: payments and changes, reminders and promises. Pure.
 * @param outbox every entry of the owner, in order
 * @param kind the kind of debts that the rows are limited to; '' for all
 */
export function overlayDebts(
  rows: readonly DebtRow[],
  outbox: readonly OutboxEntry[],
  interval: ReadInterval,
  kind = '',
): readonly ShownDebt[] {
  const entries = withLines(outbox)
    .filter((entry) => isMissingFrom(entry, interval))
    .map((entry) => ({ entry, students: studentsOf(entry) }));
  return rows.map((row) =>
    entries
      .filter(({ students }) => students.includes(row.id))
      .reduce<ShownDebt>((shown, { entry }) => overlay(shown, entry, kind), {
        ...row,
        isPending: false,
        isUnknown: false,
      }),
  );
}

/** What is remembered of a student's debts, as `GET /debts/{id}/` answers it. */
interface Notes {
  readonly reminders: readonly Reminder[];
  readonly promises: readonly Promised[];
}

interface Shown<Note> {
  readonly note: Note;
  readonly isPending: boolean;
}

/** Lays unsent reminders and promises of a student over those that the server knows, newest first. Pure. */
export function overlayNotes(
  student: string,
  { reminders, promises }: Notes,
  outbox: readonly OutboxEntry[],
  interval: ReadInterval,
): { readonly reminders: readonly Shown<Reminder>[]; readonly promises: readonly Shown<Promised>[] } {
  const entries = outbox.filter(
    (entry) => isMissingFrom(entry, interval) && studentsOf(entry).includes(student),
  );
  const of = (resource: string, kind: string) =>
    entries.filter(({ operation }) => operation.resource === resource && operation.kind === kind);
  const made = (note: Reminder) => ({ note, isPending: true });
  const changed = (promise: Promised): Shown<Promised>[] => {
    const own = [...of('promise', 'update'), ...of('promise', 'delete')].filter(
      ({ operation }) => operation.recordId === promise.id,
    );
    if (own.length === 0) return [{ note: promise, isPending: false }];
    const note = own.reduce<Promised | null>(overlayPromise, promise);
    return [{ note: note ?? { ...promise, state: 'withdrawn' }, isPending: true }];
  };
  const unsent = of('promise', 'create').flatMap((entry) => overlayPromise(null, entry) ?? []);
  return {
    reminders: [
      ...of('reminder', 'create')
        .map((entry) => made(overlayReminder(null, entry)))
        .reverse(),
      ...reminders.map((note) => ({ note, isPending: false })),
    ],
    promises: [...unsent.map((note) => ({ note, isPending: true })).reverse(), ...promises.flatMap(changed)],
  };
}
