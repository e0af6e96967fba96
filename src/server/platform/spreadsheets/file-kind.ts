import { unzipSync } from 'fflate';

const latin = (text: string) => Buffer.from(text, 'latin1');
const ZIP = latin('PK\u0003\u0004');
const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
/** So much of a file names what is in it. */
const BEGINNING = 4096;

const pictures = ['\u0089PNG', '\u00ff\u00d8\u00ff', 'GIF8', 'II*\0', 'MM\0*'].map(latin);

const beginnings = [
  ['pdf', /^%PDF/],
  ['document', /^\{\\rtf/],
  ['contacts', /^BEGIN:VCARD/i],
  ['sheet-link', /^\{"url":/],
  ['web-page', /^(?:<!--.*?-->\s*)?<(?:!doctype html|html|head|body|meta|style|table)\b/is],
  ['xml-workbook', /^<\?xml[^>]*>.*urn:schemas-microsoft-com:office:spreadsheet/is],
  ['web-page', /^<\?xml[^>]*>\s*<(?:!doctype html|html)\b/i],
] as const;

/** By a name of the archive, the particular before the general. */
const archives = [
  ['binary-workbook', /^xl\/workbook\.bin$/],
  ['numbers', /^Index(?:\.zip$|\/)/],
  ['open-document', /^content\.xml$/],
  ['document', /^(?:word|ppt)\//],
] as const;

export type OtherFile =
  | (typeof beginnings | typeof archives)[number][0]
  | 'encrypted-workbook'
  | 'old-excel'
  | 'picture'
  | 'archive';

function namesIn(archive: Uint8Array): readonly string[] {
  const names: string[] = [];
  try {
    unzipSync(archive, {
      filter({ name }) {
        names.push(name);
        return false;
      },
    });
  } catch {
    return [];
  }
  return names;
}

/** A workbook is an archive, also one that cannot be unpacked. */
function kindOfArchive(bytes: Buffer): OtherFile | 'workbook' {
  const names = namesIn(bytes);
  if (names.length === 0 || names.includes('xl/workbook.xml')) return 'workbook';
  return archives.find(([, pattern]) => names.some((name) => pattern.test(name)))?.[0] ?? 'archive';
}

/** An old Excel, Word, or a workbook with a password: all three are files of the same container. */
function kindOfCompound(bytes: Buffer): OtherFile {
  const holds = (stream: string) => bytes.includes(Buffer.from(stream, 'utf16le'));
  if (holds('EncryptedPackage')) return 'encrypted-workbook';
  return holds('WordDocument') ? 'document' : 'old-excel';
}

export function kindOf(bytes: Buffer): OtherFile | 'workbook' | 'text' {
  const begins = (mark: Buffer) => bytes.subarray(0, mark.length).equals(mark);
  if (begins(ZIP)) return kindOfArchive(bytes);
  if (begins(COMPOUND)) return kindOfCompound(bytes);
  if (pictures.some(begins)) return 'picture';
  const beginning = bytes
    .subarray(0, BEGINNING)
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^(?:ï»¿|ÿþ|þÿ)?\s*/, '');
  return beginnings.find(([, pattern]) => pattern.test(beginning))?.[0] ?? 'text';
}
