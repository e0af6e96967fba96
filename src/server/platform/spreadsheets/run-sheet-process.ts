import { type ChildProcess, fork } from 'node:child_process';
import { on } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { TaskQueue } from '#server/platform/task-queue.ts';
import type { Sheet } from './sheet.ts';
import type { Answer, Message } from './sheet-process.ts';
import { type FileRow, type FoundSheet, SpreadsheetError } from './table.ts';

/** Devices wait 45 s for an answer to an upload. Buffers are not counted in the heap. */
const limits = { readMegabytes: 384, readMilliseconds: 15_000, writeMegabytes: 640 } as const;

export const rowsOfSheet = 100_000;

/** Each workbook takes up to a gigabyte, so one is written at a time. As many wait as whole lists can be open. */
const writing = new TaskQueue({ running: 1, waiting: 100 });

export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
}

const isSource = import.meta.url.endsWith('.ts');
const program = fileURLToPath(new URL(`./sheet-process.${isSource ? 'ts' : 'js'}`, import.meta.url));

function start(megabytes: number): ChildProcess {
  return fork(program, {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${megabytes}`, ...(isSource ? ['--import', 'tsx'] : [])],
    // It needs no secret of the server, and a file may make it print pages about its memory.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

const sendTo = (child: ChildProcess, message: Message) =>
  new Promise<void>((resolve) => child.send(message, () => resolve()));

/** @throws {FileTooLarge} if the process ran out of memory, or the machine did */
async function* answersOf(child: ChildProcess, signal: AbortSignal): AsyncGenerator<Answer> {
  for await (const [message] of on(child, 'message', { signal, close: ['exit'] })) {
    const answer: Answer = message;
    if ('error' in answer) throw new Error(`The process of a spreadsheet failed: ${answer.error}`);
    yield answer;
  }
  if (child.signalCode) throw new FileTooLarge(`The process of a spreadsheet ended by ${child.signalCode}`);
  throw new Error(`The process of a spreadsheet ended with ${child.exitCode}`);
}

/** Leaves out empty rows. Memory and time are limited. */
export async function readRows(
  file: ArrayBuffer,
  choose: (sheets: readonly FoundSheet[]) => number,
): Promise<{ readonly sheets: readonly FoundSheet[]; readonly sheet: number; readonly rows: FileRow[] }> {
  const child = start(limits.readMegabytes);
  const signal = AbortSignal.timeout(limits.readMilliseconds);
  const rows: FileRow[] = [];
  let sheets: readonly FoundSheet[] = [];
  let sheet = 0;
  try {
    void sendTo(child, { read: new Uint8Array(file) });
    for await (const answer of answersOf(child, signal)) {
      if ('fault' in answer) throw new SpreadsheetError(answer.fault, answer.about);
      if ('sheets' in answer) {
        sheets = answer.sheets;
        sheet = choose(sheets);
        void sendTo(child, { sheet });
      }
      if (!('rows' in answer)) continue;
      for (const row of answer.rows) rows.push(row);
      if (answer.last) break;
      await nextTurn();
      void sendTo(child, { more: true });
    }
    return { sheets, sheet, rows };
  } catch (error) {
    if (signal.aborted) throw new SpreadsheetError('slow');
    throw error instanceof FileTooLarge ? new SpreadsheetError('unpacked') : error;
  } finally {
    child.kill('SIGKILL');
  }
}

/** Decision 56. */
export function writeXlsx<Row>(sheet: Sheet<Row>, signal: AbortSignal): Promise<Uint8Array> {
  return writing.run(async () => {
    signal.throwIfAborted();
    const { name, rightToLeft, timeZone, columns, batches } = sheet;
    const child = start(limits.writeMegabytes);
    const answers = answersOf(child, signal);
    try {
      const written = answers.next();
      written.catch(() => undefined);
      const kinds = columns.map(({ heading, kind }) => ({ heading, kind }));
      await sendTo(child, { write: { name, rightToLeft, timeZone, columns: kinds } });
      for await (const rows of batches) {
        if (!child.connected || signal.aborted) break;
        await sendTo(child, { rows: rows.map((row) => columns.map((column) => column.valueOf(row))) });
      }
      await sendTo(child, { end: true });
      const { value } = await written;
      if (!value || !('file' in value)) throw new Error('The process of a spreadsheet wrote no file');
      return value.file;
    } finally {
      child.kill('SIGKILL');
    }
  });
}
