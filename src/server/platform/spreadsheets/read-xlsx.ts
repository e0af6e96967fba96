import { unzipSync, zipSync } from 'fflate';
import readXlsxFile from 'read-excel-file/universal';
import {
  FIRST_ROWS,
  FileRows,
  type Hidden,
  type OpenedFile,
  SpreadsheetError,
  tableLimits,
  UNSOLVED,
} from './table.ts';
import { beginningOf, hiddenIn, type Parts, partsOf, sheetXml, workbookOf } from './workbook-parts.ts';

/** Keeps so many decimals, so that 0.1 + 0.2 of a formula is 0.3. */
const DECIMALS = 9;
/** A time is a fraction of a day, so midnight may be off by a part of a second. */
const SECOND = 1000;

/** No part unpacks to more than the size that the archive names for it. */
function checkUnpackedSize(archive: Uint8Array): void {
  let size = 0;
  unzipSync(archive, {
    filter({ originalSize }) {
      size += originalSize;
      if (size > tableLimits.unpackedBytes) throw new SpreadsheetError('unpacked');
      return false;
    },
  });
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(Number(value.toFixed(DECIMALS)));
  if (!(value instanceof Date)) return String(value);
  const time = new Date(Math.round(value.getTime() / SECOND) * SECOND);
  // A cell tells the time of a clock, without its zone.
  return time.toISOString().replace(/(?:T00:00:00)?\.000Z$/, '');
}

async function rowsIn(parts: Parts, hidden?: Hidden): Promise<FileRows[]> {
  const archive = zipSync(parts, { level: 0 });
  const sheets = await readXlsxFile(archive.buffer as ArrayBuffer);
  return sheets.map(({ data }) => {
    const found = new FileRows({ isFormula: (cell) => cell.startsWith(UNSOLVED), ...(hidden && { hidden }) });
    for (const row of data) found.add(row.map(cellText));
    return found;
  });
}

export async function openXlsx(packed: Uint8Array): Promise<OpenedFile> {
  const inPlainWords = (error: unknown) =>
    error instanceof SpreadsheetError ? error : new SpreadsheetError('broken');
  try {
    checkUnpackedSize(packed);
    const parts = unzipSync(packed, { filter: ({ name }) => /\.(?:xml|rels)$/.test(name) });
    const workbook = workbookOf(parts);
    const sheets = workbook.sheets.slice(0, tableLimits.sheets);
    if (sheets.length === 0) throw new SpreadsheetError('no-sheet');
    const first =
      sheets.length === 1
        ? []
        : await rowsIn(
            partsOf(
              parts,
              workbook,
              sheets.map((sheet) => beginningOf(sheetXml(parts, sheet), FIRST_ROWS)),
            ),
          );
    return {
      sheets: sheets.map(({ name, hidden }, index) => ({ name, hidden, first: first[index]?.rows ?? [] })),
      async rowsOf(index) {
        const sheet = sheets[index];
        if (!sheet) throw new SpreadsheetError('no-such-sheet');
        const xml = sheetXml(parts, sheet);
        const [found] = await rowsIn(partsOf(parts, workbook, [xml]), hiddenIn(xml)).catch((error) => {
          throw inPlainWords(error);
        });
        return found?.rows ?? [];
      },
    };
  } catch (error) {
    throw inPlainWords(error);
  }
}
