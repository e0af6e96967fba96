import { once } from 'node:events';
import { openFile } from './open-file.ts';
import type { CellValue } from './sheet.ts';
import {
  type FileRow,
  type FoundSheet,
  type OpenedFile,
  SpreadsheetError,
  type SpreadsheetFault,
} from './table.ts';
import type { Workbook, WorkbookWriter } from './write-xlsx.ts';

/** A file can make the packages for XLSX take all memory, which ends the process, also from a thread. */

/** From the server: a file to read, the sheet of it, a request for more of its rows, or a workbook, then its rows, then its end. */
export type Message =
  | { readonly read: Uint8Array }
  | { readonly sheet: number }
  | { readonly more: true }
  | { readonly write: Workbook }
  | { readonly rows: readonly (readonly CellValue[])[] }
  | { readonly end: true };

export type Answer =
  | { readonly sheets: readonly FoundSheet[] }
  | { readonly rows: readonly FileRow[]; readonly last: boolean }
  | { readonly file: Uint8Array }
  | { readonly fault: SpreadsheetFault; readonly about: string | number | undefined }
  | { readonly error: string };

const ROWS_AT_ONCE = 1_000;
const send = (answer: Answer) => process.send?.(answer);

let opened: OpenedFile | undefined;

async function open(file: Uint8Array): Promise<void> {
  opened = await openFile(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
  send({ sheets: opened.sheets });
}

async function read({ rowsOf }: OpenedFile, sheet: number): Promise<void> {
  const rows = await rowsOf(sheet);
  for (let at = 0; at === 0 || at < rows.length; at += ROWS_AT_ONCE) {
    if (at > 0) await once(process, 'message');
    send({ rows: rows.slice(at, at + ROWS_AT_ONCE), last: at + ROWS_AT_ONCE >= rows.length });
  }
}

let writer: Promise<WorkbookWriter> | undefined;

async function handle(message: Message): Promise<void> {
  if ('read' in message) return open(message.read);
  if ('sheet' in message && opened) return read(opened, message.sheet);
  if ('write' in message)
    writer = import('./write-xlsx.ts').then((xlsx) => new xlsx.WorkbookWriter(message.write));
  const workbook = await writer;
  if ('rows' in message) workbook?.add(message.rows);
  if ('end' in message && workbook) send({ file: await workbook.pack() });
}

process.on('message', (message: Message) => {
  handle(message).catch((error: unknown) =>
    send(
      error instanceof SpreadsheetError
        ? { fault: error.fault, about: error.about }
        : { error: error instanceof Error ? String(error.stack) : String(error) },
    ),
  );
});
