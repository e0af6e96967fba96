import type { FastifyInstance } from 'fastify';
import { exportPath } from '#contract/exports.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { exportedLists } from '#server/store/exports/exported-lists.ts';

/** Adds a route for each list that answers it as a file (decision 56). */
export function exportRoutes(app: FastifyInstance, context: RequestContext): void {
  for (const exported of exportedLists) {
    app.get(exportPath(exported.path), { exposeHeadRoute: false }, (request, reply) =>
      context.exportList(request, reply, exported),
    );
  }
}
