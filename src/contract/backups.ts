import { z } from 'zod';

/** The path of the backups; apart from `paths`, which loads with the first screen. */
export const BACKUPS_PATH = '/backups/';

/** Parses why a backup was made: every day, before an upgrade or a restore, or at a manager's request (decision 58). */
export const backupKind = z.enum(['daily', 'upgrade', 'restore', 'manual']);
export type BackupKind = z.output<typeof backupKind>;

/**
 * Parses the result of restoring a backup into a scratch database and comparing sums. `unproven`: it could not be tried, `reason` says why.
 * `at` is ISO 8601 in UTC.
 */
export const backupProof = z.object({
  state: z.enum(['proven', 'failed', 'unproven']),
  at: z.iso.datetime(),
  reason: z.string().optional(),
});
export type BackupProof = z.output<typeof backupProof>;

/** Parses one backup of the list. */
const backup = z.object({
  name: z.string(),
  kind: backupKind,
  made_at: z.iso.datetime(),
  /** Bytes. */
  size: z.number(),
  /** Null until it was tried. */
  proof: backupProof.nullable(),
});

/** Parses why the newest backup needs a person: `late`: the one of the last night is missing. */
export const backupWarning = z.enum(['late', 'failed', 'unproven']);
export type BackupWarning = z.output<typeof backupWarning>;

/** Parses GET /backups/. */
export const backupList = z.object({
  /** Newest first. */
  results: z.array(backup),
  warning: backupWarning.nullable(),
  /** Why the last attempt failed, for the person who looks after the server; null after a success. */
  problem: z.string().nullable(),
  /** What runs now. */
  running: z.enum(['backup', 'restore']).nullable(),
  /** The last restore of this server process; `problem` is null if it was done. */
  last_restore: z
    .object({ name: z.string(), at: z.iso.datetime(), problem: z.string().nullable() })
    .nullable(),
  /** When the next daily backup is made, ISO 8601 in UTC. */
  next_at: z.iso.datetime(),
  keep: z.number().int(),
  /** False where several branches share the database: one must not take the others back. */
  restorable: z.boolean(),
  /** The text that a person types to confirm a restore. */
  confirmation: z.string(),
  generation: z.string(),
});
export type BackupList = z.output<typeof backupList>;

const contents = z.object({
  /** Number of records of each resource. */
  records: z.record(z.string(), z.number().int()),
  users: z.number().int(),
  months: z.object({ count: z.number().int(), newest: z.string().nullable() }),
  /** The payment recorded last; the amount is decimal text. */
  newest_payment: z
    .object({ amount: z.string(), receipt_number: z.string().nullable(), recorded_at: z.iso.datetime() })
    .nullable(),
});

/** Parses GET /backups/{name}/: what the backup holds of this branch, and what the database holds now. */
export const backupPreview = backup.extend({
  /** Null for a backup that does not hold the branch, or that an older version made. */
  held: contents.nullable(),
  current: contents,
});
export type BackupPreview = z.output<typeof backupPreview>;

/** Validates POST /backups/{name}/restore/. `generation` prevents that a repeated call restores twice. */
export const restoreBody = z.object({ confirmation: z.string().max(255), generation: z.string().max(64) });

/** Parses the answer to a call that goes on after its answer. */
export const backupStarted = z.object({ detail: z.string() });
