import type pg from 'pg';
import type { BackupHeader } from './backup-format.ts';
import { withoutConstraints } from './bare-tables.ts';
import { readRows } from './read-backup.ts';
import { advanceSequences, quoted, type StoredTable } from './stored-tables.ts';

/** Configures where rows are inserted. */
interface InsertOptions {
  readonly tables: readonly StoredTable[];
  /** How far the sequences are set beyond the last ids. */
  readonly idLeap: number;
  /** Removes the rows that are there, while no trigger forbids it. */
  readonly clear?: () => Promise<unknown>;
}

/**
 * Inserts all rows of a verified backup into empty tables, without triggers, and sets the sequences.
 * @returns tables and columns of the backup that this schema lacks
 */
export async function insertRows(
  client: pg.Client,
  file: string,
  header: BackupHeader,
  { tables, idLeap, clear }: InsertOptions,
): Promise<string[]> {
  const plans = header.tables.map((table) => insertPlanFor(table, tables));
  await withoutConstraints(client, tables, async () => {
    await clear?.();
    for await (const { table, rows } of readRows(file, header)) {
      const insert = plans[table]?.insert;
      if (insert !== undefined) await client.query(insert, [`[${rows.join()}]`]);
    }
  });
  for (const { name, columns, last_ids } of header.tables) {
    const known = tables.find((table) => table.name === name);
    const identities =
      known?.columns.filter((column) => column.identity && columns.includes(column.name)) ?? [];
    for (const column of identities) {
      await advanceSequences(client, {
        table: name,
        column: column.name,
        last: last_ids[column.name],
        leap: idLeap,
      });
    }
  }
  return plans.flatMap((plan) => plan.leftOut);
}

/** Builds the INSERT for one table of the backup and lists columns that this schema lacks. */
function insertPlanFor({ name, columns }: BackupHeader['tables'][number], tables: readonly StoredTable[]) {
  const table = tables.find((table) => table.name === name);
  if (table === undefined) return { insert: undefined, leftOut: [name] };
  const knownColumns = table.columns.filter((column) => columns.includes(column.name));
  const unknownColumns = columns.filter((column) => !knownColumns.some((known) => known.name === column));
  const names = knownColumns.map((column) => quoted(column.name));
  const values = knownColumns.map((column) => `given.${quoted(column.name)}::${column.type}`);
  const recordColumns = names.map((column) => `${column} text`);
  return {
    insert: `insert into ${quoted(name)} (${names.join()}) overriding system value
      select ${values.join()} from json_to_recordset($1::json) as given(${recordColumns.join()})`,
    leftOut: unknownColumns.map((column) => `${name}.${column}`),
  };
}
