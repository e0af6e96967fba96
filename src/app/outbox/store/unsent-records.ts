import { isUnsettled, type OutboxEntry } from '#app/outbox/model/entry.ts';
import { partIds } from '#app/outbox/model/lines.ts';
import { outboxView } from './outbox-view.ts';

const cache = new WeakMap<readonly OutboxEntry[], ReadonlySet<string>>();

/** Records whose create the server has not acknowledged, with those that the same writes make beside them. */
export function unsentIds(entries: readonly OutboxEntry[]): ReadonlySet<string> {
  const known = cache.get(entries);
  if (known) return known;
  const creates = entries.filter((entry) => entry.operation.kind === 'create' && isUnsettled(entry));
  const ids = new Set(creates.flatMap((entry) => [entry.operation.recordId, ...partIds(entry)]));
  cache.set(entries, ids);
  return ids;
}

/** A component asks `useIsUnsent`. */
export const isUnsentRecord = (id: unknown): boolean =>
  typeof id === 'string' && unsentIds(outboxView().rows).has(id);
