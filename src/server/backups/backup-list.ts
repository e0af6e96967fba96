import path from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { backupKind, backupList, backupProof } from '#contract/backups.ts';
import { withClient } from '#server/db/connections.ts';
import { listBackups, type StoredBackup, storedCopy } from './backup-folder.ts';
import { type BranchContents, branchContents } from './backup-format.ts';
import { readHeader } from './read-backup.ts';

/** A backup as all servers of the database know it. */
export interface ListedBackup extends StoredBackup {
  /** False for a file that this database did not make: it counts for nothing, and is never removed. */
  readonly own: boolean;
  /** When its file was seen last, if no server has seen it for a while. */
  readonly missingSince: Date | undefined;
  /** Undefined if the header does not say it. */
  readonly branches: readonly BranchContents[] | undefined;
}

/** Minutes without a sight of its file after which a backup counts as missing: several turns of every server. */
const MISSING_AFTER_MINUTES = 10;

const row = z.object({
  name: z.string(),
  kind: backupKind,
  made_at: z.date(),
  size: z.coerce.number(),
  own: z.boolean(),
  proof: backupProof.nullable(),
  copy: storedCopy.nullable(),
  branches: z.array(branchContents).nullable(),
  missing_since: z.date().nullable(),
});

const list = `
  select name, kind, made_at, size, own, proof, copy, branches,
    case when seen_at < now() - interval '${MISSING_AFTER_MINUTES} minutes' then seen_at end as missing_since
  from stored_backup order by made_at desc, name desc`;

const insert = `
  insert into stored_backup (name, kind, made_at, size, own, proof, copy, branches)
  select * from json_to_recordset($1)
    as seen(name text, kind text, made_at timestamptz, size bigint, own boolean, proof jsonb, copy jsonb, branches jsonb)
  on conflict (name) do update set size = excluded.size, proof = excluded.proof, copy = excluded.copy, seen_at = now(),
    own = stored_backup.own or excluded.own, branches = coalesce(stored_backup.branches, excluded.branches)`;

/** A file of another database that is no longer there is nobody's loss. */
const forgetForeign = `
  delete from stored_backup where not own and seen_at < now() - interval '${MISSING_AFTER_MINUTES} minutes'`;

/** Whether this database made it, and what it holds; nothing for a file that cannot be read. */
async function factsOf(file: string, generation: string | undefined) {
  const header = await readHeader(file).catch(() => undefined);
  return {
    own: header?.generation !== undefined && header.generation === generation,
    branches: header?.summary?.branches ?? null,
  };
}

async function bringIn(client: pg.Client, folder: string): Promise<void> {
  const files = await listBackups(folder);
  await client.query(forgetForeign);
  if (files.length === 0) return;
  const { rows } = await client.query<{ name: string }>('select name from stored_backup');
  const known = new Set(rows.map(({ name }) => name));
  const { rows: generations } = await client.query<{ id: string }>('select id from generation');
  const seen = [];
  for (const { name, kind, madeAt, size, proof, copy } of files) {
    const facts = known.has(name)
      ? { own: false, branches: null }
      : await factsOf(path.join(folder, name), generations[0]?.id);
    seen.push({ name, kind, made_at: madeAt, size, proof, copy, ...facts });
  }
  await client.query(insert, [JSON.stringify(seen)]);
}

/**
 * Brings in what is in this server's folder, and reads what all servers know, newest first.
 * @param removed names of files that this server has just removed
 */
export async function listKnownBackups(
  { owner, folder }: { readonly owner: pg.ClientConfig; readonly folder: string },
  removed: readonly string[] = [],
): Promise<ListedBackup[]> {
  return withClient(owner, async (client) => {
    await bringIn(client, folder);
    if (removed.length > 0) await client.query('delete from stored_backup where name = any($1)', [removed]);
    const { rows } = await client.query(list);
    return z
      .array(row)
      .parse(rows)
      .map(({ made_at, missing_since, proof, copy, branches, ...known }) => ({
        ...known,
        madeAt: made_at,
        missingSince: missing_since ?? undefined,
        proof: proof ?? undefined,
        copy: copy ?? undefined,
        branches: branches ?? undefined,
      }));
  });
}

/** Those that a restore could use and that this database made. */
export const usableOf = (backups: readonly ListedBackup[]): ListedBackup[] =>
  backups.filter(({ own, missingSince }) => own && missingSince === undefined);

const report = z.object({
  problem: z.string().nullable(),
  copy_problem: z.string().nullable(),
  last_restore: backupList.shape.last_restore,
});
type BackupReport = z.output<typeof report>;

export async function readReport(owner: pg.ClientConfig): Promise<BackupReport> {
  return withClient(owner, async (client) =>
    report.parse(
      (await client.query('select problem, copy_problem, last_restore from backup_report')).rows[0],
    ),
  );
}

/** What is not named stays. */
export async function writeReport(owner: pg.ClientConfig, changes: Partial<BackupReport>): Promise<void> {
  const names = Object.keys(changes);
  const values = Object.values(changes).map((value) =>
    typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
  );
  const assignments = names.map((name, index) => `${pg.escapeIdentifier(name)} = $${index + 1}`);
  await withClient(owner, (client) => client.query(`update backup_report set ${assignments.join()}`, values));
}
