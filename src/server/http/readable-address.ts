import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { badField, HttpError } from '#server/store/http-error.ts';
import { messages } from './messages.ts';

/** Tells whether the percent-encoded bytes of an address are UTF-8. Node itself refuses bytes that are not encoded. */
function isUtf8Address(url: string): boolean {
  const encoded = url.match(/(?:%[0-9a-f]{2})+/gi) ?? [];
  return encoded.every((bytes) => isUtf8(Buffer.from(bytes.replaceAll('%', ''), 'hex')));
}

/**
 * Refuses addresses that no text can be read from: bytes that are not UTF-8, and null characters, which PostgreSQL cannot compare. So no
 * filter of any list meets them. Call it directly, before the routes.
 */
export function readableAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url, query }) => {
    if (!isUtf8Address(url)) throw new HttpError(400, { detail: messages.textNotUtf8 });
    for (const [name, value] of Object.entries(query ?? {})) {
      if ([value].flat().some((text) => String(text).includes('\0')))
        throw badField(name, messages.nullCharacter);
    }
  });
}
