import { isFrameOfJpeg } from '#contract/image-data.ts';

/** Second byte of the markers (ITU-T T.81, annex B). */
const SCAN = 0xda;
const END = 0xd9;
const COLOUR_PROFILE = 'ICC_PROFILE\0';

interface Picture {
  readonly width: number;
  readonly height: number;
  /** Without EXIF, XMP, comments and other data that does not belong to the pixels, such as the place. */
  readonly content: Buffer;
}

const between = (from: number, marker: number, to: number) => from <= marker && marker <= to;

/** Tables, frames and scans; JFIF; what Adobe says of the colours; their profile. */
function isOfPixels(marker: number, segment: Buffer): boolean {
  if (between(0xc0, marker, 0xdf) || marker === 0xe0 || marker === 0xee) return true;
  return marker === 0xe2 && segment.toString('latin1', 4, 4 + COLOUR_PROFILE.length) === COLOUR_PROFILE;
}

/** The coded pixels end at the first marker that is neither a stuffed byte nor a restart. */
function endOfScan(jpeg: Buffer, from: number): number {
  for (let at = jpeg.indexOf(0xff, from); at >= 0; at = jpeg.indexOf(0xff, at + 2)) {
    const next = jpeg[at + 1] ?? END;
    if (next !== 0 && !between(0xd0, next, 0xd7)) return at;
  }
  return jpeg.length;
}

/** Nothing is decoded; undefined for what is no whole JPEG with one frame. */
export function readJpeg(jpeg: Buffer): Picture | undefined {
  const kept = [jpeg.subarray(0, 2)];
  let size: Omit<Picture, 'content'> | undefined;
  for (let at = 2; jpeg[at] === 0xff; ) {
    // A marker may be preceded by any number of fill bytes.
    while (jpeg[at + 1] === 0xff) at += 1;
    const marker = jpeg[at + 1] ?? 0;
    if (marker === END)
      return size && { ...size, content: Buffer.concat([...kept, jpeg.subarray(at, at + 2)]) };
    // Neither a segment with a length nor one that is as long as it says.
    if (marker < 0xc0 || between(0xd0, marker, 0xd8) || at + 4 > jpeg.length) return undefined;
    const end = at + 2 + jpeg.readUInt16BE(at + 2);
    if (end < at + 4 || end > jpeg.length) return undefined;
    if (isFrameOfJpeg(marker)) {
      if (size !== undefined || end < at + 9) return undefined;
      size = { height: jpeg.readUInt16BE(at + 5), width: jpeg.readUInt16BE(at + 7) };
    }
    const next = marker === SCAN ? endOfScan(jpeg, end) : end;
    const segment = jpeg.subarray(at, next);
    if (isOfPixels(marker, segment)) kept.push(segment);
    at = next;
  }
  return undefined;
}
