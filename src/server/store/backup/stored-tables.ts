import pg from 'pg';

/** Describes a stored column; generated columns are left out. */
export interface StoredColumn {
  readonly name: string;
  readonly type: string;
  /** Whether its values come from a sequence. */
  readonly identity: boolean;
}

/** Describes a table with its stored columns. */
export interface StoredTable {
  readonly name: string;
  readonly columns: readonly StoredColumn[];
}

const tablesQuery = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
    a.attidentity <> '' as identity
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and c.relname not in ('migration', 'generation', 'branch_change')
    and c.relowner = (select relowner from pg_class where oid = 'public.migration'::regclass)
    and a.attgenerated = ''
  order by c.relname, a.attnum`;

/**
 * Reads the tables of the schema's owner from the catalog, except those that describe this database: `migration`, `generation` and
 * `branch_change`.
 */
export async function storedTables(client: pg.Client): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredColumn & { table: string }>(tablesQuery);
  const columns = new Map<string, StoredColumn[]>();
  for (const { table, ...column } of rows) columns.set(table, [...(columns.get(table) ?? []), column]);
  return [...columns].map(([name, own]) => ({ name, columns: own }));
}

/** Quotes an identifier for use in a statement. */
export function quoted(name: string): string {
  return pg.escapeIdentifier(name);
}

/** Returns the last value of each identity column; unused sequences are left out. */
export async function lastIds(client: pg.Client, table: StoredTable): Promise<Record<string, string>> {
  const last: Record<string, string> = {};
  for (const { name } of table.columns.filter((column) => column.identity)) {
    const { rows } = await client.query<{ last: string }>(
      `select last_value::text as last from ${await sequenceOf(client, table.name, name)} where is_called`,
    );
    if (rows[0]) last[name] = rows[0].last;
  }
  return last;
}

/** Names the sequence of an identity column, and how far it is set beyond the ids that were given. */
interface SequenceAdvance {
  readonly table: string;
  readonly column: string;
  /** The last id that the backup knows. */
  readonly last: string | undefined;
  readonly leap: number;
}

/** Sets the sequence of an identity column `leap` beyond the backup's last id, its highest value and what it has given itself. */
export async function advanceSequences(
  client: pg.Client,
  { table, column, last, leap }: SequenceAdvance,
): Promise<void> {
  const sequence = await sequenceOf(client, table, column);
  const given = `select case when is_called then last_value end from ${sequence}`;
  await client.query(
    `select setval($1::regclass, greatest(coalesce(greatest($2::bigint, max(${quoted(column)}), (${given})), 0) + ${leap}, 1))
      from ${quoted(table)}`,
    [sequence, last ?? null],
  );
}

async function sequenceOf(client: pg.Client, table: string, column: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select pg_get_serial_sequence($1, $2) as name', [
    quoted(table),
    column,
  ]);
  return rows[0]?.name ?? '';
}
