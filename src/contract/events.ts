import { z } from 'zod';

/** Time between two comments that keep a stream alive, in milliseconds. */
export const HEARTBEAT_MS = 4_000;

/** Version of a branch's data: opaque text. Equal versions mean that nothing was written between. */
const version = z.string().min(1).max(40);

/** Parses GET /branch/changes/: the version of the branch's data now. */
export const branchVersion = z.object({ version });

/** Time over which the devices of a branch spread their reads, in milliseconds. */
const spread = z.number().int().min(0).max(10_000).optional().default(0);

/**
 * Parses the data of each event of GET /branch/events/. They name resources and versions, never data.
 * `unchanged`: nothing was written since the version that the client named. `everything`: anything may have changed.
 * `changed`: these resources were written after the version `since`. `keys` holds the first eight characters of the idempotency key of
 * each of these writes; it is absent where one had no key, or they are many.
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

/** An event of a branch, by its name. */
export type BranchEvent =
  | ({ readonly name: 'unchanged' } & z.output<typeof branchEvents.unchanged>)
  | ({ readonly name: 'everything' } & z.output<typeof branchEvents.everything>)
  | ({ readonly name: 'changed' } & z.output<typeof branchEvents.changed>);

/** Number of characters of an idempotency key that an event tells. */
export const KEY_PREFIX = 8;
