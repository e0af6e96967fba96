import { isUtf8 } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Papa from 'papaparse';
import { SpreadsheetError } from './spreadsheet-error.ts';

const PIECE = 256 * 1024;
const UTF_16_LE = Buffer.from([0xff, 0xfe]);

/** Returns the text of a file: UTF-8, UTF-16 as Excel writes it, or else Windows-1256, which Arabic programs write. */
function textOf(bytes: Buffer): string {
  if (bytes.subarray(0, 2).equals(UTF_16_LE)) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes.includes(0)) throw new SpreadsheetError('neither');
  return new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1256').decode(bytes);
}

function faultOf(
  errors: readonly Papa.ParseError[],
  rows: number,
  limit: number,
): SpreadsheetError | undefined {
  if (errors.some(({ type }) => type === 'Quotes')) return new SpreadsheetError('quote', rows);
  return rows > limit ? new SpreadsheetError('rows') : undefined;
}

/**
 * Reads the rows of a CSV file, whatever separates its columns. Other requests are answered between two pieces.
 * @throws {SpreadsheetError} if it is no text, a quote is not closed, or it has more rows than the limit
 */
export async function readCsv(bytes: Buffer, limit: number): Promise<string[][]> {
  const text = textOf(bytes);
  const { delimiter } = Papa.parse<string[]>(text.slice(0, PIECE), {
    preview: 20,
    skipEmptyLines: true,
  }).meta;
  const rows: string[][] = [];
  await new Promise<void>((resolve, reject) => {
    const config: Papa.ParseConfig<string[]> &
      Pick<Papa.ParseLocalConfig<string[], string>, 'chunkSize' | 'chunk' | 'complete'> = {
      delimiter,
      chunkSize: PIECE,
      chunk({ data, errors }, parser) {
        for (const row of data) rows.push(row);
        const error = faultOf(errors, rows.length, limit);
        if (error) {
          // Before the end of the parser, which completes.
          reject(error);
          parser.abort();
          return;
        }
        parser.pause();
        void nextTurn().then(() => parser.resume());
      },
      complete: () => resolve(),
    };
    Papa.parse<string[]>(text, config);
  });
  return rows;
}
