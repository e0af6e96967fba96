import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';

/** Holds a file of an archive. Its content is read while it is packed. */
export interface ZipEntry {
  readonly name: string;
  readonly content: AsyncIterable<string> | Iterable<string>;
}

/** Represents a file that was packed, for the directory at the end. */
interface PackedEntry {
  readonly name: Buffer;
  readonly crc: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly offset: number;
}

const VERSION = 20;
/** Sizes follow the content, and names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATE = 8;
/** 1 January 1980: the date of an entry says nothing. */
const NO_DATE = 0x00210000;
const LARGEST = 0xffffffff;

function record(...parts: readonly (readonly [value: number, bytes: 2 | 4])[]): Buffer {
  const bytes = Buffer.alloc(parts.reduce((sum, [, size]) => sum + size, 0));
  let at = 0;
  for (const [value, size] of parts) {
    if (size === 2) bytes.writeUInt16LE(value, at);
    else bytes.writeUInt32LE(value, at);
    at += size;
  }
  return bytes;
}

const localHeader = (name: Buffer) =>
  Buffer.concat([
    record(
      [0x04034b50, 4],
      [VERSION, 2],
      [FLAGS, 2],
      [DEFLATE, 2],
      [NO_DATE, 4],
      [0, 4],
      [0, 4],
      [0, 4],
      [name.length, 2],
      [0, 2],
    ),
    name,
  ]);

const sizesOf = ({ crc, packed, unpacked }: PackedEntry) =>
  record([0x08074b50, 4], [crc, 4], [packed, 4], [unpacked, 4]);

const directoryEntry = ({ name, crc, packed, unpacked, offset }: PackedEntry) =>
  Buffer.concat([
    record(
      [0x02014b50, 4],
      [VERSION, 2],
      [VERSION, 2],
      [FLAGS, 2],
      [DEFLATE, 2],
      [NO_DATE, 4],
      [crc, 4],
      [packed, 4],
      [unpacked, 4],
      [name.length, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [offset, 4],
    ),
    name,
  ]);

const endOfDirectory = (count: number, size: number, offset: number) =>
  record([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [size, 4], [offset, 4], [0, 2]);

/** Packs one file and yields its bytes; returns its sizes. */
async function* pack({
  content,
}: ZipEntry): AsyncGenerator<Buffer, { crc: number; packed: number; unpacked: number }> {
  const deflate = createDeflateRaw();
  const ended = new AbortController();
  let [crc, packed, unpacked] = [0, 0, 0];
  const feed = async () => {
    for await (const text of content) {
      const bytes = Buffer.from(text);
      crc = crc32(bytes, crc);
      unpacked += bytes.length;
      if (!deflate.write(bytes)) await once(deflate, 'drain', ended);
    }
    deflate.end();
  };
  feed().catch((error: Error) => deflate.destroy(error));
  try {
    for await (const bytes of deflate) {
      packed += bytes.length;
      yield bytes;
    }
  } finally {
    ended.abort();
    deflate.destroy();
  }
  if (packed > LARGEST || unpacked > LARGEST) throw new RangeError('The file is too large for this archive');
  return { crc, packed, unpacked };
}

/**
 * Writes a ZIP archive in pieces. No package of ours packs a file while it is still being written, so this is our own: the format needs
 * no more than three kinds of records.
 */
export async function* writeZip(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array> {
  const done: PackedEntry[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const header = localHeader(name);
    yield header;
    const sizes = yield* pack(entry);
    const packed = { ...sizes, name, offset };
    yield sizesOf(packed);
    done.push(packed);
    offset += header.length + sizes.packed + sizesOf(packed).length;
    if (offset > LARGEST) throw new RangeError('The archive is too large');
  }
  const directory = Buffer.concat(done.map(directoryEntry));
  yield directory;
  yield endOfDirectory(done.length, directory.length, offset);
}
