import type { User } from '#contract/account.ts';
import type { Permission } from '#contract/permissions.ts';
import { bootCache } from './boot-cache.ts';

/**
 * Tells whether a user may do something. A server that sends no permissions allows everything (decision 46), and so does a device that
 * has not read its user yet: the server decides.
 */
export function userMay(user: User | undefined, permission: Permission): boolean {
  return user?.permissions?.includes(permission) ?? true;
}

/** Tells whether the signed-in user may do something, as the profile that was read last says; also without a connection. */
export function mayNow(permission: Permission): boolean {
  return userMay(bootCache().user, permission);
}
