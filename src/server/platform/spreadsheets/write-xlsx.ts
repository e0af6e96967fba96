import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import writeXlsxFile, { type Cell } from 'write-excel-file/node';
import { DAY_MS } from '#contract/days.ts';
import { protectApostrophe } from './formula-safety.ts';
import { type CellValue, type ColumnKind, localTimes } from './sheet.ts';
import { type FileRow, FileRows, SpreadsheetError, tableLimits } from './table.ts';

/** Keeps so many decimals, so that 0.1 + 0.2 of a formula is 0.3. */
const DECIMALS = 9;

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

const SHEET = /^xl\/worksheets\/[^/]+\.xml$/;
const ERROR_CELL = /(<(?:\w+:)?c\b[^>]*?\st=)(["'])e\2/g;
/** A formula whose file was written by a program that works nothing out. */
const UNSOLVED =
  /<((?:\w+:)?c)\b([^>]*)>\s*<(?:\w+:)?f\b[^>]*?(?:\/>|>([^<]*)<\/(?:\w+:)?f>)\s*(?:<(?:\w+:)?v\s*\/>|<(?:\w+:)?v>\s*<\/(?:\w+:)?v>)?\s*<\/\1>/g;
const TYPE = /\st=(["'])\w*\1/;

/**
 * Makes texts of what the package takes for empty cells: an error is read as "#N/A", and a formula without a stored value as the
 * formula. An amount that nobody knows must not become a zero.
 */
function withErrorsAsText(archive: Uint8Array): Uint8Array {
  const sheets = unzipSync(archive, { filter: ({ name }) => SHEET.test(name) });
  const changed: Record<string, Uint8Array> = {};
  for (const [name, sheet] of Object.entries(sheets)) {
    const xml = strFromU8(sheet);
    const text = xml
      .replace(ERROR_CELL, '$1$2str$2')
      .replace(
        UNSOLVED,
        (_cell, tag: string, attributes: string, formula = '') =>
          `<${tag}${attributes.replace(TYPE, '')} t="inlineStr"><is><t>=${formula}</t></is></${tag}>`,
      );
    if (text !== xml) changed[name] = strToU8(text);
  }
  if (Object.keys(changed).length === 0) return archive;
  return zipSync({ ...unzipSync(archive), ...changed }, { level: 0 });
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(Number(value.toFixed(DECIMALS)));
  if (!(value instanceof Date)) return String(value);
  return value.toISOString().replace('T00:00:00.000Z', '');
}

/**
 * First sheet only.
 * @throws {SpreadsheetError}
 */
export async function readXlsx(archive: ArrayBuffer): Promise<FileRow[]> {
  try {
    const packed = new Uint8Array(archive);
    checkUnpackedSize(packed);
    const found = new FileRows();
    for (const row of await readSheet(new Uint8Array(withErrorsAsText(packed)).buffer))
      found.add(row.map(cellText));
    return found.rows;
  } catch (error) {
    throw error instanceof SpreadsheetError ? error : new SpreadsheetError('broken');
  }
}

/** 30 December 1899, in milliseconds. */
const DAY_ZERO = Date.UTC(1899, 11, 30);

/** Number of a day, with the time as its fraction. The package's own number of a `Date` is off by a millisecond. */
const serialOf = (instant: string) => (Date.parse(instant) - DAY_ZERO) / DAY_MS;

const formats = { money: '#,##0.00', day: 'yyyy-mm-dd', instant: 'yyyy-mm-dd hh:mm' } as const;
const widths = { text: 24, money: 14, quantity: 10, day: 12, instant: 18 } as const;

export interface Workbook {
  readonly name: string;
  readonly rightToLeft: boolean;
  readonly timeZone: string | undefined;
  readonly columns: readonly { readonly heading: string; readonly kind: ColumnKind }[];
}

/** Works around the package: `_x0041_` is no escape of a character, and a CR would be read as LF. */
function textCell(text: string): string {
  const escaped = protectApostrophe(text)
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('\r', '_x000D_');
  // The package looks texts up in an object that inherits these names.
  return escaped in Object.prototype ? `${escaped} ` : escaped;
}

function cellOf(value: CellValue, kind: ColumnKind, local: (instant: string) => string): Cell {
  if (value === null || value === undefined || value === '') return null;
  if (kind === 'quantity') return Number(value);
  // An amount has fewer than 16 digits, so the number stands for it exactly.
  if (kind === 'money') return { value: Number(value), format: formats.money };
  if (kind === 'day') return { value: serialOf(value), format: formats.day };
  if (kind === 'instant')
    return { value: serialOf(`${local(value).replace(' ', 'T')}Z`), format: formats.instant };
  return textCell(value);
}

/** The package holds all rows in memory. */
export class WorkbookWriter {
  readonly #workbook: Workbook;
  readonly #local: (instant: string) => string;
  readonly #rows: Cell[][];

  constructor(workbook: Workbook) {
    this.#workbook = workbook;
    this.#local = localTimes(workbook.timeZone);
    this.#rows = [workbook.columns.map(({ heading }) => ({ value: heading, fontWeight: 'bold' }))];
  }

  add(rows: readonly (readonly CellValue[])[]): void {
    const { columns } = this.#workbook;
    for (const row of rows)
      this.#rows.push(columns.map(({ kind }, index) => cellOf(row[index], kind, this.#local)));
  }

  pack(): Promise<Buffer> {
    const { name, rightToLeft, columns } = this.#workbook;
    return writeXlsxFile(this.#rows, {
      sheet: name,
      rightToLeft,
      stickyRowsCount: 1,
      columns: columns.map(({ kind }) => ({ width: widths[kind] })),
    }).toBuffer();
  }
}
