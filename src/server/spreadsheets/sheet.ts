/**
 * Names what a column holds: text, decimal text of money, a whole number as text, a day (yyyy-MM-dd), an instant (ISO 8601 in UTC),
 * or a truth value.
 */
export type ColumnKind = 'text' | 'money' | 'quantity' | 'day' | 'instant' | 'flag';

/** Holds one value of a column; nothing leaves the cell empty. */
export type CellValue = string | boolean | null | undefined;

/** Describes a column of an exported file. */
export interface SheetColumn<Row> {
  readonly heading: string;
  readonly kind: ColumnKind;
  readonly valueOf: (row: Row) => CellValue;
}

/** Describes an exported file: its columns, and its rows in batches, which are read while they are written. */
export interface Sheet<Row> {
  /** The name of the sheet, at most 31 characters. */
  readonly name: string;
  readonly rightToLeft: boolean;
  readonly columns: readonly SheetColumn<Row>[];
  readonly batches: AsyncIterable<readonly Row[]>;
}
