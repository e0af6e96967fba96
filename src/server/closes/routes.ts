import type { FastifyInstance } from 'fastify';
import {
  CASH_BALANCE_PATH,
  CLOSES_PATH,
  cashBalance,
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
import { operation, pagesOf } from '#server/http/route-schemas.ts';
import { readCashBalance } from './cash-moves.ts';
import { countDrawer, finishClose, recountDrawer } from './close-drawer.ts';
import { closeList, readClose } from './close-reader.ts';
import { readOpenDrawers, readOwnDrawer } from './open-drawers.ts';

export function closeRoutes(app: FastifyInstance, context: RequestContext): void {
  app.get(
    OWN_DRAWER_PATH,
    operation(
      'drawer.close-own',
      'What the signed-in person took since their last close, without what is expected',
      { 200: ownDrawer },
    ),
    (request) => readOwnDrawer(context.read(request)),
  );

  app.get(
    OPEN_DRAWERS_PATH,
    operation('drawer.see-all', 'Drawers that are not closed yet, since when and with how much', {
      200: openDrawers,
    }),
    (request) => readOpenDrawers(context.read(request)),
  );

  app.get(
    CASH_BALANCE_PATH,
    operation('drawer.see-all', 'Cash that lies in the office and at the bank by the movements', {
      200: cashBalance,
    }),
    (request) => readCashBalance(context.read(request)),
  );

  app.get(
    CLOSES_PATH,
    operation(
      'drawer.close-own',
      'Drawer closes, newest first: of everybody for managers, else their own',
      { 200: closesPage },
      {
        querystring: pagesOf({
          user: 'Only closes of this person',
          created_after: 'Only closes of this day or later, yyyy-MM-dd',
          created_before: 'Only closes of this day or earlier, yyyy-MM-dd',
        }),
      },
    ),
    (request, reply) => context.list(request, reply, closeList),
  );

  app.get<IdParams>(
    `${CLOSES_PATH}:id/`,
    operation('drawer.close-own', 'One drawer close with its lines', { 200: closeAnswer }),
    (request) => readClose(context.read(request), request.params.id),
  );

  app.post(
    CLOSES_PATH,
    operation(
      'drawer.close-own',
      'Count the own drawer, or as a manager that of a disabled user; the answer says what was expected',
      { 201: closeAnswer },
      { body: countBody },
    ),
    context.answer(201, (scope, request) => countDrawer(scope, request.body)),
  );

  app.post<IdParams>(
    `${CLOSES_PATH}:id/finish/`,
    operation(
      'drawer.close-own',
      'Finish a close with the reason of its difference',
      { 200: closeAnswer },
      { body: finishBody },
    ),
    context.answer(200, (scope, request) => finishClose(scope, request.params.id, request.body)),
  );

  app.post<IdParams>(
    `${CLOSES_PATH}:id/recount/`,
    operation(
      'drawer.close-own',
      'Count an own close again, within ten minutes and before its reason is given; both counts stay',
      { 200: closeAnswer },
      { body: recountBody },
    ),
    context.answer(200, (scope, request) => recountDrawer(scope, request.params.id, request.body)),
  );
}
