import { z } from 'zod';
import { currentOwner, type Owner, ownerKey } from '#app/api/session.ts';
import { provideCalendar, zoneHere } from '#app/lib/branch-day.ts';
import { parseJson, readLocal, removeLocal, writeLocal } from '#app/lib/local-storage.ts';
import { type User, user } from '#contract/account.ts';
import { type BranchDetails, branchDetails } from '#contract/branch.ts';
import type { Calendar } from '#contract/days.ts';
import type { Field } from '#contract/fields.ts';
import type { Permission } from '#contract/permissions.ts';
import { keys } from './query-keys.ts';

/** The old name is kept for devices in use. */
export const BOOT_CACHE_KEY = 'branch-desk.first-frame';

const cachedState = z.object({
  buster: z.string(),
  clientState: z.object({
    queries: z.array(z.object({ queryKey: z.array(z.unknown()), state: z.object({ data: z.unknown() }) })),
  }),
});

interface BootCache {
  readonly user?: User | undefined;
  readonly branch?: BranchDetails | undefined;
}

const NOTHING: BootCache = {};
/** Parsed again only when the text has changed. */
let last: { readonly text: string; readonly key: string; readonly read: BootCache } | undefined;

/** User and branch of the last server answer, read synchronously from localStorage. */
export function bootCache(): BootCache {
  const [owner, text] = [currentOwner(), readLocal(BOOT_CACHE_KEY)];
  if (!owner || text === undefined) return NOTHING;
  const key = ownerKey(owner);
  if (last?.text !== text || last.key !== key) last = { text, key, read: parse(text, key) };
  return last.read;
}

let lastCalendar: { readonly branch: BranchDetails; readonly calendar: Calendar } | undefined;

provideCalendar(() => {
  const { branch } = bootCache();
  if (branch?.time_zone === undefined) return undefined;
  if (lastCalendar?.branch !== branch) {
    const { time_zone, zone_offset, day_begins: dayBegins = 0 } = branch;
    lastCalendar = { branch, calendar: { timeZone: zoneHere(time_zone, zone_offset), dayBegins } };
  }
  return lastCalendar.calendar;
});

function parse(text: string, key: string): BootCache {
  const stored = cachedState.safeParse(parseJson(text)).data;
  if (stored?.buster !== key) return NOTHING;
  const dataAt = (key: readonly string[]) =>
    stored.clientState.queries.find(({ queryKey }) => queryKey.join() === key.join())?.state.data;
  return {
    user: user.safeParse(dataAt(keys.user)).data,
    branch: branchDetails.safeParse(dataAt(keys.branch)).data,
  };
}

/** Of another branch of the person. */
const keptKeyOf = (owner: Owner) => `${BOOT_CACHE_KEY}/${ownerKey(owner)}`;

/** At a switch of branch: names and permissions are there at once, also offline (decision 159). */
export function swapBootCache(from: Owner, to: Owner): void {
  const [current, other] = [readLocal(BOOT_CACHE_KEY), readLocal(keptKeyOf(to))];
  if (current !== undefined) writeLocal(keptKeyOf(from), current);
  if (other === undefined) removeLocal(BOOT_CACHE_KEY);
  else writeLocal(BOOT_CACHE_KEY, other);
}

/**
 * A server that sends no permissions allows everything (decision 46). So does a device that has not read its user yet:
 * the server decides.
 */
export function userMay(user: User | undefined, permission: Permission): boolean {
  return user?.permissions?.includes(permission) ?? true;
}

/** Uses the profile that was read last; also without a connection. */
export function mayNow(permission: Permission): boolean {
  return userMay(bootCache().user, permission);
}

/** Whether the server has such fields or records, as its last answer said (decision 31). */
export function declaredNow({ capability }: Pick<Field, 'capability'>): boolean {
  return capability === undefined || bootCache().branch?.[capability] === true;
}

export const LAST_CLOSE_KEY = 'branch-desk.last-close';
const closeOfOwner = z.object({ owner: z.string(), at: z.string() });

/** As far as this device knows; also without a connection. */
export function lastClose(owner: Owner): string | undefined {
  const known = closeOfOwner.safeParse(parseJson(readLocal(LAST_CLOSE_KEY))).data;
  return known?.owner === ownerKey(owner) ? known.at : undefined;
}

export function rememberLastClose(owner: Owner, at: string | null): void {
  if (at === null) removeLocal(LAST_CLOSE_KEY);
  else writeLocal(LAST_CLOSE_KEY, JSON.stringify({ owner: ownerKey(owner), at }));
}
