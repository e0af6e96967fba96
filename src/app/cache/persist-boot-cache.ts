import {
  type DehydratedState,
  dehydrate,
  hydrate,
  type Query,
  type QueryClient,
} from '@tanstack/react-query';
import { z } from 'zod';
import { currentOwner, type Owner, ownerKey } from '#app/api/session.ts';
import { parseJson, readLocal, writeLocal } from '#app/lib/local-storage.ts';
import { BOOT_CACHE_KEY } from './boot-cache.ts';

const isBootQuery = ({ meta, state }: Query) => meta?.firstFrame === true && state.status === 'success';

const stored = z.object({
  buster: z.string(),
  clientState: z.custom<DehydratedState>((value) => value instanceof Object),
});

/** Synchronous: an offline launch shows names at once, also where IndexedDB does not open. */
export function hydrateFromBootCache(client: QueryClient, owner: Owner): void {
  const kept = stored.safeParse(parseJson(readLocal(BOOT_CACHE_KEY))).data;
  if (kept?.buster === ownerKey(owner)) hydrate(client, kept.clientState);
}

/** At once, so that what is drawn next has the branch's calendar. */
export function persistBootCache(client: QueryClient, owner: Owner): () => void {
  const buster = ownerKey(owner);
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || !isBootQuery(event.query)) return;
    const present = currentOwner();
    // An answer that comes after a sign-out must not bring back what it has deleted.
    if (!present || ownerKey(present) !== buster) return;
    const clientState = dehydrate(client, {
      shouldDehydrateQuery: isBootQuery,
      shouldDehydrateMutation: () => false,
    });
    writeLocal(BOOT_CACHE_KEY, JSON.stringify({ buster, clientState }));
  });
}
