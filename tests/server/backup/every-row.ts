import type { TestServer } from '../api/test-server.ts';
import { withVersionsOfBackup } from './all-answers.ts';

/**
 * Lists the tables that a restore changes on purpose: codes and ids go on beyond the backup, and the database is a new generation
 * whose versions were never told before.
 */
const changedByRestore = [
  'branch_change',
  'generation',
  'student_counter',
  'stored_backup',
  'backup_report',
  'branch_generation',
];

/** Returns all rows of all tables as PostgreSQL's JSON, except those that a restore changes. */
export async function everyRow(
  { queryAsOwner }: Pick<TestServer, 'queryAsOwner'>,
  leap = 0,
): Promise<Record<string, unknown>[]> {
  const tables = await queryAsOwner(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname <> 'migration' and relname <> all($1) order by relname`,
    [changedByRestore],
  );
  const rows: Record<string, unknown>[] = [];
  for (const { name } of tables) {
    const all = await queryAsOwner(
      `select row_to_json(it)::text as row from "${String(name)}" it order by 1`,
    );
    rows.push({ name, all: all.map(({ row }) => withVersionsOfBackup(String(row), leap)) });
  }
  return rows;
}
