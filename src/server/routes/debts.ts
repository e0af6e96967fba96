import type { FastifyInstance } from 'fastify';
import { DEBTS_PATH } from '#contract/debts.ts';
import type { IdParams, RequestContext } from '#server/http/request-context.ts';
import { debtList } from '#server/store/debts/debt-list.ts';
import { readDebtOfStudent } from '#server/store/debts/debt-of-student.ts';

/** Adds the list of debts (decision 107). */
export function debtRoutes(app: FastifyInstance, context: RequestContext): void {
  app.get(DEBTS_PATH, (request, reply) => context.list(request, reply, debtList));

  app.get<IdParams>(`${DEBTS_PATH}:id/`, (request) =>
    readDebtOfStudent(context.read(request), request.params.id),
  );
}
