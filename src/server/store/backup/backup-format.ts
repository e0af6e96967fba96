import { z } from 'zod';

/** Grows when a file of before could no longer be read the same way. */
export const FORMAT = 1;

const wholeNumber = z.string().regex(/^\d{1,19}$/);

/** What a backup says first: what it holds, and the schema its rows are of. */
export const backupHeader = z.object({
  branch_desk_backup: z.number().int(),
  made_at: z.iso.datetime(),
  /** Names of the migrations that its database had seen, in order. */
  migrations: z.array(z.string().min(1)).min(1),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()).min(1),
      /** The last number given by each identity column: ids go on after it, also past records that were deleted. */
      last_ids: z.record(z.string(), wholeNumber),
    }),
  ),
});

/** What it says last. A file without it was cut off. */
export const backupTrailer = z.object({
  /** How many rows each table has, in the header's order. */
  rows: z.array(z.number().int().nonnegative()),
  /** Of everything before this line. */
  sha256: z.string(),
});

export type BackupHeader = z.output<typeof backupHeader>;
export type BackupTrailer = z.output<typeof backupTrailer>;

/** How values are written as text and read back the same, whatever the database's own settings are. */
export const plainText = `
  set timezone to 'UTC'; set datestyle to 'ISO, YMD'; set intervalstyle to 'postgres'; set bytea_output to 'hex';
  set extra_float_digits to 1; set statement_timeout to 0; set idle_in_transaction_session_timeout to 0`;
