import type { FileRow } from './file-rows.ts';
import { SpreadsheetError } from './spreadsheet-error.ts';
import { tableLimits } from './table-limits.ts';

/** Holds the rows of a file below its headings. */
export interface Table {
  /** The number of the row with the headings. */
  readonly headingRow: number;
  readonly headings: readonly string[];
  readonly rows: readonly FileRow[];
}

/**
 * Takes the rows of a file below its headings. Repeated headings are allowed where they name no column.
 * @param headingRow the number of the row that names the columns
 * @throws {SpreadsheetError}
 */
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
  return { headingRow, headings, rows };
}
