import { partialMatchKey, type Query, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { withLines } from '#app/outbox/model/lines.ts';
import { onOutboxChange, outboxView } from '#app/outbox/store/outbox-view.ts';
import { affectedBy } from '../refetch-affected.ts';

/** Time that one read takes at most, in milliseconds. */
const READ_TIME = 30_000;

const interval = z.object({ began: z.number() });

/**
 * Returns whether the data of a query may be older than a moment. A snapshot knows when its read began; any
 * other answer is taken to have been read slowly.
 * @param timestamp of the logical clock
 */
function isReadBefore({ state }: Query, timestamp: number): boolean {
  const began = interval.safeParse(state.data).data?.began ?? state.dataUpdatedAt - READ_TIME;
  return state.data !== undefined && began <= timestamp;
}

const newestOf = new WeakMap<readonly OutboxEntry[], ReadonlyMap<string, number>>();

/** Returns the newest acknowledgement per resource, as logical timestamps. */
function newestAcknowledged(entries: readonly OutboxEntry[]): ReadonlyMap<string, number> {
  const cached = newestOf.get(entries);
  if (cached) return cached;
  const newest = new Map<string, number>();
  for (const { state, acknowledgedAt = 0, operation } of withLines(entries))
    if (state === 'done')
      newest.set(operation.resource, Math.max(acknowledgedAt, newest.get(operation.resource) ?? 0));
  newestOf.set(entries, newest);
  return newest;
}

/**
 * Invalidates hydrated queries that were read before an entry was acknowledged, until stopped. A page that
 * is loaded anew has forgotten that they were to be refetched.
 */
export function invalidateOutdated(client: QueryClient): () => void {
  const isOutdated = (query: Query) =>
    [...newestAcknowledged(outboxView().rows)].some(
      ([resource, at]) =>
        isReadBefore(query, at) && affectedBy(resource).some((key) => partialMatchKey(query.queryKey, key)),
    );
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    const hydrated = event.type === 'added' || (event.type === 'updated' && event.action.type === 'setState');
    if (hydrated && !event.query.state.isInvalidated && isOutdated(event.query)) event.query.invalidate();
  });
  let started = false;
  const start = () => {
    if (started || !outboxView().loaded) return;
    started = true;
    // A read that is under way began after this page was loaded.
    void client.invalidateQueries({ predicate: isOutdated }, { cancelRefetch: false });
  };
  start();
  const stopWaiting = onOutboxChange(start);
  return () => {
    unsubscribe();
    stopWaiting();
  };
}
