import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { isPhotoDigest, MOST_PHOTO_SIDE, photoContent } from '#contract/photos.ts';
import { sentences } from '#contract/texts/sentences.en.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { badField, notFound } from '#server/platform/http-error.ts';
import { readJpeg } from './jpeg.ts';

/** A digest names a stored photo and is refused. Metadata is left out: it can say where somebody lives. */
export function newPhoto(written: unknown) {
  if (typeof written !== 'string') return { content: undefined, digest: null };
  const jpeg = isPhotoDigest(written) ? undefined : photoContent(written);
  const picture = jpeg === undefined ? undefined : readJpeg(Buffer.from(jpeg, 'base64'));
  const isUsable = [picture?.width, picture?.height].every((side = 0) => side > 0 && side <= MOST_PHOTO_SIDE);
  if (!picture || !isUsable) throw badField('photo', sentences.notAPhoto);
  return {
    content: picture.content.toString('base64'),
    digest: createHash('sha256').update(picture.content).digest('hex'),
  };
}

type NewPhoto = ReturnType<typeof newPhoto>;

/** Beside those that the expense had: the history names them. */
export async function storePhoto(
  scope: BranchScope,
  expense: string,
  { content, digest }: NewPhoto,
): Promise<void> {
  if (content === undefined) return;
  await scope.insert('expense_photo', { expense_id: expense, digest, content }, sql`on conflict do nothing`);
}

/** As a data URL (decision 135), without the metadata that older photos were stored with. */
export async function readPhoto(scope: BranchScope, digest: string): Promise<{ readonly photo: string }> {
  const found = await scope.first(sql<{ content: string }>`
    select content from ${scope.rows('expense_photo')} as r where digest = ${digest} limit 1`);
  if (!found) throw notFound();
  const picture = readJpeg(Buffer.from(found.content, 'base64'));
  return { photo: `data:image/jpeg;base64,${picture?.content.toString('base64') ?? found.content}` };
}
