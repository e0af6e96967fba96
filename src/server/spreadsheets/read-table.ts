import { unprotectFormula } from './formula-safety.ts';
import { readCsv } from './read-text.ts';
import { readXlsx } from './read-xlsx.ts';
import { SpreadsheetError } from './spreadsheet-error.ts';

/** Holds the rows of a file below its headings. */
export interface Table {
  readonly headings: readonly string[];
  readonly rows: readonly TableRow[];
}

/** Holds one row, with as many cells as there are headings. */
export interface TableRow {
  /** Its number in the file; the headings usually are row 1. */
  readonly number: number;
  readonly cells: readonly string[];
}

/** Rows that are read for each that counts: empty ones do not. */
const READ_ROWS = 2;
const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');
const OLD_EXCEL = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

function rowsOf(bytes: Buffer, limit: number): Promise<string[][]> {
  if (bytes.subarray(0, OLD_EXCEL.length).equals(OLD_EXCEL)) throw new SpreadsheetError('old-excel');
  return bytes.subarray(0, ZIP.length).equals(ZIP) ? readXlsx(bytes, limit) : readCsv(bytes, limit);
}

const isFilled = (cells: readonly string[]) => cells.some((cell) => cell.trim() !== '');

/**
 * Reads a CSV or XLSX file: its first row that is not empty names the columns. Empty rows are left out.
 * @param limit the most rows below the headings
 * @throws {SpreadsheetError}
 */
export async function readTable(bytes: Buffer, limit: number): Promise<Table> {
  const found = await rowsOf(bytes, limit * READ_ROWS);
  const first = found.findIndex(isFilled);
  if (first < 0) throw new SpreadsheetError('empty');
  const headings = (found[first] ?? []).map((cell) => unprotectFormula(cell.trim()));
  const named = headings.filter((heading) => heading !== '');
  const repeated = named.find((heading, index) => named.indexOf(heading) !== index);
  if (repeated !== undefined) throw new SpreadsheetError('same-headings', repeated);
  const rows = found.flatMap((cells, index) =>
    index > first && isFilled(cells)
      ? [
          {
            number: index + 1,
            cells: headings.map((_, column) => unprotectFormula((cells[column] ?? '').trim())),
          },
        ]
      : [],
  );
  if (rows.length > limit) throw new SpreadsheetError('rows');
  if (rows.length === 0) throw new SpreadsheetError('headings-only');
  return { headings, rows };
}
