import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { readSheet } from 'read-excel-file/node';
import { SpreadsheetError } from './spreadsheet-error.ts';
import { type ArchivedFile, packedBytes, readDirectory } from './zip-reader.ts';

/** Bytes that the files in a workbook may come to: 100,000 rows of ten columns have about half of it. */
const UNPACKED_BYTES = 100 * 1024 * 1024;
/** Decimals that are kept of a number, so that 0.1 + 0.2 of a formula is 0.3. */
const DECIMALS = 9;

/** Adds up what the files come to by unpacking them: what the archive says of itself may be wrong. */
async function unpackedSize(archive: Buffer, files: readonly ArchivedFile[]): Promise<number> {
  let size = 0;
  for (const file of files) {
    const packed = Readable.from([packedBytes(archive, file)]);
    for await (const piece of file.deflated ? packed.compose(createInflateRaw()) : packed) {
      size += piece.length;
      if (size > UNPACKED_BYTES) throw new SpreadsheetError('unpacked');
    }
  }
  return size;
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(Number(value.toFixed(DECIMALS)));
  if (!(value instanceof Date)) return String(value);
  return value.toISOString().replace('T00:00:00.000Z', '');
}

/** Reads the rows of the first sheet. @throws {SpreadsheetError} if it is no workbook, or comes to too much */
export async function readXlsx(bytes: Buffer, limit: number): Promise<string[][]> {
  try {
    await unpackedSize(bytes, readDirectory(bytes));
    const rows = await readSheet(bytes);
    if (rows.length > limit) throw new SpreadsheetError('rows');
    return rows.map((row) => row.map(cellText));
  } catch (error) {
    throw error instanceof SpreadsheetError ? error : new SpreadsheetError('broken');
  }
}
