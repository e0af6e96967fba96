import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { tagOfText } from '#server/store/text-tag.ts';
import { isUnchanged } from './etag.ts';
import { JSON_TYPE } from './json-type.ts';

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) };
type Encoding = keyof typeof compressors;
const encodings: readonly Encoding[] = ['br', 'gzip'];

/** Returns the best of our encodings that a header Accept-Encoding names (RFC 9110, section 12.5.3); undefined for none. */
function encodingOf(header = ''): Encoding | undefined {
  const accepted = header.split(',').flatMap((part) => {
    const [name = '', quality = 'q=1'] = part.split(';').map((text) => text.trim().toLowerCase());
    return Number(quality.replace(/^q=/, '')) > 0 ? [name] : [];
  });
  return encodings.find((encoding) => accepted.includes(encoding));
}

async function prepare(document: object) {
  const text = JSON.stringify(document);
  const [br, gz] = await Promise.all([compressors.br(text), compressors.gzip(text)]);
  return { text, tag: tagOfText(text), br, gzip: gz };
}

/**
 * Sends a document that is the same for everybody. It is written, hashed and compressed at the first request: nobody can load the server
 * by asking for it, and a start does not wait for it.
 */
export class PreparedDocument {
  readonly #write: () => object;
  #prepared: ReturnType<typeof prepare> | undefined;

  constructor(write: () => object) {
    this.#write = write;
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    this.#prepared ??= prepare(this.#write());
    const { text, tag, ...compressed } = await this.#prepared;
    const encoding = encodingOf(request.headers['accept-encoding']);
    reply.header('etag', tag).type(JSON_TYPE);
    if (!encoding || isUnchanged(request, tag)) return reply.send(text);
    return reply.header('content-encoding', encoding).send(compressed[encoding]);
  }
}
