import { z } from 'zod';

export const HEARTBEAT_MS = 4_000;

/** Opaque text. Equal versions mean that nothing was written between. */
const version = z.string().min(1).max(40);

export const branchVersion = z.object({ version });

/** Milliseconds over which the devices of a branch spread their reads. */
const spread = z.number().int().min(0).max(10_000).optional().default(0);

/**
 * Data of each event of GET /branch/events/: resources and versions, never records.
 * `unchanged`: nothing was written since the version that the client named.
 * `everything`: anything may have changed.
 * `changed`: these resources were written after the version `since`. `keys` holds the first eight characters of the
 * idempotency key of each of these writes; it is absent if one had no key, or if there are many.
 */
export const branchEvents = {
  unchanged: z.object({ version }),
  everything: z.object({ version, spread }),
  changed: z.object({
    version,
    since: version,
    resources: z.array(z.string()),
    keys: z.array(z.string()).optional(),
    spread,
  }),
} as const;

export type BranchEvent =
  | ({ readonly name: 'unchanged' } & z.output<typeof branchEvents.unchanged>)
  | ({ readonly name: 'everything' } & z.output<typeof branchEvents.everything>)
  | ({ readonly name: 'changed' } & z.output<typeof branchEvents.changed>);

export const KEY_PREFIX = 8;
