import { useQuery } from '@tanstack/react-query';
import { bootCache } from '#app/cache/boot-cache.ts';
import { displayName } from '#app/lib/person-name.ts';
import type { DisabledUser } from '#app/outbox/recovery/hand-over.ts';
import { leftByOthers } from '#app/outbox/recovery/hand-over.ts';
import { userQuery } from '#app/reads/branch-queries.ts';
import { usersQuery } from '#app/reads/people.ts';
import type { Permission } from '#contract/permissions.ts';
import { useOutboxRead } from '../use-outbox-read.ts';

/** A disabled user with the number of entries that they left on this device. */
export interface LeftByUser {
  readonly user: DisabledUser;
  readonly count: number;
}

interface LeftEntriesState {
  /** Disabled users of the branch who left entries, by name. */
  readonly users: readonly LeftByUser[];
  /** Number of entries of other users while it is not known who of them is disabled. */
  readonly ofUnknown: number;
}

const HAND_OVER: Permission = 'entries.hand-over';

/** Returns whether the server lets the signed-in user send entries of disabled users: it must name the permission. */
function useHandsOver(): boolean {
  const { data: user = bootCache().user } = useQuery({ ...userQuery(), staleTime: Number.POSITIVE_INFINITY });
  return user?.permissions?.includes(HAND_OVER) === true;
}

/**
 * Returns what disabled users of the branch left on this device, for who may send it (decision 103). Entries of
 * users who can sign in, and of other branches, are not among them.
 */
export function useLeftEntries(): LeftEntriesState {
  const counts = useOutboxRead(leftByOthers, useHandsOver());
  const { data } = useQuery({ ...usersQuery(), enabled: counts.length > 0 });
  if (!data) return { users: [], ofUnknown: counts.reduce((sum, { count }) => sum + count, 0) };
  const users = data.results.flatMap((user) => {
    const left = counts.find(({ ownerId }) => ownerId === user.id);
    return left && user.disabled_at !== null
      ? [{ user: { id: user.id, name: displayName(user) }, count: left.count }]
      : [];
  });
  return { users, ofUnknown: 0 };
}
