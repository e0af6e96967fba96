import { z } from 'zod';
import { currentOwner, ownerKey } from '#app/api/session.ts';
import { parseJson, readLocal, removeLocal } from '#app/lib/local-storage.ts';
import { type User, user } from '#contract/account.ts';
import { type BranchDetails, branchDetails } from '#contract/branch.ts';
import { keys } from './query-keys.ts';

/** Where the queries of the first frame stand in localStorage. */
export const BOOT_CACHE_KEY = 'branch-desk.first-frame';

const kept = z.object({
  buster: z.string(),
  clientState: z.object({
    queries: z.array(z.object({ queryKey: z.array(z.unknown()), state: z.object({ data: z.unknown() }) })),
  }),
});

/** Who is signed in and where, as of the last time the host said so: read synchronously, before anything loads. */
export function bootCache(): { user?: User; branch?: BranchDetails } {
  const owner = currentOwner();
  const stored = kept.safeParse(parseJson(readLocal(BOOT_CACHE_KEY))).data;
  if (!owner || stored?.buster !== ownerKey(owner)) return {};
  const dataAt = (key: readonly string[]) =>
    stored.clientState.queries.find(({ queryKey }) => queryKey.join() === key.join())?.state.data;
  return {
    user: user.safeParse(dataAt(keys.user)).data,
    branch: branchDetails.safeParse(dataAt(keys.branch)).data,
  };
}

/** At sign-out nothing of a person stays readable. */
export function clearBootCache(): void {
  removeLocal(BOOT_CACHE_KEY);
}
