/** Names what is wrong with a file: the sentences stand in the messages of imports. */
export type SpreadsheetFault =
  | 'neither'
  | 'old-excel'
  | 'broken'
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

/** Reports a file that cannot be read as a table. */
export class SpreadsheetError extends Error {
  override readonly name = 'SpreadsheetError';
  readonly fault: SpreadsheetFault;
  /** The row, or the heading, that it is about. */
  readonly about: string | number | undefined;

  constructor(fault: SpreadsheetFault, about?: string | number) {
    super(`The file cannot be read: ${fault}`);
    this.fault = fault;
    this.about = about;
  }
}
