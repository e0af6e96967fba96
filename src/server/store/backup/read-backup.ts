import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { codeOf, reasonOf, StartupError } from '#server/startup-error.ts';
import { type BackupHeader, backupHeader, backupTrailer, FORMAT } from './backup-format.ts';

const NEWLINE = 0x0a;
const MOST_ROWS = 500;
const MOST_BYTES = 1024 * 1024;
/** Far more than the longest record; a file without lines is not read into memory as a whole. */
const LONGEST_LINE = 256 * 1024 * 1024;

/** Some rows of one table, as the database's JSON. */
export interface RowBatch {
  /** The table's place in the header. */
  readonly table: number;
  readonly rows: readonly string[];
}

function notOurs(file: string): StartupError {
  return new StartupError(`${file} is not a backup of Branch Desk. Nothing was restored.`);
}

function notWhole(file: string): StartupError {
  return new StartupError(
    `${file} is not whole: it was cut off, or changed after it was made. Nothing was restored; use another backup.`,
  );
}

function said(file: string, error: unknown): unknown {
  if (error instanceof StartupError) return error;
  const code = codeOf(error) ?? '';
  if (code.startsWith('Z_')) return reasonOf(error).includes('header') ? notOurs(file) : notWhole(file);
  if (code === 'ENOENT') return new StartupError(`There is no file ${file}.`);
  return /^E[A-Z]+$/.test(code)
    ? new StartupError(`${file} cannot be read (${reasonOf(error)}). Nothing was restored.`)
    : error;
}

/** The lines of a compressed file as they come, each without its end. What is after the last line's end is no line. */
async function* linesOf(file: string): AsyncGenerator<Buffer> {
  const source = createReadStream(file);
  const unpacked = createGunzip();
  source.on('error', (error) => unpacked.destroy(error));
  source.pipe(unpacked);
  try {
    let begun: Buffer[] = [];
    let length = 0;
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      let from = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
        yield Buffer.concat([...begun, chunk.subarray(from, end)]);
        begun = [];
        length = 0;
        from = end + 1;
      }
      begun.push(chunk.subarray(from));
      length += chunk.length - from;
      if (length > LONGEST_LINE) throw notOurs(file);
    }
    if (length > 0) throw notWhole(file);
  } catch (error) {
    throw said(file, error);
  } finally {
    source.destroy();
    unpacked.destroy();
  }
}

function asJson(line: Buffer | undefined): unknown {
  try {
    return JSON.parse(line?.toString() ?? '');
  } catch {
    return undefined;
  }
}

/**
 * What a backup says of itself.
 * @throws {StartupError} for a file that is none, or of a newer format
 */
export async function readHeader(file: string): Promise<BackupHeader> {
  const lines = linesOf(file);
  const first = asJson((await lines.next()).value ?? undefined);
  await lines.return(undefined);
  const format = backupHeader.pick({ branch_desk_backup: true }).safeParse(first);
  if (!format.success) throw notOurs(file);
  if (format.data.branch_desk_backup > FORMAT) throw newerVersionError(file);
  const header = backupHeader.safeParse(first);
  if (!header.success) throw notWhole(file);
  return header.data;
}

/** For a backup that this build knows too little to restore. */
export function newerVersionError(file: string): StartupError {
  return new StartupError(
    `${file} was made by a newer version of Branch Desk: install that version or a later one, then restore. Nothing was restored.`,
  );
}

/**
 * All rows of a backup in its order. Only when they end without an error is the file known to be whole and unchanged: read it to the end once
 * before believing any of it.
 * @throws {StartupError} when it was cut off or changed
 */
export async function* readRows(file: string, header: BackupHeader): AsyncGenerator<RowBatch> {
  const hash = createHash('sha256');
  const counts = header.tables.map(() => 0);
  let batch: string[] = [];
  let bytes = 0;
  let table = 0;
  let held: Buffer | undefined;
  let isFirst = true;
  for await (const line of linesOf(file)) {
    // Held back by one: the last line is the trailer.
    const row = held;
    held = line;
    if (row === undefined) continue;
    hash.update(row).update('\n');
    if (isFirst) {
      isFirst = false;
      continue;
    }
    const space = row.indexOf(' ');
    const of = Number(row.subarray(0, space).toString());
    if (space < 1 || counts[of] === undefined) throw notWhole(file);
    counts[of] += 1;
    if (of !== table || batch.length === MOST_ROWS || bytes > MOST_BYTES) {
      if (batch.length > 0) yield { table, rows: batch };
      batch = [];
      bytes = 0;
      table = of;
    }
    batch.push(row.subarray(space + 1).toString());
    bytes += row.length;
  }
  const trailer = backupTrailer.safeParse(asJson(held));
  const isWhole =
    trailer.success &&
    trailer.data.sha256 === hash.digest('hex') &&
    trailer.data.rows.join() === counts.join();
  if (!isWhole) throw notWhole(file);
  if (batch.length > 0) yield { table, rows: batch };
}
