import { isImageData, isOfUsableSize } from '#contract/image-data.ts';

/** The longest side of a logo in pixels: on paper it is two centimetres high. */
const SIDES = [512, 384, 256, 160] as const;

function readAsDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('The file cannot be read'));
    reader.readAsDataURL(blob);
  });
}

function drawn(bitmap: ImageBitmap, longest: number): HTMLCanvasElement {
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/**
 * Returns a picture as a data URL that the server takes. One that is too large is drawn smaller until it fits.
 * @returns undefined if the file is no picture that this browser reads
 */
export async function shrinkPicture(file: File): Promise<string | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) return undefined;
  const own = await readAsDataUrl(file).catch(() => '');
  if (isImageData(own) && isOfUsableSize(own)) return own;
  for (const side of SIDES) {
    const url = drawn(bitmap, side).toDataURL('image/png');
    if (isImageData(url)) return url;
  }
  return undefined;
}
