import { SpreadsheetError } from './spreadsheet-error.ts';
import { tableLimits } from './table-limits.ts';

const TAG = '<'.charCodeAt(0);
const TAG_END = '>'.charCodeAt(0);
const SLASH = '/'.charCodeAt(0);
/** Elements within each other; a few more are counted for declarations and comments. */
const DEEPEST = 100;
/** Bytes from the beginning of a tag to the next: a full cell whose characters are all written as `&quot;`. */
const LONGEST_PIECE = tableLimits.cellLength * 6 + 4_096;
/** Rows and columns of a sheet of the format. */
const format = { rows: 1_048_576, columns: 16_384 } as const;
/** The tag of a row or cell, as all known programs write it. */
const PLACE = /^<(?:\w+:)?(row|c)((?:\s+[\w:.-]+="[^"&]*")*)\s*\/?>/;
const REFERENCES = /\s(?:[\w.-]+:)?r="([^"]*)"/g;
const REFERENCE = /^([A-Z]*)(\d+)$/;
/** The tag of what a cell shows; the text of a formula (`f`) is not shown. */
const SHOWN = /^<(?:\w+:)?(?:v|t)(?:\s[^>]*)?>[^<]/;
const A = 'A'.charCodeAt(0);

/** Returns each opening tag with the text behind it. */
function* piecesOf(xml: Buffer): Generator<string> {
  for (let at = xml.indexOf(TAG); at >= 0; ) {
    const next = xml.indexOf(TAG, at + 1);
    if (xml[at + 1] !== SLASH) yield xml.toString('latin1', at, next < 0 ? xml.length : next);
    at = next;
  }
}

const bufferOf = (part: Uint8Array) => Buffer.from(part.buffer, part.byteOffset, part.byteLength);

/**
 * Requires that no text or tag is longer than a cell can be, and that elements are nested as those of a workbook: the parser's time grows
 * with the square of the one, and its memory with the other.
 * @throws {SpreadsheetError}
 */
export function checkXml(part: Uint8Array): void {
  const xml = bufferOf(part);
  let depth = 0;
  for (let at = 0; at < xml.length; ) {
    const found = xml.indexOf(TAG, at + 1);
    const next = found < 0 ? xml.length : found;
    if (next - at > LONGEST_PIECE) throw new SpreadsheetError('cell');
    if (xml[at + 1] === SLASH) depth -= 1;
    else {
      const tag = xml.subarray(at, next);
      if (tag[tag.indexOf(TAG_END) - 1] !== SLASH) depth += 1;
    }
    if (depth > DEEPEST) throw new SpreadsheetError('broken');
    at = next;
  }
}

/** Returns the number of a column from its letters: A is 1. */
const columnOf = (letters: string) =>
  [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - A + 1, 0);

/**
 * Requires that the cells of a sheet that hold something are within the limits, and that empty ones are within the format.
 * @throws {SpreadsheetError}
 */
export function checkSheet(part: Uint8Array): void {
  const filled = { rows: 0, columns: 0 };
  let [row, column] = [0, 0];
  for (const piece of piecesOf(bufferOf(part))) {
    if (/^<(?:\w+:)?(?:row|c)[\s/>]/.test(piece)) {
      const [, kind, attributes] = PLACE.exec(piece) ?? [];
      if (attributes === undefined) throw new SpreadsheetError('broken');
      const [reference, another] = [...attributes.matchAll(REFERENCES)].map(([, value = '']) => value);
      const [, letters = '', number] = REFERENCE.exec(reference ?? String(row + 1)) ?? [];
      if (number === undefined || another !== undefined || (kind === 'c') !== (letters !== ''))
        throw new SpreadsheetError('broken');
      row = Number(number);
      column = columnOf(letters);
      if (row > format.rows) throw new SpreadsheetError('rows');
      if (column > format.columns) throw new SpreadsheetError('columns');
    } else if (SHOWN.test(piece)) {
      filled.rows = Math.max(filled.rows, row);
      filled.columns = Math.max(filled.columns, column);
      if (filled.columns > tableLimits.columns) throw new SpreadsheetError('columns');
      if (filled.rows > tableLimits.readRows) throw new SpreadsheetError('rows');
      if (filled.rows * filled.columns > tableLimits.cells) throw new SpreadsheetError('cells');
    }
  }
}
