import { createHash } from 'node:crypto';
import { sql } from 'kysely';

const MARK = '/* named */';
/** Bounds the named statements of a process: bodies with unusual fields cannot fill the database's memory. */
const MOST_NAMES = 200;

/**
 * Marks a statement as one with a name, which each connection plans once. It is for the few statements of every write. Their columns are
 * listed: PostgreSQL refuses a planned `select *` after columns were added.
 */
export const named = sql.raw(MARK);

const names = new Map<string, string>();

/** Returns the name that the driver sends a statement with: pg's own option. Undefined for one without the mark. */
export function nameOf(text: string): string | undefined {
  if (!text.startsWith(MARK)) return undefined;
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_NAMES) return known;
  const name = createHash('sha1').update(text).digest('hex');
  names.set(text, name);
  return name;
}
