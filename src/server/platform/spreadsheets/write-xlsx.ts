import writeXlsxFile, { type Cell } from 'write-excel-file/node';
import { DAY_MS } from '#contract/days.ts';
import { protectApostrophe } from './formula-safety.ts';
import { type CellValue, type ColumnKind, localTimes } from './sheet.ts';

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
