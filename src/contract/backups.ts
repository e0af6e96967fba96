import { z } from 'zod';

/** Not in `paths`, which loads with the first screen. */
export const BACKUPS_PATH = '/backups/';

/** Every day, before an upgrade or a restore, or at a manager's request (decision 58). */
export const backupKind = z.enum(['daily', 'upgrade', 'restore', 'manual']);
export type BackupKind = z.output<typeof backupKind>;

/**
 * A backup was restored into a scratch database and sums compared. `unproven`: it could not be tried. `at` is ISO
 * 8601 in UTC.
 */
export const backupProof = z.object({
  state: z.enum(['proven', 'failed', 'unproven']),
  at: z.iso.datetime(),
  reason: z.string().optional(),
});
export type BackupProof = z.output<typeof backupProof>;

/** An encrypted copy was sent to another place and fetched back (decision 156). `at` is ISO 8601 in UTC. */
export const backupCopy = z.object({
  state: z.enum(['fetched', 'failed']),
  at: z.iso.datetime(),
  reason: z.string().optional(),
});
export type BackupCopy = z.output<typeof backupCopy>;

const backup = z.object({
  name: z.string(),
  kind: backupKind,
  made_at: z.iso.datetime(),
  size: z.number(),
  proof: backupProof.nullable(),
  /** Missing on a server of before. */
  copy: backupCopy.nullable().default(null),
  /** False for a file in the folder that this database did not make. */
  own: z.boolean().default(true),
  /** When a server saw its file last, if none has for some minutes. */
  missing_since: z.iso.datetime().nullable().default(null),
});

/** `late`: the backup of the last night is missing. */
export const backupWarning = z.enum(['late', 'failed', 'unproven']);
export type BackupWarning = z.output<typeof backupWarning>;

/** `late`: the newest copy that was fetched back is of a backup of more than two days ago. */
export const copyWarning = z.enum(['late', 'failed']);
export type CopyWarning = z.output<typeof copyWarning>;

export const backupList = z.object({
  results: z.array(backup),
  warning: backupWarning.nullable(),
  /** Reason why the last attempt failed, for the administrator; null after a success. */
  problem: z.string().nullable(),
  /** Null where backups are not copied to another place; `newest` is when the backup was made. */
  copies: z
    .object({
      newest: z.iso.datetime().nullable(),
      warning: copyWarning.nullable(),
      problem: z.string().nullable(),
    })
    .nullable()
    .default(null),
  running: z.enum(['backup', 'restore']).nullable(),
  /** `problem` is null after a success. */
  last_restore: z
    .object({ name: z.string(), at: z.iso.datetime(), problem: z.string().nullable() })
    .nullable(),
  next_at: z.iso.datetime(),
  keep: z.number().int(),
  /** False where several branches share the database: a restore would take back the others' records. */
  restorable: z.boolean(),
  confirmation: z.string(),
  generation: z.string(),
});
export type BackupList = z.output<typeof backupList>;

const contents = z.object({
  records: z.record(z.string(), z.number().int()),
  users: z.number().int(),
  months: z.object({ count: z.number().int(), newest: z.string().nullable() }),
  newest_payment: z
    .object({ amount: z.string(), receipt_number: z.string().nullable(), recorded_at: z.iso.datetime() })
    .nullable(),
});

/** GET /backups/{name}/: contents of this branch in the backup, and in the database now. */
export const backupPreview = backup.extend({
  /** Null for a backup without the branch, or of an older version. */
  held: contents.nullable(),
  current: contents,
});
export type BackupPreview = z.output<typeof backupPreview>;

/** POST /backups/{name}/restore/. `generation` prevents that a repeated call restores twice. */
export const restoreBody = z.object({ confirmation: z.string().max(255), generation: z.string().max(64) });

export const backupStarted = z.object({ detail: z.string() });
