import { z } from 'zod';

/** Version of the file format; incremented when older files need another reader. */
export const FORMAT = 1;

const wholeNumber = z.string().regex(/^\d{1,19}$/);

/** Describes the first line of a backup: its schema version and tables. */
export const backupHeader = z.object({
  branch_desk_backup: z.number().int(),
  made_at: z.iso.datetime(),
  /** Names of the applied migrations, in order. */
  migrations: z.array(z.string().min(1)).min(1),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()).min(1),
      /** The last value of each identity column, so that ids of deleted records are not reused. */
      last_ids: z.record(z.string(), wholeNumber),
    }),
  ),
});

/** Describes the last line of a backup. A file without it is truncated. */
export const backupTrailer = z.object({
  /** Row count of each table, in the header's order. */
  rows: z.array(z.number().int().nonnegative()),
  /** Checksum of everything before this line. */
  sha256: z.string(),
});

export type BackupHeader = z.output<typeof backupHeader>;
export type BackupTrailer = z.output<typeof backupTrailer>;

/** Sets the text formats of a connection, so that values round-trip whatever the database's settings. */
export const plainText = `
  set timezone to 'UTC'; set datestyle to 'ISO, YMD'; set intervalstyle to 'postgres'; set bytea_output to 'hex';
  set extra_float_digits to 1; set statement_timeout to 0; set idle_in_transaction_session_timeout to 0`;
