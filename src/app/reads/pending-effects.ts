import type { ReadInterval } from '#app/cache/snapshot.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { isMissingFrom } from '#app/outbox/model/snapshot-visibility.ts';
import type { Draft, Resource } from '#contract/define-resource.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';

const factsOf = ({ operation: { resource } }: OutboxEntry): Resource | undefined =>
  isResourceName(resource) ? resourceOf(resource) : undefined;

const WHOLE = /^-?\d+$/;
const numberIn = (holder: Draft | undefined, field: string): bigint => {
  const text = holder?.[field];
  return typeof text === 'string' && WHOLE.test(text) ? BigInt(text) : 0n;
};

/** Returns by how much an entry changes the number that it counts into. */
function counted({ operation: { kind }, body, before }: OutboxEntry, field: string): bigint {
  const was = kind === 'create' ? 0n : numberIn(before, field);
  const is = kind === 'delete' ? 0n : field in body ? numberIn(body, field) : was;
  return is - was;
}

/**
 * Adds pending counts to a record: a book's stock by orders and payouts (decision 14). Returns the same
 * record where nothing is pending.
 * @param beside entries of other resources that change this one's records
 */
export function withPendingCounts(
  record: RecordRow,
  beside: readonly OutboxEntry[],
  span: ReadInterval,
): RecordRow {
  const moved = new Map<string, bigint>();
  for (const row of beside) {
    const counts = factsOf(row)?.counts;
    if (!counts || (row.before ?? row.body)[counts.reference] !== record.id) continue;
    if (!isMissingFrom(row, span)) continue;
    moved.set(counts.into, (moved.get(counts.into) ?? 0n) + counts.sign * counted(row, counts.by));
  }
  const changes = [...moved].filter(([, by]) => by !== 0n);
  if (changes.length === 0) return record;
  const numbers = changes.map(([into, by]) => [into, String(numberIn(record, into) + by)]);
  return { ...record, ...Object.fromEntries(numbers) };
}

/**
 * Applies pending settlements to a record: deductions by salaries (decision 15).
 * @param beside entries of other resources that change this one's records, in order
 * @param seq position of the entry that creates the record, if pending; earlier salaries do not settle it
 */
export function withPendingSettling(
  record: RecordRow,
  beside: readonly OutboxEntry[],
  span: ReadInterval,
  seq = 0,
): RecordRow {
  let settled = record;
  for (const row of beside) {
    const { operation, body, result } = row;
    const settles = factsOf(row)?.settles;
    if (!settles || row.seq < seq || !isMissingFrom(row, span)) continue;
    const { reference, mark } = settles;
    const holder = settled[mark] ?? null;
    if (operation.kind === 'delete' && holder === operation.recordId) settled = { ...settled, [mark]: null };
    if (operation.kind === 'create' && holder === null && body[reference] === record[reference]) {
      settled = { ...settled, [mark]: result?.id ?? operation.recordId };
    }
  }
  return settled;
}
