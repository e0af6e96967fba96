import { paperColors } from '#app/theme/paper-colors.ts';
import { MOST_PHOTO_BYTES } from '#contract/photos.ts';
import { messages } from './texts.en.ts';

/** Longest sides in pixels, then qualities, from the best: the first that fits is kept. */
const SIDES = [1600, 1200, 900, 640];
const QUALITIES = [0.8, 0.6, 0.4];

class PhotoError extends Error {
  override readonly name = 'PhotoError';
}

function toJpeg(picture: ImageBitmap, longest: number, quality: number): Promise<Blob | null> {
  const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  // A JPEG has no transparency.
  context.fillStyle = paperColors.sheet;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}

function toDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new PhotoError(messages.photoUnread));
    reader.readAsDataURL(blob);
  });
}

/**
 * Returns a JPEG of at most 200 KB as a data URL, whatever size the picture has (decision 135).
 * @throws {Error} with a sentence to show
 */
export async function shrinkPhoto(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) throw new PhotoError(messages.photoUnread);
  try {
    for (const side of SIDES)
      for (const quality of QUALITIES) {
        const jpeg = await toJpeg(picture, side, quality);
        if (jpeg && jpeg.size <= MOST_PHOTO_BYTES) return await toDataUrl(jpeg);
      }
  } finally {
    picture.close();
  }
  throw new PhotoError(messages.photoUnread);
}
