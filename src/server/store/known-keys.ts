import { sql } from 'kysely';
import { z } from 'zod';
import { MOST_KEYS } from '#contract/outcomes.ts';
import type { BranchScope } from './branch-scope.ts';
import { badField } from './http-error.ts';
import { messages } from './messages.ts';

const askedKeys = z
  .string()
  .default('')
  .transform((text) => (text === '' ? [] : text.split(',')))
  .pipe(z.array(z.guid()).max(MOST_KEYS));

/**
 * Returns which of these keys belong to writes that the database contains: after a restore from an older backup, not those of what was
 * acknowledged since (fault 61). The stored answer about a record that changed meanwhile belongs to none.
 * @throws {HttpError} 400 at `keys` for what is no list of at most 50 UUIDs
 */
export async function readKnownKeys(scope: BranchScope, keys: unknown) {
  const asked = askedKeys.safeParse(keys);
  if (!asked.success) throw badField('keys', messages.keysInvalid({ most: MOST_KEYS }));
  const rows = await scope.all(
    sql<{ key: string }>`select key::text from ${scope.rows('idempotency')} as stored
      where key = any(${asked.data}::uuid[]) and status < 300`,
  );
  return { known: rows.map(({ key }) => key) };
}
