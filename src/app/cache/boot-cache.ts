import { z } from 'zod';
import { currentOwner, ownerKey } from '#app/api/session.ts';
import { parseJson, readLocal, removeLocal } from '#app/lib/local-storage.ts';
import { type User, user } from '#contract/account.ts';
import { type BranchDetails, branchDetails } from '#contract/branch.ts';
import { keys } from './query-keys.ts';

/** The localStorage key of the boot cache; its text is kept for devices in use. */
export const BOOT_CACHE_KEY = 'branch-desk.first-frame';

const cachedState = z.object({
  buster: z.string(),
  clientState: z.object({
    queries: z.array(z.object({ queryKey: z.array(z.unknown()), state: z.object({ data: z.unknown() }) })),
  }),
});

/** Returns the user and branch of the last server answer, read synchronously from localStorage. */
export function bootCache(): { user?: User; branch?: BranchDetails } {
  const owner = currentOwner();
  const stored = cachedState.safeParse(parseJson(readLocal(BOOT_CACHE_KEY))).data;
  if (!owner || stored?.buster !== ownerKey(owner)) return {};
  const dataAt = (key: readonly string[]) =>
    stored.clientState.queries.find(({ queryKey }) => queryKey.join() === key.join())?.state.data;
  return {
    user: user.safeParse(dataAt(keys.user)).data,
    branch: branchDetails.safeParse(dataAt(keys.branch)).data,
  };
}

/** Deletes the boot cache, so that no user data stays readable after sign-out. */
export function clearBootCache(): void {
  removeLocal(BOOT_CACHE_KEY);
}
