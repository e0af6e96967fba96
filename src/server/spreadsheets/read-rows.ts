import { on } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { FileRow } from './file-rows.ts';
import { SpreadsheetError } from './spreadsheet-error.ts';
import { threadLimits } from './table-limits.ts';
import type { ThreadMessage } from './table-thread.ts';

const isSource = import.meta.url.endsWith('.ts');
const thread = new URL(`./table-thread.${isSource ? 'ts' : 'js'}`, import.meta.url);

function startThread(file: ArrayBuffer): Worker {
  const options = {
    workerData: file,
    transferList: [file],
    resourceLimits: { maxOldGenerationSizeMb: threadLimits.heapMegabytes },
    execArgv: [],
  };
  if (!isSource) return new Worker(thread, options);
  // A thread does not take over how its process reads TypeScript.
  const code = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(thread)}); });`;
  return new Worker(code, { ...options, eval: true });
}

/** Words why a thread ended before it had answered. */
function faultOf(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ERR_WORKER_OUT_OF_MEMORY' ? new SpreadsheetError('unpacked') : error;
}

/** Takes rows until the last one; others are answered between two messages. */
async function rowsFrom(worker: Worker, signal: AbortSignal): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  try {
    for await (const [message] of on(worker, 'message', { signal, close: ['exit'] })) {
      const said: ThreadMessage = message;
      if ('fault' in said) throw new SpreadsheetError(said.fault, said.about);
      for (const row of said.rows) rows.push(row);
      if (said.last) return rows;
      await nextTurn();
      worker.postMessage('more');
    }
    throw new Error('The thread that reads a file ended without an answer');
  } catch (error) {
    throw signal.aborted ? new SpreadsheetError('slow') : faultOf(error);
  }
}

/**
 * Reads the rows of a CSV or XLSX file that hold anything, in a thread with limits of memory and time. The bytes move to it.
 * @throws {SpreadsheetError}
 */
export async function readRows(file: ArrayBuffer): Promise<FileRow[]> {
  const worker = startThread(file);
  try {
    return await rowsFrom(worker, AbortSignal.timeout(threadLimits.milliseconds));
  } finally {
    await worker.terminate();
  }
}
