import { inflateRawSync } from 'node:zlib';

/** Reports bytes that are no readable ZIP archive. */
class NoArchiveError extends Error {
  override readonly name = 'NoArchiveError';
}

/** Represents a file in an archive, as the directory at its end describes it. */
export interface ArchivedFile {
  readonly name: string;
  readonly packed: number;
  /** What the archive says of the size; only unpacking tells whether it is true. */
  readonly unpacked: number;
  readonly method: number;
  readonly offset: number;
}

const END = 0x06054b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 0xffff;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
const STORED = 0;
const DEFLATE = 8;

function endOf(archive: Buffer): number {
  const first = Math.max(0, archive.length - END_BYTES - LONGEST_COMMENT);
  for (let at = archive.length - END_BYTES; at >= first; at--)
    if (archive.readUInt32LE(at) === END) return at;
  throw new NoArchiveError('The archive has no end');
}

/** Reads the directory of an archive. @throws {NoArchiveError} */
export function readDirectory(archive: Buffer): readonly ArchivedFile[] {
  const end = endOf(archive);
  const files: ArchivedFile[] = [];
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    if (at + ENTRY_BYTES > end || archive.readUInt32LE(at) !== ENTRY)
      throw new NoArchiveError('The directory of the archive is broken');
    const nameLength = archive.readUInt16LE(at + 28);
    files.push({
      name: archive.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength),
      method: archive.readUInt16LE(at + 10),
      packed: archive.readUInt32LE(at + 20),
      unpacked: archive.readUInt32LE(at + 24),
      offset: archive.readUInt32LE(at + 42),
    });
    at += ENTRY_BYTES + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}

/**
 * Unpacks one file of an archive.
 * @param limit the most bytes that it may come to, whatever the archive says
 * @throws {NoArchiveError} @throws {RangeError} if it comes to more
 */
export function unpack(archive: Buffer, { offset, packed, method }: ArchivedFile, limit: number): Buffer {
  if (offset + LOCAL_BYTES > archive.length || archive.readUInt32LE(offset) !== LOCAL)
    throw new NoArchiveError('A file of the archive is missing');
  const start = offset + LOCAL_BYTES + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28);
  const bytes = archive.subarray(start, start + packed);
  if (method === STORED) return bytes;
  if (method !== DEFLATE) throw new NoArchiveError('The archive is packed in a way that is not known');
  try {
    return inflateRawSync(bytes, { maxOutputLength: limit });
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw new NoArchiveError('A file of the archive is broken');
  }
}
