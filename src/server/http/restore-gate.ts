import type { FastifyInstance } from 'fastify';
import { paths } from '#contract/http.ts';
import type { RestoreGate } from '#server/backups/restore-gate.ts';

/** Answers 503 during a restore, except to monitoring. Call it directly, not through `register`, before the routes. */
export function restoreGate(app: FastifyInstance, gate: RestoreGate): void {
  app.addHook('onRequest', async (request) => {
    if (!request.routeOptions.url?.includes(paths.health)) gate.requireOpen();
  });
}
