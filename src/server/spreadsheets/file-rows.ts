import { unprotectFormula } from './formula-safety.ts';
import { SpreadsheetError } from './spreadsheet-error.ts';
import { tableLimits } from './table-limits.ts';

/** Holds one row of a file. Cells that are empty at its end may be missing. */
export interface FileRow {
  /** Its number in the file, from 1. */
  readonly number: number;
  readonly cells: readonly string[];
}

/** Collects the rows of a file that hold anything, within the limits of a table. */
export class FileRows {
  readonly rows: FileRow[] = [];
  #number = 0;
  #cells = 0;
  #text = 0;

  /** Adds the next row of the file. @throws {SpreadsheetError} as soon as the file is over a limit */
  add(read: readonly string[]): void {
    this.#number += 1;
    let width = read.length;
    while (width > 0 && read[width - 1]?.trim() === '') width -= 1;
    if (width === 0) return;
    if (width > tableLimits.columns) throw new SpreadsheetError('columns');
    if (this.#number > tableLimits.readRows) throw new SpreadsheetError('rows');
    this.#cells += width;
    if (this.#cells > tableLimits.cells) throw new SpreadsheetError('cells');
    this.rows.push({ number: this.#number, cells: read.slice(0, width).map((cell) => this.#textOf(cell)) });
  }

  #textOf(cell: string): string {
    this.#text += cell.length;
    if (cell.length > tableLimits.cellLength) throw new SpreadsheetError('cell', this.#number);
    if (this.#text > tableLimits.textLength) throw new SpreadsheetError('unpacked');
    if (cell.includes('\0')) throw new SpreadsheetError('no-text', this.#number);
    return unprotectFormula(cell.trim());
  }
}
