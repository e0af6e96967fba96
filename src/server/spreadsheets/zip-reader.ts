import { inflateRawSync } from 'node:zlib';

/** Reports bytes that are no readable ZIP archive. */
class NoArchiveError extends Error {
  override readonly name = 'NoArchiveError';
}

/** Represents a file in an archive, as the directory at its end describes it. */
export interface ArchivedFile {
  readonly name: string;
  readonly packed: number;
  readonly deflated: boolean;
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

function deflatedOf(method: number): boolean {
  if (method !== STORED && method !== DEFLATE)
    throw new NoArchiveError('The archive is packed in an unknown way');
  return method === DEFLATE;
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
      deflated: deflatedOf(archive.readUInt16LE(at + 10)),
      packed: archive.readUInt32LE(at + 20),
      offset: archive.readUInt32LE(at + 42),
    });
    at += ENTRY_BYTES + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}

/** Returns the bytes of a file as they stand in the archive. @throws {NoArchiveError} */
export function packedBytes(archive: Buffer, { offset, packed }: ArchivedFile): Buffer {
  if (offset + LOCAL_BYTES > archive.length || archive.readUInt32LE(offset) !== LOCAL)
    throw new NoArchiveError('A file of the archive is missing');
  const start = offset + LOCAL_BYTES + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28);
  if (start + packed > archive.length) throw new NoArchiveError('A file of the archive is cut off');
  return archive.subarray(start, start + packed);
}

/** Unpacks one file of an archive that is trusted. */
export function unpack(archive: Buffer, file: ArchivedFile): Buffer {
  const bytes = packedBytes(archive, file);
  return file.deflated ? inflateRawSync(bytes) : bytes;
}
