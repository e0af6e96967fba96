import type { FastifyInstance } from 'fastify';
import { BRANCH_VERSION } from '#contract/http.ts';
import { userOf } from '#server/http/authenticate.ts';
import type { EventHub } from './event-hub.ts';

/**
 * Names the version of the branch in the header of every answer to a read. It is asked for before the data is read: a write between the
 * two makes it too old, never too new. Call it directly, not through `register`, after `authenticate` and before the routes.
 */
export function versionHeader(app: FastifyInstance, hub: EventHub): void {
  app.addHook('preHandler', async (request, reply) => {
    if (request.method !== 'GET') return;
    const version = await hub.knownVersion(userOf(request).branchId);
    if (version !== undefined) reply.header(BRANCH_VERSION, version);
  });
}
