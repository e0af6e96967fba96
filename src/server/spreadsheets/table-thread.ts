import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import type { FileRow } from './file-rows.ts';
import { readCsv } from './read-csv.ts';
import { SpreadsheetError, type SpreadsheetFault } from './spreadsheet-error.ts';

/** Reads a file in a thread of its own, so that nothing in it stops or ends the server. */

/** Holds what the thread says: some rows, of which more follow when they are asked for, or what is wrong with the file. */
export type ThreadMessage =
  | { readonly rows: readonly FileRow[]; readonly last: boolean }
  | { readonly fault: SpreadsheetFault; readonly about: string | number | undefined };

/** Rows of one message: the server answers others between two. */
const ROWS_AT_ONCE = 1_000;
const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');
const OLD_EXCEL = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

async function rowsOf(bytes: Buffer): Promise<readonly FileRow[]> {
  if (bytes.subarray(0, OLD_EXCEL.length).equals(OLD_EXCEL)) throw new SpreadsheetError('old-excel');
  if (!bytes.subarray(0, ZIP.length).equals(ZIP)) return readCsv(bytes);
  // Each thread loads its modules anew: a CSV file needs none of these.
  return (await import('./read-xlsx.ts')).readXlsx(bytes);
}

async function answer(port: NonNullable<typeof parentPort>, file: ArrayBuffer): Promise<void> {
  const send = (message: ThreadMessage) => port.postMessage(message);
  try {
    const rows = await rowsOf(Buffer.from(file));
    for (let at = 0; at === 0 || at < rows.length; at += ROWS_AT_ONCE) {
      if (at > 0) await once(port, 'message');
      send({ rows: rows.slice(at, at + ROWS_AT_ONCE), last: at + ROWS_AT_ONCE >= rows.length });
    }
  } catch (error) {
    if (!(error instanceof SpreadsheetError)) throw error;
    send({ fault: error.fault, about: error.about });
  }
}

if (parentPort && workerData instanceof ArrayBuffer) await answer(parentPort, workerData);
