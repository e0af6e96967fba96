import Papa from 'papaparse';
import { protectFormula } from './formula-safety.ts';
import { localTimes, type Sheet, type SheetColumn } from './sheet.ts';
import { type FileRow, FileRows, SpreadsheetError } from './table.ts';
import { decodeText } from './text-encoding.ts';

const SAMPLE = 256 * 1024;

/** With a function or another cell: "=1+1" may be a text. */
const FORMULA = /^=.*(?:\(|[A-Z]{1,3}\$?\d)/s;

/** Excel is told the separator in a first line of its own. */
const SEPARATOR_LINE = /^sep=(.)\n/i;

export function readCsv(bytes: Buffer): FileRow[] {
  const text = decodeText(bytes).replace(/\r\n?/g, '\n');
  const [line = '', named] = SEPARATOR_LINE.exec(text) ?? [];
  const { delimiter } = Papa.parse<string[]>(text.slice(0, SAMPLE), {
    newline: '\n',
    preview: 20,
    skipEmptyLines: true,
  }).meta;
  const found = new FileRows({ isFormula: (cell) => FORMULA.test(cell) });
  let lines = 0;
  Papa.parse<string[]>(text, {
    delimiter: named ?? delimiter,
    newline: '\n',
    step({ data, errors }) {
      lines += 1;
      if (errors.some(({ type }) => type === 'Quotes')) throw new SpreadsheetError('quote', lines);
      found.add(lines === 1 && line !== '' ? [] : data);
    },
  });
  return found.rows;
}

const BYTE_ORDER_MARK = '\ufeff';
const LINE_END = '\r\n';

const linesOf = (cells: readonly (readonly string[])[]) =>
  Papa.unparse(
    cells.map((row) => [...row]),
    // A program may take semicolons for separators too.
    { newline: LINE_END, quotes: (value) => typeof value === 'string' && value.includes(';') },
  ) + LINE_END;

/** Amounts and days unchanged, instants as local time, texts safe from formulas. */
function cellOf<Row>(column: SheetColumn<Row>, row: Row, local: (instant: string) => string): string {
  const value = column.valueOf(row);
  if (value === null || value === undefined || value === '') return '';
  if (column.kind === 'instant') return local(value);
  return column.kind === 'text' ? protectFormula(value) : value;
}

/** RFC 4180, one piece for each batch of rows (decision 56). */
export async function* writeCsv<Row>({ columns, batches, timeZone }: Sheet<Row>): AsyncGenerator<string> {
  const local = localTimes(timeZone);
  yield BYTE_ORDER_MARK + linesOf([columns.map(({ heading }) => protectFormula(heading))]);
  for await (const rows of batches) {
    if (rows.length > 0)
      yield linesOf(rows.map((row) => columns.map((column) => cellOf(column, row, local))));
  }
}
