import type { FastifyInstance } from 'fastify';
import { HttpError } from '#server/store/http-error.ts';

/**
 * Reads JSON bodies; an empty one is no body, since some clients announce JSON on every call (specification, section 7).
 * Call it on the instance itself.
 */
export function jsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const text = String(body);
    if (text.trim() === '') return done(null, undefined);
    try {
      done(null, JSON.parse(text));
    } catch {
      done(new HttpError(400, { detail: 'The body is not JSON.' }));
    }
  });
}
