import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { z } from 'zod';
import { requestIfChanged } from '#app/api/client.ts';
import { untilHydrated } from '#app/cache/query-client.ts';
import type { ReadInterval, Snapshot } from '#app/cache/snapshot.ts';
import { nextTimestamp } from '#app/lib/clock.ts';
import { outboxViewCurrent } from '#app/outbox/store/outbox-view.ts';

interface ReadContext {
  readonly client: QueryClient;
  readonly queryKey: QueryKey;
  readonly signal: AbortSignal;
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * A read that overlaps a send of this device may or may not contain that entry, so showing it could count money twice
 * or not at all. Then the earlier snapshot is returned; settling the entry refetches anyway.
 * @param scope the resource whose entries matter, or 'figures' for every entry that moves cash
 * @throws {ApiError}
 */
export async function readSnapshot<S extends z.ZodType>(
  { client, queryKey, signal, meta }: ReadContext,
  scope: string,
  call: { path: string; query?: Readonly<Record<string, string | number | boolean | undefined>>; answer: S },
): Promise<Snapshot<z.output<S>>> {
  await untilHydrated(client, queryKey);
  const previous = client.getQueryData<Snapshot<z.output<S>>>(queryKey);
  const began = nextTimestamp();
  const { data, etag } = await requestIfChanged(
    { method: 'GET', ...call, signal, unhurried: meta?.unhurried === true },
    previous?.etag,
  );
  const interval = { began, ended: nextTimestamp() };
  if (previous && (await overlapsAttempt(scope, interval))) return previous;
  await outboxViewCurrent();
  const current = data === undefined && previous ? previous.data : data;
  return {
    data: current as z.output<S>,
    ...interval,
    readAt: Date.now(),
    ...(etag !== undefined && { etag }),
  };
}

/** Imported lazily: the first list is shown before the outbox database has loaded. */
async function overlapsAttempt(scope: string, interval: ReadInterval): Promise<boolean> {
  const { overlapsMutation } = await import('#app/outbox/store/stored-entries.ts');
  return overlapsMutation(scope, interval);
}
