import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { branchVersion } from '#contract/events.ts';
import { BRANCH_VERSION, paths } from '#contract/http.ts';
import { readBranchVersion } from '#server/db/branch-changes.ts';
import { sessionOf, userOf } from '#server/http/authenticate.ts';
import { VARY } from '#server/http/etag.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { eventsAnswer, operation, queryOf } from '#server/http/route-schemas.ts';
import type { EventHub } from './event-hub.ts';

const lastVersion = z.string().regex(/^\d{1,40}$/);

function sinceOf({ query, headers }: FastifyRequest): string | undefined {
  const named = typeof query === 'object' && query !== null && 'since' in query ? query.since : undefined;
  return lastVersion.safeParse(named ?? headers['last-event-id']).data;
}

/** Proxies must not buffer or compress the stream. */
const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'private, no-store, no-transform',
  'x-accel-buffering': 'no',
  vary: VARY,
};

/** Fastify's hooks would buffer and compress the response. */
function acceptStream(reply: FastifyReply): ServerResponse {
  for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...streamHeaders })) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  reply.hijack();
  return reply.raw;
}

/** Read before the data: a write in between makes it too old, never too new. Call it after `authenticate`. */
export function versionHeader(app: FastifyInstance, hub: EventHub): void {
  app.addHook('preHandler', async (request, reply) => {
    if (request.method !== 'GET') return;
    const version = await hub.knownVersion(userOf(request).branchId);
    if (version !== undefined) reply.header(BRANCH_VERSION, version);
  });
}

export function eventRoutes(app: FastifyInstance, context: RequestContext, hub: EventHub): void {
  app.get(
    paths.changes,
    operation(null, "The version of the branch's data", { 200: branchVersion }),
    async (request) => ({ version: await readBranchVersion(context.read(request)) }),
  );
  app.get(
    paths.events,
    {
      exposeHeadRoute: false,
      config: { needs: null, ownLimits: true },
      schema: {
        summary:
          'Changes of the branch as they happen: server-sent events with names and versions, never data',
        querystring: queryOf({ since: 'The last version that the client knows' }),
        response: { 200: eventsAnswer },
      },
    },
    async (request, reply) => {
      await hub.open({
        user: sessionOf(request),
        since: sinceOf(request),
        accept: () => acceptStream(reply),
      });
      return reply;
    },
  );
  app.addHook('preClose', async () => hub.close());
}
