export const MAX_IMAGE_BYTES = 100_000;
/** Pixels: a few bytes can ask every device for gigabytes. */
export const MAX_IMAGE_SIDE = 2_000;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** From the first chunk (PNG specification, IHDR). */
const sizeOfPng = (image: DataView): Size => ({ width: image.getUint32(16), height: image.getUint32(20) });

/** SOF0 to SOF15 without DHT, JPG and DAC. @param marker its second byte */
export const isFrameOfJpeg = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function sizeOfJpeg(image: DataView): Size {
  for (let at = 2; ; ) {
    const marker = image.getUint16(at);
    if (marker < 0xff00) throw new RangeError('No marker of a JPEG');
    if (isFrameOfJpeg(marker - 0xff00))
      return { height: image.getUint16(at + 5), width: image.getUint16(at + 7) };
    at += 2 + Math.max(2, image.getUint16(at + 2));
  }
}

/** From the first chunk: VP8X, VP8L or VP8 (RFC 9649). */
function sizeOfWebp(image: DataView): Size {
  const kind = String.fromCharCode(...[12, 13, 14, 15].map((at) => image.getUint8(at)));
  const sides = (width: number, height: number) => ({ width, height });
  if (kind === 'VP8X')
    return sides(
      (image.getUint32(24, true) & 0xffffff) + 1,
      (image.getUint16(27, true) | (image.getUint8(29) << 16)) + 1,
    );
  if (kind === 'VP8L') {
    const bits = image.getUint32(21, true);
    return sides((bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1);
  }
  return sides(image.getUint16(26, true) & 0x3fff, image.getUint16(28, true) & 0x3fff);
}

const kinds: Readonly<
  Record<string, { readonly begins: RegExp; readonly sizeOf: (image: DataView) => Size }>
> = {
  'image/png': { begins: /^iVBORw0KGgo/, sizeOf: sizeOfPng },
  'image/jpeg': { begins: /^\/9j\//, sizeOf: sizeOfJpeg },
  // "RIFF", the length, then "WEBP".
  'image/webp': { begins: /^UklGR.{6}XRUJQ/, sizeOf: sizeOfWebp },
};

const DATA_URL = /^data:(image\/[a-z]+);base64,([A-Za-z0-9+/]+={0,2})$/;

const bytesOf = (base64: string) => (base64.length / 4) * 3 - (/=*$/.exec(base64)?.[0].length ?? 0);

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const numberOf = new Map([...SIGNS].map((sign, number) => [sign, number]));

/** The text was checked. Decoded here, because neither browsers nor Node are known in this folder. */
function decoded(base64: string): Uint8Array {
  const bytes = new Uint8Array(bytesOf(base64));
  let bits = 0;
  for (let at = 0; at < base64.length; at++) {
    bits = (bits << 6) | (numberOf.get(base64[at] ?? '') ?? 0);
    if (at % 4 > 0) bytes[Math.floor(at / 4) * 3 + (at % 4) - 1] = (bits >> (6 - 2 * (at % 4))) & 0xff;
  }
  return bytes;
}

/**
 * True for the data URL of a PNG, JPEG or WebP image of at most 100 KB. The first bytes decide, not the name of the
 * type; SVG is refused, because it is a document with scripts of its own.
 */
export function isImageData(text: string): boolean {
  const [, type = '', base64 = ''] = DATA_URL.exec(text) ?? [];
  return (
    base64.length % 4 === 0 && kinds[type]?.begins.test(base64) === true && bytesOf(base64) <= MAX_IMAGE_BYTES
  );
}

export function isOfUsableSize(text: string): boolean {
  const [, type = '', base64 = ''] = DATA_URL.exec(text) ?? [];
  try {
    const size = kinds[type]?.sizeOf(new DataView(decoded(base64).buffer));
    return (
      size !== undefined && [size.width, size.height].every((side) => side > 0 && side <= MAX_IMAGE_SIDE)
    );
  } catch {
    // The image ends before it says its size.
    return false;
  }
}
