import { z } from 'zod';
import { type User, user } from '#contract/account.ts';
import { type BranchDetails, branchDetails } from '#contract/branch.ts';
import { parseJson, readLocal, removeLocal } from './local-store.ts';
import { keys } from './query-keys.ts';
import { currentOwner, ownerKey } from './session.ts';

/** Where the queries of the first frame stand in localStorage. */
export const FIRST_FRAME = 'branch-desk.first-frame';

const kept = z.object({
  buster: z.string(),
  clientState: z.object({
    queries: z.array(z.object({ queryKey: z.array(z.unknown()), state: z.object({ data: z.unknown() }) })),
  }),
});

/** Who is signed in and where, as of the last time the host said so: read synchronously, before anything loads. */
export function firstFrame(): { user?: User; branch?: BranchDetails } {
  const owner = currentOwner();
  const stored = kept.safeParse(parseJson(readLocal(FIRST_FRAME))).data;
  if (!owner || stored?.buster !== ownerKey(owner)) return {};
  const dataAt = (key: readonly string[]) =>
    stored.clientState.queries.find(({ queryKey }) => queryKey.join() === key.join())?.state.data;
  return {
    user: user.safeParse(dataAt(keys.user)).data,
    branch: branchDetails.safeParse(dataAt(keys.branch)).data,
  };
}

/** At sign-out nothing of a person stays readable. */
export function forgetFirstFrame(): void {
  removeLocal(FIRST_FRAME);
}
