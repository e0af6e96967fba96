import { ApiError } from '#app/api/api-error.ts';
import { request } from '#app/api/client.ts';
import { takeBack } from '#app/api/handed-over-session.ts';
import {
  activateSession,
  currentOwner,
  currentSession,
  keptSessions,
  ownerOf,
  type Session,
} from '#app/api/session.ts';
import { keepStorageKey } from '#app/api/storage-key.ts';
import { signedIn } from '#contract/account.ts';
import { paths } from '#contract/http.ts';
import { swapBootCache } from './boot-cache.ts';

/** @throws {ApiError} unauthenticated, when nobody is signed in any more */
async function beginSession(branch: string): Promise<Session> {
  const current = currentSession();
  if (!current) throw new ApiError('unauthenticated');
  const { access, refresh, storage_key } = await request({
    method: 'POST',
    path: paths.switch,
    body: { branch, refresh: current.refresh },
    answer: signedIn,
  });
  const owner = ownerOf(access);
  if (!owner) throw new ApiError('transient');
  if (storage_key !== undefined) keepStorageKey({ ...owner, key: storage_key });
  return { access, refresh, owner };
}

/** Whether a switch needs no connection: this device has been in the branch with this sign-in. */
export const isBranchKnown = (branch: string): boolean =>
  keptSessions().some(({ owner }) => owner.branchId === branch);

/**
 * Another branch of the signed-in person (decision 159). Records, entries and kept input of each branch stay apart: they
 * belong to the user whom the person has there.
 * @throws {ApiError} when the branch is not known here yet and the server does not answer, or refuses
 */
export async function switchBranch(branch: string): Promise<void> {
  // A session that the service worker has refreshed meanwhile must not be left behind.
  await takeBack();
  const known = keptSessions().find(({ owner }) => owner.branchId === branch);
  const next = known ?? (await beginSession(branch));
  const from = currentOwner();
  if (from) swapBootCache(from, next.owner);
  activateSession(next);
}
