/** Text, decimal text of money, a whole number as text, a day (yyyy-MM-dd), or an instant (ISO 8601 in UTC). */
export type ColumnKind = 'text' | 'money' | 'quantity' | 'day' | 'instant';

export type CellValue = string | null | undefined;

export interface SheetColumn<Row> {
  readonly heading: string;
  readonly kind: ColumnKind;
  readonly valueOf: (row: Row) => CellValue;
}

export interface Sheet<Row> {
  /** At most 31 characters. */
  readonly name: string;
  readonly rightToLeft: boolean;
  /** IANA name of the time zone for instants; UTC by default. */
  readonly timeZone?: string;
  readonly columns: readonly SheetColumn<Row>[];
  readonly batches: AsyncIterable<readonly Row[]>;
}

export function localTimes(timeZone = 'UTC'): (instant: string) => string {
  // Swedish writes days and times as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return (instant) => format.format(new Date(instant));
}
