import { isUtf8 } from 'node:buffer';
import { SpreadsheetError } from './table.ts';

const MARKS = [
  ['utf-8', Buffer.from([0xef, 0xbb, 0xbf])],
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
] as const;
const SAMPLE = 64 * 1024;
/** High bytes of Latin and Arabic letters in UTF-16. Text in another encoding has neither. */
const HIGH_BYTES = new Set([0x00, 0x06]);
const NEARLY_ALL = 0.9;
const NOT_ASCII = 0x80;
const REPLACEMENT = 0xfffd;

function isHigh(sample: Buffer, first: 0 | 1): boolean {
  let found = 0;
  for (let at = first; at < sample.length; at += 2) if (HIGH_BYTES.has(sample[at] ?? -1)) found += 1;
  return found > 0 && found >= Math.floor(sample.length / 2) * NEARLY_ALL;
}

/** Windows-1256 has a few pairs of bytes that UTF-8 has too, and far more that it has not. */
function isMostlyUtf8(bytes: Buffer): boolean {
  const text = new TextDecoder('utf-8').decode(bytes);
  let [right, wrong] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === REPLACEMENT) wrong += 1;
    else if (code >= NOT_ASCII) right += 1;
  }
  return right > wrong * 2;
}

function encodingOf(bytes: Buffer): string {
  const marked = MARKS.find(([, mark]) => bytes.subarray(0, mark.length).equals(mark));
  if (marked) return marked[0];
  const sample = bytes.subarray(0, SAMPLE);
  const [littleEndian, bigEndian] = [isHigh(sample, 1), isHigh(sample, 0)];
  if (littleEndian !== bigEndian) return littleEndian ? 'utf-16le' : 'utf-16be';
  if (bytes.includes(0)) throw new SpreadsheetError('neither');
  return isUtf8(bytes) || isMostlyUtf8(bytes) ? 'utf-8' : 'windows-1256';
}

/** A mark of byte order decides, else the bytes, else Windows-1256, which Arabic programs write. */
export const decodeText = (bytes: Buffer): string => new TextDecoder(encodingOf(bytes)).decode(bytes);
