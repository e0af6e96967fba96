import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { BranchScope } from './branch-scope.ts';
import type { Database } from './database.ts';
import { HttpError } from './http-error.ts';

/** What a write is answered. */
export interface StoredAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** A write as its key knows it again. */
export interface KeyedWrite {
  /** A UUID in lower case. */
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly bodyHash: string;
}

interface KeptAnswer {
  readonly user_id: bigint;
  readonly method: string;
  readonly path: string;
  readonly body_hash: string;
  readonly status: number;
  readonly answer: unknown;
}

/** The key was not used before. */
interface NothingKept {
  readonly status: null;
}

function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function writtenInOrder(body: unknown): string {
  try {
    return JSON.stringify(body, inOrder) ?? '';
  } catch {
    throw new HttpError(400, { detail: 'The body is nested too deeply.' });
  }
}

/**
 * The same for two bodies that say the same, whatever their spacing and order of fields.
 * @throws {HttpError} 400 for a body too deep to be walked through
 */
export function hashOfBody(body: unknown): string {
  return createHash('sha256').update(writtenInOrder(body)).digest('hex');
}

/**
 * Does a write once for its key: the answer is stored in the same transaction as the write, and given again to whoever sends the
 * same again (decision 4). A refusal is thrown, rolls everything back, and leaves the key unused (decision 38).
 * @throws {HttpError} 409 while the first one is under way, 422 when the key stands for another write
 */
export async function runOnce(
  scope: BranchScope,
  write: KeyedWrite,
  work: () => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  const held = await scope.first(
    sql<KeptAnswer | NothingKept>`select * from hold_key(${scope.branchId}, ${write.key}) as kept`,
  );
  if (!held) throw new HttpError(409, { detail: 'This was sent before and is still being saved.' }, 1);
  if (held.status !== null) return answerAgain(scope, write, held);
  const answer = await work();
  const { key, method, path, bodyHash } = write;
  await scope.insert(
    'idempotency',
    {
      key,
      method,
      path,
      user_id: scope.userId,
      body_hash: bodyHash,
      status: answer.status,
      answer: JSON.stringify(answer.body ?? null),
    },
    sql``,
  );
  return answer;
}

function answerAgain(scope: BranchScope, write: KeyedWrite, kept: KeptAnswer): StoredAnswer {
  const same =
    kept.user_id === scope.userId &&
    kept.method === write.method &&
    kept.path === write.path &&
    kept.body_hash === write.bodyHash;
  if (same) return { status: kept.status, body: kept.answer };
  throw new HttpError(422, { detail: 'This key was used for something else. Send it with a new key.' });
}

/** Forgets keys after 90 days; decision 4 asks for 60 at least. */
export async function deleteExpiredKeys(db: Kysely<Database>): Promise<void> {
  await sql`delete from idempotency where created_at < now() - interval '90 days'`.execute(db);
}
