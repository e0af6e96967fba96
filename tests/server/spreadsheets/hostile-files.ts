import { row, text, workbook } from './files.ts';

/** Makes files that cost far more than their size, each of a kind that once ended the server. */

const HEADINGS = row(1, text('A1', 'Name'), text('B1', 'Phone'));

const many = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join('');

/** A workbook whose sheet is one text many times: a string of it could not be made. */
function repeated(text: string, times: number): Uint8Array<ArrayBuffer> {
  const content = Buffer.alloc(times * text.length, text);
  const parts = [Buffer.from('<worksheet><sheetData>'), content, Buffer.from('</sheetData></worksheet>')];
  return workbook('', { others: { 'xl/worksheets/s0.xml': Buffer.concat(parts) } });
}

/** A file that costs too much to be read meets the limit of memory or of time, as the machine is. */
const TOO_COSTLY = /far more than|took too long/;

/** Each file with what its refusal says. */
export const hostileFiles: Readonly<
  Record<string, readonly [() => string | Uint8Array<ArrayBuffer>, RegExp]>
> = {
  'one cell at XFD1048576': [() => workbook(HEADINGS + row(1_048_576, text('XFD1048576', 'a'))), TOO_COSTLY],
  'a cell in row 1048576': [
    () => workbook(HEADINGS + row(1_048_576, text('A1048576', 'a'))),
    /more than 100,000 rows/,
  ],
  '5,000 rows at column 16384': [
    () => workbook(HEADINGS + many(5_000, (at) => row(at + 2, text(`XFD${at + 2}`, 'a')))),
    TOO_COSTLY,
  ],
  'a long text in 100,000 cells': [
    () =>
      workbook(HEADINGS + many(99_000, (at) => row(at + 2, `<c r="A${at + 2}" t="s"><v>0</v></c>`)), {
        strings: [`<t>${'a'.repeat(32_000)}</t>`],
      }),
    TOO_COSTLY,
  ],
  'elements within elements': [() => repeated('<a>', 2_000_000), /cannot be read/],
  'a sheet of 110 MB': [() => repeated(' ', 110_000_000), /far more than/],
  '9,900,000 commas': [() => `Name,Phone\n${','.repeat(9_900_000)}x\n`, /more than 200 columns/],
  '200 columns in 50,000 rows': [
    () => `${many(200, (column) => `h${column},`)}\n${`${','.repeat(199)}x\n`.repeat(49_000)}`,
    /more than 2,000,000 cells/,
  ],
  'a cell of 9 MB': [() => `Name\n${'a'.repeat(9_000_000)}\n`, /cell .*32,767 characters/],
  '3,000,000 quotes': [() => `Name\n${'"a'.repeat(3_000_000)}\n`, /quotation mark|32,767/],
};
