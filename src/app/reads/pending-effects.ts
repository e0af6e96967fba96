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

/** By how much a write changes the number it counts into. */
function counted({ operation: { kind }, body, before }: OutboxEntry, field: string): bigint {
  const was = kind === 'create' ? 0n : numberIn(before, field);
  const is = kind === 'delete' ? 0n : field in body ? numberIn(body, field) : was;
  return is - was;
}

/**
 * A record whose numbers take account of what is on its way: a book's stock of orders and payouts (decision
 * 14). The same record where nothing is.
 * @param beside the writes of other resources that move this one's records
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
 * A record as what is on its way settles or opens it again: deductions by salaries (decision 15).
 * @param beside the writes of other resources that move this one's records, in order
 * @param seq where the record itself is still on its way: its place in the order; what was made later is not settled
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
