import type { FastifyInstance } from 'fastify';
import { HttpError } from '#server/store/http-error.ts';
import { messages } from './messages.ts';

/**
 * Parses JSON bodies; an empty body is undefined, since some clients always send the JSON content type (specification, section 7).
 * Call it directly, not through `register`.
 */
export function jsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const text = String(body);
    if (text.trim() === '') return done(null, undefined);
    try {
      done(null, JSON.parse(text));
    } catch {
      done(new HttpError(400, { detail: messages.bodyNotJson }));
    }
  });
}
