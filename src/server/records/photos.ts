import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { isPhotoDigest, photoContent } from '#contract/photos.ts';
import { sentences } from '#contract/texts/sentences.en.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { badField, notFound } from '#server/platform/http-error.ts';

export interface NewPhoto {
  /** Base64; undefined for no photo. */
  readonly content: string | undefined;
  /** SHA-256 in hex. */
  readonly digest: string | null;
}

/**
 * A digest names the photo that the record has, and cannot be given to another record.
 * @throws {HttpError} 400
 */
export function newPhoto(written: unknown): NewPhoto {
  if (typeof written !== 'string') return { content: undefined, digest: null };
  if (isPhotoDigest(written)) throw badField('photo', sentences.notAPhoto);
  const content = photoContent(written);
  if (content === undefined) throw badField('photo', sentences.notAPhoto);
  return { content, digest: createHash('sha256').update(content, 'base64').digest('hex') };
}

/** In place of the photo that the expense had. */
export async function storePhoto(
  scope: BranchScope,
  expense: bigint,
  { content, digest }: NewPhoto,
): Promise<void> {
  await scope.remove('expense_photo', sql`expense_id = ${expense}`);
  if (content !== undefined) await scope.insert('expense_photo', { expense_id: expense, digest, content });
}

/**
 * As a data URL (decision 135).
 * @throws {HttpError} 404
 */
export async function readPhoto(scope: BranchScope, digest: string): Promise<{ readonly photo: string }> {
  const found = await scope.first(sql<{ content: string }>`
    select content from ${scope.rows('expense_photo')} as r where digest = ${digest} limit 1`);
  if (!found) throw notFound();
  return { photo: `data:image/jpeg;base64,${found.content}` };
}
