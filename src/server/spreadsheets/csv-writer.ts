import Papa from 'papaparse';
import { protectFormula } from './formula-safety.ts';
import { localTimes, type Sheet, type SheetColumn } from './sheet.ts';

/** Tells programs such as Excel that the text is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';
const LINE_END = '\r\n';

const linesOf = (cells: readonly (readonly string[])[]) =>
  Papa.unparse(
    cells.map((row) => [...row]),
    // A program may take semicolons for separators too.
    { newline: LINE_END, quotes: (value) => typeof value === 'string' && value.includes(';') },
  ) + LINE_END;

/** Returns the text of a cell: amounts, days and truth values as they are, instants as local time, texts safe from formulas. */
function cellOf<Row>(column: SheetColumn<Row>, row: Row, local: (instant: string) => string): string {
  const value = column.valueOf(row);
  if (value === null || value === undefined || value === '') return '';
  if (column.kind === 'instant') return local(String(value));
  return column.kind === 'text' ? protectFormula(String(value)) : String(value);
}

/** Writes a CSV file (RFC 4180) in pieces, one for each batch of rows (decision 56). */
export async function* writeCsv<Row>({ columns, batches, timeZone }: Sheet<Row>): AsyncGenerator<string> {
  const local = localTimes(timeZone);
  yield BYTE_ORDER_MARK + linesOf([columns.map(({ heading }) => protectFormula(heading))]);
  for await (const rows of batches) {
    if (rows.length > 0)
      yield linesOf(rows.map((row) => columns.map((column) => cellOf(column, row, local))));
  }
}
