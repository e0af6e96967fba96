/** Limits an image that is stored with the branch, in bytes. */
export const MAX_IMAGE_BYTES = 100_000;

/** Lists the kinds of image with the bytes that each begins with, as base64. */
const beginnings: Readonly<Record<string, RegExp>> = {
  'image/png': /^iVBORw0KGgo/,
  'image/jpeg': /^\/9j\//,
  // "RIFF", the length, then "WEBP".
  'image/webp': /^UklGR.{6}XRUJQ/,
};

const DATA_URL = /^data:(image\/[a-z]+);base64,([A-Za-z0-9+/]+={0,2})$/;

/** Returns the number of bytes that base64 text stands for. */
const bytesOf = (base64: string) => (base64.length / 4) * 3 - (/=*$/.exec(base64)?.[0].length ?? 0);

/**
 * Tells whether text is the data URL of a PNG, JPEG or WebP image of at most 100 KB. The first bytes decide, not the name of the type;
 * SVG is refused, since it is a document with scripts of its own.
 */
export function isImageData(text: string): boolean {
  const [, type = '', base64 = ''] = DATA_URL.exec(text) ?? [];
  return (
    base64.length % 4 === 0 && beginnings[type]?.test(base64) === true && bytesOf(base64) <= MAX_IMAGE_BYTES
  );
}
