import { importLimits } from '#contract/imports.ts';
import type { OtherFile } from './file-kind.ts';
import { unprotectFormula } from './formula-safety.ts';

/** Decision 147. */
export const tableLimits = {
  rows: importLimits.rows,
  /** Empty rows are read but do not count. */
  readRows: importLimits.rows * 2,
  columns: importLimits.columns,
  /** Of a workbook; the others are not offered. */
  sheets: 100,
  cells: 2_000_000,
  /** UTF-16 units in one cell: the most that Excel takes. */
  cellLength: 32_767,
  /** UTF-16 units in all cells. */
  textLength: 30_000_000,
  /** Bytes of an unpacked workbook: 100,000 rows of ten columns have about half of it. */
  unpackedBytes: 100 * 1024 * 1024,
} as const;

export type SpreadsheetFault =
  | OtherFile
  | 'neither'
  | 'broken'
  | 'no-sheet'
  | 'no-such-sheet'
  | 'unpacked'
  | 'quote'
  | 'no-text'
  | 'rows'
  | 'columns'
  | 'cells'
  | 'cell'
  | 'slow'
  | 'empty'
  | 'no-such-row'
  | 'headings-only'
  | 'same-headings';

export class SpreadsheetError extends Error {
  override readonly name = 'SpreadsheetError';
  readonly fault: SpreadsheetFault;
  readonly about: string | number | undefined;

  constructor(fault: SpreadsheetFault, about?: string | number) {
    super(`The file cannot be read: ${fault}`);
    this.fault = fault;
    this.about = about;
  }
}

/** Empty cells at the end may be missing. */
export interface FileRow {
  readonly number: number;
  readonly cells: readonly string[];
  /** Places of the cells that hold a formula without its result: their text is the formula. */
  readonly formulas?: readonly number[];
  readonly hidden?: true;
  readonly hiddenCells?: readonly number[];
}

export const FIRST_ROWS = 20;

export interface FoundSheet {
  readonly name: string;
  readonly hidden: boolean;
  /** None where the file has one sheet only, because nothing is to be chosen. */
  readonly first: readonly FileRow[];
}

export interface OpenedFile {
  readonly sheets: readonly FoundSheet[];
  readonly rowsOf: (sheet: number) => Promise<readonly FileRow[]>;
}

/** Programs write numbers such as 0101 as formulas of a text, so that Excel keeps their zeros. */
const TEXT_FORMULA = /^="([^"]*)"$/;

/** Before a formula of a workbook that has no result; no text of a person has this character. */
export const UNSOLVED = '\ufdd0';

export interface Hidden {
  readonly rows: ReadonlySet<number>;
  readonly columns: ReadonlySet<number>;
}

const NOTHING: Hidden = { rows: new Set(), columns: new Set() };

interface RowsOptions {
  /** Asked about a cell as the file has it, so that a text made safe from programs is none. */
  readonly isFormula: (cell: string) => boolean;
  readonly hidden?: Hidden;
}

export class FileRows {
  readonly rows: FileRow[] = [];
  readonly #isFormula: RowsOptions['isFormula'];
  readonly #hidden: Hidden;
  #number = 0;
  #cells = 0;
  #text = 0;

  constructor({ isFormula, hidden = NOTHING }: RowsOptions) {
    this.#isFormula = isFormula;
    this.#hidden = hidden;
  }

  add(read: readonly string[]): void {
    this.#number += 1;
    let width = read.length;
    while (width > 0 && read[width - 1]?.trim() === '') width -= 1;
    if (width === 0) return;
    if (width > tableLimits.columns) throw new SpreadsheetError('columns');
    if (this.#number > tableLimits.readRows) throw new SpreadsheetError('rows');
    this.#cells += width;
    if (this.#cells > tableLimits.cells) throw new SpreadsheetError('cells');
    const cells = read.slice(0, width).map((cell) => cell.trim().replace(TEXT_FORMULA, '$1'));
    const formulas = cells.flatMap((cell, place) => (this.#isFormula(cell) ? [place] : []));
    const hiddenCells = cells.flatMap((cell, place) =>
      cell !== '' && this.#hidden.columns.has(place) ? [place] : [],
    );
    this.rows.push({
      number: this.#number,
      cells: cells.map((cell) => this.#textOf(cell)),
      ...(formulas.length > 0 && { formulas }),
      ...(this.#hidden.rows.has(this.#number) && { hidden: true as const }),
      ...(hiddenCells.length > 0 && { hiddenCells }),
    });
  }

  #textOf(cell: string): string {
    this.#text += cell.length;
    if (cell.length > tableLimits.cellLength) throw new SpreadsheetError('cell', this.#number);
    if (this.#text > tableLimits.textLength) throw new SpreadsheetError('unpacked');
    if (cell.includes('\0')) throw new SpreadsheetError('no-text', this.#number);
    return unprotectFormula(cell.startsWith(UNSOLVED) ? cell.slice(UNSOLVED.length) : cell);
  }
}

export interface Table {
  readonly headingRow: number;
  /** As many as the longest row has cells: columns without a name at the end are empty. */
  readonly headings: readonly string[];
  readonly rows: readonly FileRow[];
}

/** Repeated headings are allowed where they name no column. */
export function tableBelow(found: readonly FileRow[], headingRow: number): Table {
  const index = found.findIndex(({ number }) => number === headingRow);
  const headings = found[index]?.cells;
  if (found.length === 0) throw new SpreadsheetError('empty');
  if (!headings) throw new SpreadsheetError('no-such-row', headingRow);
  const named = new Set<string>();
  for (const heading of headings) {
    if (heading !== '' && named.has(heading)) throw new SpreadsheetError('same-headings', heading);
    named.add(heading);
  }
  const rows = found.slice(index + 1);
  if (rows.length > tableLimits.rows) throw new SpreadsheetError('rows');
  if (rows.length === 0) throw new SpreadsheetError('headings-only');
  const width = rows.reduce((widest, { cells }) => Math.max(widest, cells.length), headings.length);
  return { headingRow, headings: Array.from({ length: width }, (_, at) => headings[at] ?? ''), rows };
}
