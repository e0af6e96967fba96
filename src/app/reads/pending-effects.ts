import type { ReadInterval } from '#app/cache/snapshot.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { isMissingFrom } from '#app/outbox/model/snapshot-visibility.ts';
import type { Draft, Resource } from '#contract/define-resource.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';

const resourceOfEntry = ({ operation: { resource } }: OutboxEntry): Resource | undefined =>
  isResourceName(resource) ? resourceOf(resource) : undefined;

const INTEGER = /^-?\d+$/;
const numberIn = (record: Draft | undefined, field: string): bigint => {
  const text = record?.[field];
  return typeof text === 'string' && INTEGER.test(text) ? BigInt(text) : 0n;
};

/** Returns by how much an entry changes the number that it counts into. */
function countChange({ operation: { kind }, body, before }: OutboxEntry, field: string): bigint {
  const previous = kind === 'create' ? 0n : numberIn(before, field);
  const next = kind === 'delete' ? 0n : field in body ? numberIn(body, field) : previous;
  return next - previous;
}

/**
 * Adds pending counts to a record: a book's stock by orders and payouts (decision 14). Returns the same
 * record where nothing is pending.
 * @param related entries of other resources that change this one's records
 */
export function overlayCounts(
  record: RecordRow,
  related: readonly OutboxEntry[],
  interval: ReadInterval,
): RecordRow {
  const changeByField = new Map<string, bigint>();
  for (const entry of related) {
    const counts = resourceOfEntry(entry)?.counts;
    if (!counts || (entry.before ?? entry.body)[counts.reference] !== record.id) continue;
    if (!isMissingFrom(entry, interval)) continue;
    changeByField.set(
      counts.into,
      (changeByField.get(counts.into) ?? 0n) + counts.sign * countChange(entry, counts.by),
    );
  }
  const changes = [...changeByField].filter(([, by]) => by !== 0n);
  if (changes.length === 0) return record;
  const numbers = changes.map(([into, by]) => [into, String(numberIn(record, into) + by)]);
  return { ...record, ...Object.fromEntries(numbers) };
}

/**
 * Applies pending settlements to a record: deductions by salaries (decision 15).
 * @param related entries of other resources that change this one's records, in order
 * @param seq position of the entry that creates the record, if pending; earlier salaries do not settle it
 */
export function overlaySettlements(
  record: RecordRow,
  related: readonly OutboxEntry[],
  interval: ReadInterval,
  seq = 0,
): RecordRow {
  let settled = record;
  for (const entry of related) {
    const { operation, body, result } = entry;
    const settles = resourceOfEntry(entry)?.settles;
    if (!settles || entry.seq < seq || !isMissingFrom(entry, interval)) continue;
    const { reference, mark } = settles;
    const settledBy = settled[mark] ?? null;
    if (operation.kind === 'delete' && settledBy === operation.recordId)
      settled = { ...settled, [mark]: null };
    if (operation.kind === 'create' && settledBy === null && body[reference] === record[reference]) {
      settled = { ...settled, [mark]: result?.id ?? operation.recordId };
    }
  }
  return settled;
}
