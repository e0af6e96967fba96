import type { FastifyInstance } from 'fastify';
import { HttpError } from '#server/store/http-error.ts';
import { messages } from './messages.ts';

const RETRY_AFTER_SECONDS = 5;
const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Answers 503 to writes while commits wait for a synchronous standby that is gone: each further one would hang as well, with a connection
 * of PostgreSQL (decision 99). Reads go on. Call it directly, not through `register`, before the routes.
 */
export function holdWrites(app: FastifyInstance, commitsWait: () => boolean): void {
  app.addHook('onRequest', async ({ method }) => {
    if (!READING.has(method) && commitsWait()) {
      throw new HttpError(503, { detail: messages.standbyAway }, RETRY_AFTER_SECONDS);
    }
  });
}
