import type { FastifyInstance } from 'fastify';
import { MONTH_PATH, MONTH_TOGGLE_PATH } from '#contract/month.ts';
import { MONTH_CHECKLIST_PATH, WAITING_PATH } from '#contract/month-checklist.ts';
import type { Visible } from '#server/http/idempotency.ts';
import { messages } from '#server/http/messages.ts';
import type { IdParams, RequestContext } from '#server/http/request-context.ts';
import { writesAfterUndo } from '#server/store/history.ts';
import { readMonthChecklist, readWaiting } from '#server/store/months/month-checklist.ts';
import { createMonth, removeMonth, renameMonth, toggleMonth } from '#server/store/months/month-lifecycle.ts';
import { monthList, readMonth, visibleMonth } from '#server/store/months/months.ts';

const visible: Visible = (scope, body) =>
  typeof body === 'object' && body !== null ? visibleMonth(scope, body) : body;

const MONTH_BY_ID = `${MONTH_PATH}:id/`;

/** Adds the routes of months and their lifecycle (specification, section 7; decisions 18–21). */
export function monthRoutes(app: FastifyInstance, context: RequestContext): void {
  app.get(MONTH_PATH, (request, reply) => context.list(request, reply, monthList));

  app.get(MONTH_CHECKLIST_PATH, (request) => readMonthChecklist(context.read(request)));

  app.get(WAITING_PATH, (request) => readWaiting(context.read(request)));

  app.get<IdParams>(`${MONTH_BY_ID}writes/`, async (request) => {
    const scope = context.read(request);
    const { id } = await readMonth(scope, request.params.id);
    return writesAfterUndo(scope, BigInt(id));
  });

  app.get<IdParams>(MONTH_BY_ID, async (request) => {
    const scope = context.read(request);
    return visibleMonth(scope, await readMonth(scope, request.params.id));
  });

  app.post(MONTH_PATH, (request, reply) =>
    context.write(
      request,
      reply,
      async (scope) => ({ status: 201, body: await createMonth(scope, request.body) }),
      { visible },
    ),
  );

  app.post(MONTH_TOGGLE_PATH, (request, reply) =>
    context.write(
      request,
      reply,
      async (scope) => ({ status: 200, body: await toggleMonth(scope, request.body) }),
      { visible },
    ),
  );

  app.patch<IdParams>(MONTH_BY_ID, (request, reply) =>
    context.write(
      request,
      reply,
      async (scope) => ({ status: 200, body: await renameMonth(scope, request.params.id, request.body) }),
      { visible },
    ),
  );

  app.delete<IdParams>(MONTH_BY_ID, (request, reply) =>
    context.write(request, reply, async (scope) => {
      const name = await removeMonth(scope, request.params.id);
      return { status: 200, body: { detail: messages.monthDeleted({ name }) } };
    }),
  );
}
