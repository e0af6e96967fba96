import { z } from 'zod';
import { defineField, type Label, readDeclaredText } from './fields.ts';
import { inputs } from './texts/inputs.en.ts';
import { sentences } from './texts/sentences.en.ts';

export const MOST_PHOTO_BYTES = 200 * 1024;
/** Pixels: a few bytes can ask every device for gigabytes. */
export const MOST_PHOTO_SIDE = 4_000;

/** Base64 of the three bytes that every JPEG begins with. */
const JPEG_START = '/9j/';
const PHOTO = /^data:image\/jpeg;base64,([A-Za-z0-9+/]+={0,2})$/;

/** SHA-256 in hex, as records name their photo. */
const DIGEST = /^[0-9a-f]{64}$/;

/** Base64 of the picture; undefined for other text, also for the digest of a photo. */
export const photoContent = (text: string): string | undefined => PHOTO.exec(text)?.[1];

export const isPhotoDigest = (text: string): boolean => DIGEST.test(text);

function isPhoto(text: string): boolean {
  if (isPhotoDigest(text)) return true;
  const content = photoContent(text);
  if (!content?.startsWith(JPEG_START) || content.length % 4 !== 0) return false;
  const padding = content.endsWith('==') ? 2 : content.endsWith('=') ? 1 : 0;
  return (content.length / 4) * 3 - padding <= MOST_PHOTO_BYTES;
}

/**
 * A JPEG as a data URL of at most 200 KB and 4 000 pixels a side; the record then names its digest, and a change that sends the digest keeps the
 * photo (decision 135).
 */
export const photo = (label: Label) =>
  defineField(
    label,
    { kind: 'photo', optional: true, capability: 'expense_photos', read: readDeclaredText },
    () =>
      z
        .union([
          z.literal('').transform(() => null),
          z.null(),
          z.string({ error: () => inputs.invalid }).refine(isPhoto, { error: () => sentences.notAPhoto }),
        ])
        .optional(),
  );

export const photoPath = (digest: string): string => `/photos/${digest}/`;

export const photoAnswer = z.object({ photo: z.string() });
