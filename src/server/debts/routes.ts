import type { FastifyInstance } from 'fastify';
import { DEBTS_PATH, debtFilters, debtOfStudent, debtsPage } from '#contract/debts.ts';
import type { IdParams, RequestContext } from '#server/http/request-context.ts';
import { operation, pagesOf } from '#server/http/route-schemas.ts';
import { debtList } from './debt-list.ts';
import { readDebtOfStudent } from './debt-of-student.ts';

export function debtRoutes(app: FastifyInstance, context: RequestContext): void {
  app.get(
    DEBTS_PATH,
    operation(
      'records.read',
      'Students who owe something, with the sums of each age',
      { 200: debtsPage },
      { querystring: pagesOf(debtFilters) },
    ),
    (request, reply) => context.list(request, reply, debtList),
  );

  app.get<IdParams>(
    `${DEBTS_PATH}:id/`,
    operation('records.read', 'Reminders, promises, plans and lowered prices of a student', {
      200: debtOfStudent,
    }),
    (request) => readDebtOfStudent(context.read(request), request.params.id),
  );
}
