import type { ReadInterval } from '#app/cache/snapshot.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { isMissingFrom } from '#app/outbox/model/visibility.ts';
import type { DebtRow } from '#contract/debts.ts';
import { overlayDebts, overlayPromise, type Promised, studentsOf, textOf } from './pending-debts.ts';

/** A student of whom somebody said that they will pay on a day. */
export interface PromisedStudent {
  readonly id: string;
  readonly name: string;
  readonly promise: Promised;
  /** What they owe in all, decimal text; undefined where only the server knows. */
  readonly total: string | undefined;
  readonly phone: string;
  /** Whether an unsent entry is in it. */
  readonly isPending: boolean;
}

/** Returns the promise that a change was made upon, as far as its entry knows it. */
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

/**
 * Returns who said that they will pay on a day: as the server knows it, with what waits on this device. Whose promise waits comes last,
 * without a sum. Pure.
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
    const { id, name, promise, total, isPending, father_phone, mother_phone, phone } = row;
    if (!promise || total === '0.00' || (isPending && promise.due_day !== day)) return [];
    const number = father_phone || mother_phone || phone || '';
    return [{ id, name, promise, total: total ?? '0.00', phone: number, isPending }];
  });
  const waiting = new Map<string, PromisedStudent | undefined>();
  for (const entry of outbox) {
    const [id] = studentsOf(entry);
    if (entry.operation.resource !== 'promise' || id === undefined || !isMissingFrom(entry, interval))
      continue;
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
