import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { codeOf, reasonOf, StartupError } from '#server/platform/startup-error.ts';
import { type BackupHeader, backupHeader, backupTrailer, FORMAT } from './backup-format.ts';

const NEWLINE = 0x0a;
const MAX_BATCH_ROWS = 500;
const MAX_BATCH_BYTES = 1024 * 1024;
/** Bytes. A foreign file without newlines must not fill the memory. */
const MAX_LINE_BYTES = 256 * 1024 * 1024;

export interface RowBatch {
  readonly table: number;
  readonly rows: readonly string[];
}

function notABackupError(file: string): StartupError {
  return new StartupError(`${file} is not a backup of Branch Desk. Nothing was restored.`);
}

function incompleteError(file: string): StartupError {
  return new StartupError(
    `${file} is not whole: it was cut off, or changed after it was made. Nothing was restored; use another backup.`,
  );
}

function toStartupError(file: string, error: unknown): unknown {
  if (error instanceof StartupError) return error;
  const code = codeOf(error) ?? '';
  if (code.startsWith('Z_'))
    return reasonOf(error).includes('header') ? notABackupError(file) : incompleteError(file);
  if (code === 'ENOENT') return new StartupError(`There is no file ${file}.`);
  return /^E[A-Z]+$/.test(code)
    ? new StartupError(`${file} cannot be read (${reasonOf(error)}). Nothing was restored.`)
    : error;
}

/**
 * The file is gzipped.
 * @throws {StartupError} if the last newline is missing
 */
async function* linesOf(file: string): AsyncGenerator<Buffer> {
  const source = createReadStream(file);
  const unpacked = createGunzip();
  source.on('error', (error) => unpacked.destroy(error));
  source.pipe(unpacked);
  try {
    let partialLine: Buffer[] = [];
    let length = 0;
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      let from = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
        yield Buffer.concat([...partialLine, chunk.subarray(from, end)]);
        partialLine = [];
        length = 0;
        from = end + 1;
      }
      partialLine.push(chunk.subarray(from));
      length += chunk.length - from;
      if (length > MAX_LINE_BYTES) throw notABackupError(file);
    }
    if (length > 0) throw incompleteError(file);
  } catch (error) {
    throw toStartupError(file, error);
  } finally {
    source.destroy();
    unpacked.destroy();
  }
}

function parseJson(line: Buffer | undefined): unknown {
  try {
    return JSON.parse(line?.toString() ?? '');
  } catch {
    return undefined;
  }
}

/** @throws {StartupError} for a file that is no backup or has a newer format */
export async function readHeader(file: string): Promise<BackupHeader> {
  const lines = linesOf(file);
  const first = parseJson((await lines.next()).value ?? undefined);
  await lines.return(undefined);
  const format = backupHeader.pick({ branch_desk_backup: true }).safeParse(first);
  if (!format.success) throw notABackupError(file);
  if (format.data.branch_desk_backup > FORMAT) throw otherVersionError(file);
  const header = backupHeader.safeParse(first);
  if (!header.success) throw incompleteError(file);
  return header.data;
}

export function otherVersionError(file: string): StartupError {
  return new StartupError(
    `${file} was made by another version of Branch Desk: install that version or a later one, then restore. Nothing was restored.`,
  );
}

/**
 * The checksum is verified at the end: read the file completely once before using any row.
 * @throws {StartupError} if the file is truncated or was changed
 */
export async function* readRows(file: string, header: BackupHeader): AsyncGenerator<RowBatch> {
  const hash = createHash('sha256');
  const counts = header.tables.map(() => 0);
  let batch: string[] = [];
  let bytes = 0;
  let table = 0;
  let pendingLine: Buffer | undefined;
  let isFirst = true;
  for await (const line of linesOf(file)) {
    // Delayed by one line, since the last line is the trailer.
    const row = pendingLine;
    pendingLine = line;
    if (row === undefined) continue;
    hash.update(row).update('\n');
    if (isFirst) {
      isFirst = false;
      continue;
    }
    const space = row.indexOf(' ');
    const tableIndex = Number(row.subarray(0, space).toString());
    if (space < 1 || counts[tableIndex] === undefined) throw incompleteError(file);
    counts[tableIndex] += 1;
    if (tableIndex !== table || batch.length === MAX_BATCH_ROWS || bytes > MAX_BATCH_BYTES) {
      if (batch.length > 0) yield { table, rows: batch };
      batch = [];
      bytes = 0;
      table = tableIndex;
    }
    batch.push(row.subarray(space + 1).toString());
    bytes += row.length;
  }
  const trailer = backupTrailer.safeParse(parseJson(pendingLine));
  const isWhole =
    trailer.success &&
    trailer.data.sha256 === hash.digest('hex') &&
    trailer.data.rows.join() === counts.join();
  if (!isWhole) throw incompleteError(file);
  if (batch.length > 0) yield { table, rows: batch };
}
