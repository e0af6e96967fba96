import { z } from 'zod';

/** Incremented when older files need another reader. */
export const FORMAT = 1;

const wholeNumber = z.string().regex(/^\d{1,19}$/);

/** Number columns by name, sums as decimal text. */
const tableSums = z.object({ rows: z.number().int(), sums: z.record(z.string(), z.string()) });

export const branchContents = z.object({
  id: wholeNumber,
  name: z.string(),
  users: z.number().int(),
  records: z.record(z.string(), z.number().int()),
  months: z.object({ count: z.number().int(), newest: z.string().nullable() }),
  /** Recorded last; the amount in piastres. */
  newest_payment: z
    .object({ amount: wholeNumber, receipt_number: z.string().nullable(), recorded_at: z.iso.datetime() })
    .nullable(),
});

const backupSummary = z.object({
  tables: z.record(z.string(), tableSums),
  branches: z.array(branchContents),
});

export const backupHeader = z.object({
  branch_desk_backup: z.number().int(),
  made_at: z.iso.datetime(),
  migrations: z.array(z.string().min(1)).min(1),
  /** Of the database that it was made of. */
  generation: z.guid().optional(),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()).min(1),
      /** The last value of each identity column, so that ids of deleted records are not reused. */
      last_ids: z.record(z.string(), wholeNumber),
    }),
  ),
  summary: backupSummary.optional(),
});

/** Last line of a backup. A file without it is truncated. */
export const backupTrailer = z.object({
  rows: z.array(z.number().int().nonnegative()),
  sha256: z.string(),
});

export type BackupHeader = z.output<typeof backupHeader>;
export type BackupSummary = z.output<typeof backupSummary>;
export type BranchContents = z.output<typeof branchContents>;
export type BackupTrailer = z.output<typeof backupTrailer>;

/** Values then round-trip with any settings of the database, until the transaction ends. */
export const plainText = `
  set local timezone to 'UTC'; set local datestyle to 'ISO, YMD'; set local intervalstyle to 'postgres';
  set local bytea_output to 'hex'; set local extra_float_digits to 1; set local statement_timeout to 0;
  set local idle_in_transaction_session_timeout to 0`;
