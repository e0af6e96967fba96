import type { FastifyInstance } from 'fastify';
import { deleted } from '#contract/http.ts';
import {
  MONTH_CHECKLIST_PATH,
  MONTH_PATH,
  MONTH_TOGGLE_PATH,
  month,
  monthBody,
  monthBreakdown,
  monthChecklist,
  monthToggleBody,
  monthToggled,
  monthWrites,
  WAITING_PATH,
  waitingForMonth,
} from '#contract/month.ts';
import { pageOf } from '#contract/paging.ts';
import { writesAfterUndo } from '#server/history/history.ts';
import type { Visible } from '#server/http/idempotency.ts';
import type { IdParams, RequestContext } from '#server/http/request-context.ts';
import { operation, pagesOf } from '#server/http/route-schemas.ts';
import { messages } from '#server/messages/http.en.ts';
import { visibleMonth } from '#server/records/record-permissions.ts';
import { readMonthBreakdown } from './breakdown.ts';
import { createMonth, removeMonth, renameMonth, toggleMonth } from './month-lifecycle.ts';
import { monthList, readMonth, readMonthChecklist, readWaiting } from './months.ts';

const visible: Visible = (scope, body) =>
  typeof body === 'object' && body !== null ? visibleMonth(scope, body) : body;

const MONTH_BY_ID = `${MONTH_PATH}:id/`;

/** Specification, section 7; decisions 18–21. */
export function monthRoutes(app: FastifyInstance, context: RequestContext): void {
  app.get(
    MONTH_PATH,
    operation('months.read', 'Months, newest first', { 200: pageOf(month) }, { querystring: pagesOf() }),
    (request, reply) => context.list(request, reply, monthList),
  );

  app.get(
    MONTH_CHECKLIST_PATH,
    operation('months.end', 'What may still be open before the running month ends', { 200: monthChecklist }),
    (request) => readMonthChecklist(context.read(request)),
  );

  app.get(
    WAITING_PATH,
    operation('months.read', 'What waits for the next month; the sums for managers', {
      200: waitingForMonth,
    }),
    (request) => readWaiting(context.read(request)),
  );

  app.get<IdParams>(
    `${MONTH_BY_ID}writes/`,
    operation(
      'months.figures',
      'What was written between the last undo of a month and its next end, newest first',
      { 200: monthWrites },
    ),
    async (request) => {
      const scope = context.read(request);
      const { id } = await readMonth(scope, request.params.id);
      return writesAfterUndo(scope, BigInt(id));
    },
  );

  app.get<IdParams>(
    `${MONTH_BY_ID}breakdown/`,
    operation(
      'months.figures',
      'The money of a month by payment method, and its discounts by reason and person',
      { 200: monthBreakdown },
    ),
    (request) => readMonthBreakdown(context.read(request), request.params.id),
  );

  app.get<IdParams>(MONTH_BY_ID, operation('months.read', 'One month', { 200: month }), async (request) => {
    const scope = context.read(request);
    return visibleMonth(scope, await readMonth(scope, request.params.id));
  });

  app.post(
    MONTH_PATH,
    operation('months.start', 'Start a month', { 201: month }, { body: monthBody }),
    context.answer(201, (scope, request) => createMonth(scope, request.body), { visible }),
  );

  app.post(
    MONTH_TOGGLE_PATH,
    operation(
      'months.end',
      'End the running month, or re-open the newest',
      { 200: monthToggled },
      { body: monthToggleBody.optional() },
    ),
    context.answer(200, (scope, request) => toggleMonth(scope, request.body), { visible }),
  );

  app.patch<IdParams>(
    MONTH_BY_ID,
    operation('months.start', 'Rename a month', { 200: month }, { body: monthBody.partial() }),
    context.answer(200, (scope, request) => renameMonth(scope, request.params.id, request.body), { visible }),
  );

  app.delete<IdParams>(
    MONTH_BY_ID,
    operation('months.start', 'Delete a month without records', { 200: deleted }),
    (request, reply) =>
      context.write(request, reply, async (scope) => {
        const name = await removeMonth(scope, request.params.id);
        return { status: 200, body: { detail: messages.monthDeleted({ name }) } };
      }),
  );
}
