import type pg from 'pg';
import type { BackupHeader } from './backup-format.ts';

/** How far a restore moves on what a database gives, beyond what the backup holds. */
export interface Leap {
  readonly ids: number;
  readonly versions: number;
  readonly codes: number;
}

/** Moves nothing on: a copy that only proves a backup is used by nobody. */
export const noLeap: Leap = { ids: 0, versions: 0, codes: 0 };

/** The least that any restore moves on. */
const LEAST: Leap = { ids: 1_000_000_000, versions: 1_000_000, codes: 1_000 };

/** How much further per second of the backup's age: more than a branch ever needs in that time. */
const PER_SECOND: Leap = { ids: 10_000, versions: 10, codes: 1 / 60 };

/** Bounds the versions of one leap: they are stored as integers, and a restore of an old backup must fit as well. */
const MOST_VERSIONS = 500_000_000;

/**
 * Computes the leap of a restore that begins now, by the clock of the database (decision 93). It grows with the age of the backup, so that
 * the same backup restored twice gives nothing a second time that was given between the two.
 */
export async function leapSince(
  client: pg.Client,
  { made_at }: Pick<BackupHeader, 'made_at'>,
): Promise<Leap> {
  const { rows } = await client.query<{ age: string }>(
    'select greatest(0, extract(epoch from clock_timestamp() - $1::timestamptz))::text as age',
    [made_at],
  );
  const age = Number(rows[0]?.age ?? 0);
  const grown = (what: keyof Leap) => LEAST[what] + Math.floor(age * PER_SECOND[what]);
  return {
    ids: grown('ids'),
    versions: Math.min(grown('versions'), MOST_VERSIONS),
    codes: grown('codes'),
  };
}
