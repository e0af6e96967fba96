import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hashOfBytes } from '#contract/approvable-writes.ts';
import { APPROVAL } from '#contract/http.ts';
import { messages } from '#server/messages/http.en.ts';
import { badField, HttpError } from '#server/platform/http-error.ts';

/** Checks percent-encoded bytes. Node itself refuses bytes that are not encoded. */
function isUtf8Address(url: string): boolean {
  const encoded = url.match(/(?:%[0-9a-f]{2})+/gi) ?? [];
  return encoded.every((bytes) => isUtf8(Buffer.from(bytes.replaceAll('%', ''), 'hex')));
}

/** PostgreSQL cannot compare null characters: no filter meets them. Call it directly, before the routes. */
export function readableAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url, query }) => {
    if (!isUtf8Address(url)) throw new HttpError(400, { detail: messages.textNotUtf8 });
    for (const [name, value] of Object.entries(query ?? {})) {
      if ([value].flat().some((text) => String(text).includes('\0')))
        throw badField(name, messages.nullCharacter);
    }
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    bodyHash: string | null;
  }
}

/** Replacing bytes that are not UTF-8 would store another text. */
function parseJson(body: Buffer): unknown {
  if (!isUtf8(body)) throw new HttpError(400, { detail: messages.textNotUtf8 });
  const text = body.toString('utf8');
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError(400, { detail: messages.bodyNotJson });
  }
}

/** Bytes (decision 150). The longest honest body without sign-in, that of the first-run page, has 8 KB. */
const OPEN_BODY_BYTES = 16 * 1024;

export function smallBodies(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    route.bodyLimit = OPEN_BODY_BYTES;
  });
}

/** An empty body is undefined: some clients always send the JSON content type (specification, section 7). */
export function jsonBodies(app: FastifyInstance): void {
  app.decorateRequest('bodyHash', null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      if (request.headers[APPROVAL.toLowerCase()] !== undefined)
        request.bodyHash = await hashOfBytes(Uint8Array.from(body));
      return parseJson(body);
    },
  );
}
