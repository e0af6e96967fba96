import type { FastifyInstance } from 'fastify';
import {
  CLOSES_PATH,
  closeAnswer,
  closesPage,
  countBody,
  finishBody,
  OPEN_DRAWERS_PATH,
  OWN_DRAWER_PATH,
  openDrawers,
  ownDrawer,
  recountBody,
} from '#contract/closes.ts';
import type { IdParams, RequestContext } from '#server/http/request-context.ts';
import { pagesOf } from '#server/http/route-schemas.ts';
import { countDrawer, finishClose, recountDrawer } from './close-drawer.ts';
import { closeList, readClose } from './close-reader.ts';
import { readOpenDrawers, readOwnDrawer } from './open-drawers.ts';

/** Adds the routes of drawer closes (decision 54). */
export function closeRoutes(app: FastifyInstance, context: RequestContext): void {
  app.get(
    OWN_DRAWER_PATH,
    {
      config: { needs: 'drawer.close-own' },
      schema: {
        summary: 'What the signed-in person took since their last close, without what is expected',
        response: { 200: ownDrawer },
      },
    },
    (request) => readOwnDrawer(context.read(request)),
  );

  app.get(
    OPEN_DRAWERS_PATH,
    {
      config: { needs: 'drawer.see-all' },
      schema: {
        summary: 'Drawers that are not closed yet, since when and with how much',
        response: { 200: openDrawers },
      },
    },
    (request) => readOpenDrawers(context.read(request)),
  );

  app.get(
    CLOSES_PATH,
    {
      config: { needs: 'drawer.close-own' },
      schema: {
        summary: 'Drawer closes, newest first: of everybody for managers, else their own',
        querystring: pagesOf({
          user: 'Only closes of this person',
          created_after: 'Only closes of this day or later, yyyy-MM-dd in UTC',
          created_before: 'Only closes of this day or earlier, yyyy-MM-dd in UTC',
        }),
        response: { 200: closesPage },
      },
    },
    (request, reply) => context.list(request, reply, closeList),
  );

  app.get<IdParams>(
    `${CLOSES_PATH}:id/`,
    {
      config: { needs: 'drawer.close-own' },
      schema: { summary: 'One drawer close with its lines', response: { 200: closeAnswer } },
    },
    (request) => readClose(context.read(request), request.params.id),
  );

  app.post(
    CLOSES_PATH,
    {
      config: { needs: 'drawer.close-own' },
      schema: {
        summary:
          'Count the own drawer, or as a manager that of a disabled user; the answer says what was expected',
        body: countBody,
        response: { 201: closeAnswer },
      },
    },
    (request, reply) =>
      context.write(request, reply, async (scope) => ({
        status: 201,
        body: await countDrawer(scope, request.body),
      })),
  );

  app.post<IdParams>(
    `${CLOSES_PATH}:id/finish/`,
    {
      config: { needs: 'drawer.close-own' },
      schema: {
        summary: 'Finish a close with the reason of its difference',
        body: finishBody,
        response: { 200: closeAnswer },
      },
    },
    (request, reply) =>
      context.write(request, reply, async (scope) => ({
        status: 200,
        body: await finishClose(scope, request.params.id, request.body),
      })),
  );

  app.post<IdParams>(
    `${CLOSES_PATH}:id/recount/`,
    {
      config: { needs: 'drawer.close-own' },
      schema: {
        summary:
          'Count an own close again, within ten minutes and before its reason is given; both counts stay',
        body: recountBody,
        response: { 200: closeAnswer },
      },
    },
    (request, reply) =>
      context.write(request, reply, async (scope) => ({
        status: 200,
        body: await recountDrawer(scope, request.params.id, request.body),
      })),
  );
}
