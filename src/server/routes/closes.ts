import type { FastifyInstance } from 'fastify';
import { CLOSES_PATH, OPEN_DRAWERS_PATH, OWN_DRAWER_PATH } from '#contract/closes.ts';
import type { IdParams, RequestContext } from '#server/http/request-context.ts';
import { countDrawer, finishClose, recountDrawer } from '#server/store/closes/close-drawer.ts';
import { closeList, readClose } from '#server/store/closes/close-reader.ts';
import { readOpenDrawers, readOwnDrawer } from '#server/store/closes/open-drawers.ts';

/** Adds the routes of drawer closes (decision 54). */
export function closeRoutes(app: FastifyInstance, context: RequestContext): void {
  app.get(OWN_DRAWER_PATH, (request) => readOwnDrawer(context.read(request)));

  app.get(OPEN_DRAWERS_PATH, (request) => readOpenDrawers(context.read(request)));

  app.get(CLOSES_PATH, (request, reply) => context.list(request, reply, closeList));

  app.get<IdParams>(`${CLOSES_PATH}:id/`, (request) => readClose(context.read(request), request.params.id));

  app.post(CLOSES_PATH, (request, reply) =>
    context.write(request, reply, async (scope) => ({
      status: 201,
      body: await countDrawer(scope, request.body),
    })),
  );

  app.post<IdParams>(`${CLOSES_PATH}:id/finish/`, (request, reply) =>
    context.write(request, reply, async (scope) => ({
      status: 200,
      body: await finishClose(scope, request.params.id, request.body),
    })),
  );

  app.post<IdParams>(`${CLOSES_PATH}:id/recount/`, (request, reply) =>
    context.write(request, reply, async (scope) => ({
      status: 200,
      body: await recountDrawer(scope, request.params.id, request.body),
    })),
  );
}
