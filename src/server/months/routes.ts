import type { FastifyInstance } from 'fastify';
import { deleted } from '#contract/http.ts';
import {
  MONTH_PATH,
  MONTH_TOGGLE_PATH,
  month,
  monthBody,
  monthToggleBody,
  monthToggled,
} from '#contract/month.ts';
import {
  MONTH_CHECKLIST_PATH,
  monthChecklist,
  monthWrites,
  WAITING_PATH,
  waitingForMonth,
} from '#contract/month-checklist.ts';
import { pageOf } from '#contract/paging.ts';
import { writesAfterUndo } from '#server/history/history.ts';
import type { Visible } from '#server/http/idempotency.ts';
import type { IdParams, RequestContext } from '#server/http/request-context.ts';
import { pagesOf } from '#server/http/route-schemas.ts';
import { messages } from '#server/messages/http.ts';
import { createMonth, removeMonth, renameMonth, toggleMonth } from './month-lifecycle.ts';
import { monthList, readMonth, readMonthChecklist, readWaiting, visibleMonth } from './months.ts';

const visible: Visible = (scope, body) =>
  typeof body === 'object' && body !== null ? visibleMonth(scope, body) : body;

const MONTH_BY_ID = `${MONTH_PATH}:id/`;

/** Adds the routes of months and their lifecycle (specification, section 7; decisions 18–21). */
export function monthRoutes(app: FastifyInstance, context: RequestContext): void {
  app.get(
    MONTH_PATH,
    {
      config: { needs: 'months.read' },
      schema: {
        summary: 'Months, newest first',
        querystring: pagesOf(),
        response: { 200: pageOf(month) },
      },
    },
    (request, reply) => context.list(request, reply, monthList),
  );

  app.get(
    MONTH_CHECKLIST_PATH,
    {
      config: { needs: 'months.end' },
      schema: {
        summary: 'What may still be open before the running month ends',
        response: { 200: monthChecklist },
      },
    },
    (request) => readMonthChecklist(context.read(request)),
  );

  app.get(
    WAITING_PATH,
    {
      config: { needs: 'months.read' },
      schema: {
        summary: 'What waits for the next month; the sums for managers',
        response: { 200: waitingForMonth },
      },
    },
    (request) => readWaiting(context.read(request)),
  );

  app.get<IdParams>(
    `${MONTH_BY_ID}writes/`,
    {
      config: { needs: 'months.figures' },
      schema: {
        summary: 'What was written between the last undo of a month and its next end, newest first',
        response: { 200: monthWrites },
      },
    },
    async (request) => {
      const scope = context.read(request);
      const { id } = await readMonth(scope, request.params.id);
      return writesAfterUndo(scope, BigInt(id));
    },
  );

  app.get<IdParams>(
    MONTH_BY_ID,
    { config: { needs: 'months.read' }, schema: { summary: 'One month', response: { 200: month } } },
    async (request) => {
      const scope = context.read(request);
      return visibleMonth(scope, await readMonth(scope, request.params.id));
    },
  );

  app.post(
    MONTH_PATH,
    {
      config: { needs: 'months.start' },
      schema: { summary: 'Start a month', body: monthBody, response: { 201: month } },
    },
    (request, reply) =>
      context.write(
        request,
        reply,
        async (scope) => ({ status: 201, body: await createMonth(scope, request.body) }),
        { visible },
      ),
  );

  app.post(
    MONTH_TOGGLE_PATH,
    {
      config: { needs: 'months.end' },
      schema: {
        summary: 'End the running month, or re-open the newest',
        body: monthToggleBody.optional(),
        response: { 200: monthToggled },
      },
    },
    (request, reply) =>
      context.write(
        request,
        reply,
        async (scope) => ({ status: 200, body: await toggleMonth(scope, request.body) }),
        { visible },
      ),
  );

  app.patch<IdParams>(
    MONTH_BY_ID,
    {
      config: { needs: 'months.start' },
      schema: { summary: 'Rename a month', body: monthBody.partial(), response: { 200: month } },
    },
    (request, reply) =>
      context.write(
        request,
        reply,
        async (scope) => ({ status: 200, body: await renameMonth(scope, request.params.id, request.body) }),
        { visible },
      ),
  );

  app.delete<IdParams>(
    MONTH_BY_ID,
    {
      config: { needs: 'months.start' },
      schema: { summary: 'Delete a month without records', response: { 200: deleted } },
    },
    (request, reply) =>
      context.write(request, reply, async (scope) => {
        const name = await removeMonth(scope, request.params.id);
        return { status: 200, body: { detail: messages.monthDeleted({ name }) } };
      }),
  );
}
