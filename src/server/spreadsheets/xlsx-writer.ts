import { strFromU8, unzipSync } from 'fflate';
import writeXlsxFile from 'write-excel-file/node';
import { protectApostrophe } from './formula-safety.ts';
import { localTimes, type Sheet, type SheetColumn } from './sheet.ts';
import { writeZip } from './zip-writer.ts';

/** Rows below the headings that a sheet of the format can hold. */
export const rowsOfSheet = 1_048_575;

const DAY_MS = 86_400_000;
/** Day 0 of the format, 30 December 1899, in milliseconds. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const SHEET_PART = 'xl/worksheets/sheet1.xml';

const formats = { money: '#,##0.00', day: 'yyyy-mm-dd', instant: 'yyyy-mm-dd hh:mm' } as const;
const widths = { text: 24, money: 14, quantity: 10, day: 12, instant: 18, flag: 10 } as const;

/** Holds the parts of a workbook around the rows of its sheet, and the numbers of its cell styles. */
interface Workbook {
  readonly parts: ReadonlyMap<string, string>;
  /** The sheet up to its first row of data, and behind its last. */
  readonly head: string;
  readonly tail: string;
  readonly styles: Readonly<Record<keyof typeof formats, string>>;
}

/**
 * Makes a workbook with headings and one row of samples, takes it apart and removes the samples. The package holds all rows of a sheet in
 * memory; so it makes everything but the rows, which are written one by one in the styles of the samples.
 */
async function makeWorkbook<Row>({ name, rightToLeft, columns }: Sheet<Row>): Promise<Workbook> {
  const headings = columns.map(({ heading }) => ({
    value: heading,
    type: String,
    fontWeight: 'bold' as const,
  }));
  const samples = [
    { value: 0, type: Number, format: formats.money },
    { value: new Date(0), type: Date, format: formats.day },
    { value: new Date(0), type: Date, format: formats.instant },
  ];
  const archive = await writeXlsxFile([headings, samples], {
    sheet: name,
    rightToLeft,
    stickyRowsCount: 1,
    columns: columns.map(({ kind }) => ({ width: widths[kind] })),
  }).toBuffer();
  const parts = new Map(Object.entries(unzipSync(archive)).map(([path, bytes]) => [path, strFromU8(bytes)]));
  const sheet = parts.get(SHEET_PART) ?? '';
  const row = /<row r="2">(.*?)<\/row>/.exec(sheet);
  const [money, day, instant] = [...(row?.[1] ?? '').matchAll(/ s="(\d+)"/g)].map(([, style]) => style);
  if (!row || !money || !day || !instant) throw new Error('The workbook has no row of samples');
  parts.delete(SHEET_PART);
  return {
    parts,
    head: sheet.slice(0, row.index),
    tail: sheet.slice(row.index + row[0].length),
    styles: { money, day, instant },
  };
}

/** Escapes text for XML: characters that XML cannot hold are left out, and `_x0041_` is no escape of a character. */
function escaped(text: string): string {
  return text
    .replace(/(?![\t\n\r\u0080-\u009f])\p{Cc}|[\ufffe\uffff]/gu, '')
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}

/** Returns the number of a day, with the time as its fraction. */
function serialOf(instant: string): string {
  return String((Date.parse(instant) - DAY_ZERO) / DAY_MS);
}

/** Returns the letters of a column: 0 is A, 26 is AA. */
function lettersOf(column: number): string {
  const before = Math.floor(column / 26) - 1;
  return (before < 0 ? '' : lettersOf(before)) + String.fromCharCode(65 + (column % 26));
}

/** Writes a cell. Amounts are copied as decimal text, so no float stands between them and the file. */
function cellOf<Row>(
  column: SheetColumn<Row>,
  row: Row,
  at: string,
  { styles, local }: Pick<Workbook, 'styles'> & { readonly local: (instant: string) => string },
): string {
  const { kind } = column;
  const value = column.valueOf(row);
  if (value === null || value === undefined || value === '') return '';
  if (kind === 'text')
    return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(protectApostrophe(String(value)))}</t></is></c>`;
  if (kind === 'flag') return `<c r="${at}" t="b"><v>${value === true ? 1 : 0}</v></c>`;
  if (kind === 'quantity') return `<c r="${at}"><v>${value}</v></c>`;
  const day = kind === 'instant' ? `${local(String(value)).replace(' ', 'T')}Z` : String(value);
  const number = kind === 'money' ? value : serialOf(day);
  return `<c r="${at}" s="${styles[kind]}"><v>${number}</v></c>`;
}

async function* sheetXml<Row>(
  { columns, batches, timeZone }: Sheet<Row>,
  { head, tail, styles }: Workbook,
): AsyncGenerator<string> {
  const written = { styles, local: localTimes(timeZone) };
  const letters = columns.map((_, index) => lettersOf(index));
  let number = 1;
  yield head;
  for await (const rows of batches) {
    let text = '';
    for (const row of rows) {
      number += 1;
      const cells = columns.map((column, index) =>
        cellOf(column, row, `${letters[index]}${number}`, written),
      );
      text += `<row r="${number}">${cells.join('')}</row>`;
    }
    yield text;
  }
  yield tail;
}

/** Writes an XLSX file in pieces, one for each batch of rows (decision 56). */
export async function* writeXlsx<Row>(sheet: Sheet<Row>): AsyncGenerator<Uint8Array> {
  const workbook = await makeWorkbook(sheet);
  const others = [...workbook.parts].map(([name, content]) => ({ name, content: [content] }));
  yield* writeZip([...others, { name: SHEET_PART, content: sheetXml(sheet, workbook) }]);
}
