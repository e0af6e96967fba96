import { zipSync } from 'fflate';

/** Makes files that cost far more than their size, each of a kind that once ended the server. */

const encode = (text: string) => new TextEncoder().encode(text);
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Packs a workbook with one sheet of this XML. */
export function workbookOf(
  sheetData: string | Uint8Array,
  others: Record<string, Uint8Array> = {},
): Uint8Array<ArrayBuffer> {
  const sheet =
    typeof sheetData === 'string'
      ? encode(`<?xml version="1.0"?><worksheet><sheetData>${sheetData}</sheetData></worksheet>`)
      : sheetData;
  return new Uint8Array(
    zipSync({
      'xl/workbook.xml': encode(
        '<workbook><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
      ),
      'xl/_rels/workbook.xml.rels': encode(
        `<Relationships><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>
         <Relationship Id="rId2" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
      ),
      'xl/worksheets/sheet1.xml': sheet,
      ...others,
    }),
  );
}

export const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
const HEADINGS = `<row r="1">${cell('A1', 'Name')}${cell('B1', 'Phone')}</row>`;

const many = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join('');

/** Fills a buffer with a text, since so long a string could not be made. */
function repeated(before: string, text: string, times: number, after: string): Uint8Array {
  return Buffer.concat([Buffer.from(before), Buffer.alloc(times * text.length, text), Buffer.from(after)]);
}

const SHEET = '<worksheet><sheetData>';
const END = '</sheetData></worksheet>';

/** A file that costs too much to be read meets the limit of memory or of time, as the machine is. */
const TOO_COSTLY = /far more than|took too long/;

/** Each file with what its refusal says. */
export const hostileFiles: Readonly<
  Record<string, readonly [() => string | Uint8Array<ArrayBuffer>, RegExp]>
> = {
  'one cell at XFD1048576': [
    () => workbookOf(`${HEADINGS}<row r="1048576">${cell('XFD1048576', 'a')}</row>`),
    TOO_COSTLY,
  ],
  'a cell in row 1048576': [
    () => workbookOf(`${HEADINGS}<row r="1048576">${cell('A1048576', 'a')}</row>`),
    /more than 100,000 rows/,
  ],
  '5,000 rows at column 16384': [
    () =>
      workbookOf(HEADINGS + many(5_000, (row) => `<row r="${row + 2}">${cell(`XFD${row + 2}`, 'a')}</row>`)),
    TOO_COSTLY,
  ],
  'a long text in 100,000 cells': [
    () =>
      workbookOf(
        `${HEADINGS}${many(99_000, (row) => `<row r="${row + 2}"><c r="A${row + 2}" t="s"><v>0</v></c></row>`)}`,
        {
          'xl/sharedStrings.xml': encode(`<sst><si><t>${'a'.repeat(32_000)}</t></si></sst>`),
        },
      ),
    TOO_COSTLY,
  ],
  'elements within elements': [
    () => workbookOf(new Uint8Array(repeated(SHEET, '<a>', 2_000_000, END))),
    /cannot be read/,
  ],
  'a sheet of 110 MB': [
    () => workbookOf(new Uint8Array(repeated(SHEET, ' ', 110_000_000, END))),
    /far more than/,
  ],
  '9,900,000 commas': [() => `Name,Phone\n${','.repeat(9_900_000)}x\n`, /more than 200 columns/],
  '200 columns in 50,000 rows': [
    () => `${many(200, (column) => `h${column},`)}\n${`${','.repeat(199)}x\n`.repeat(49_000)}`,
    /more than 2,000,000 cells/,
  ],
  'a cell of 9 MB': [() => `Name\n${'a'.repeat(9_000_000)}\n`, /cell .*32,767 characters/],
  '3,000,000 quotes': [() => `Name\n${'"a'.repeat(3_000_000)}\n`, /quotation mark|32,767/],
};
