import { z } from 'zod';

export const DEVICE_ENTRIES_PATH = '/devices/entries/';
export const CHECKED_ENTRIES_PATH = '/devices/entries/checked/';

export const MOST_ANNOUNCED = 100;

const pendingEntry = z.object({
  /** Its idempotency key: the server knows by it whether the entry arrived. */
  key: z.guid(),
  resource: z.string().max(40),
  kind: z.enum(['create', 'update', 'delete']),
  /** Decimal text; null without an amount, or if only the server can compute it. */
  amount: z
    .string()
    .regex(/^\d{1,12}\.\d{2}$/)
    .nullable(),
  /** ISO 8601 in UTC. */
  entered_at: z.iso.datetime(),
});
export type PendingEntry = z.output<typeof pendingEntry>;

export const announcement = z.object({
  store: z.guid(),
  entries: z.array(pendingEntry).max(MOST_ANNOUNCED),
  unlisted: z.int().min(0).max(1_000_000),
});
export type Announcement = z.output<typeof announcement>;

export const storeEntries = z.object({
  store: z.string(),
  user: z.string(),
  user_name: z.string(),
  device_name: z.string().nullable(),
  /** ISO 8601 in UTC. */
  announced_at: z.string(),
  lost: z.boolean(),
  count: z.int(),
  entries: z.array(pendingEntry),
});
export type StoreEntries = z.output<typeof storeEntries>;

export const evictedEntries = z.object({ lost: z.array(storeEntries) });

export const checkedBody = z.object({ store: z.guid(), user: z.string().max(20) });
export const checked = z.object({ checked: z.boolean() });
