import type { FastifyInstance } from 'fastify';
import { paths } from '#contract/http.ts';
import type { RestoreGate } from '#server/backups/restore-gate.ts';
import { messages } from '#server/messages/http.en.ts';
import { HttpError } from '#server/platform/http-error.ts';

const RETRY_AFTER_SECONDS = 5;

/** Answers 503 during a restore, except to monitoring. Call it directly, not through `register`, before the routes. */
export function restoreGate(app: FastifyInstance, gate: RestoreGate): void {
  app.addHook('onRequest', async (request) => {
    if (gate.isClosed && !request.routeOptions.url?.includes(paths.health)) {
      throw new HttpError(503, { detail: messages.restoring }, RETRY_AFTER_SECONDS);
    }
  });
}
