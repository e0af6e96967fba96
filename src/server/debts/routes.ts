import type { FastifyInstance } from 'fastify';
import {
  BALANCES_PATH,
  balances,
  DEBTS_PATH,
  debtFilters,
  debtOfStudent,
  debtsPage,
} from '#contract/debts.ts';
import type { IdParams, RequestContext } from '#server/http/request-context.ts';
import { operation, pagesOf, queryOf } from '#server/http/route-schemas.ts';
import { readBalances } from './balances.ts';
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

  app.get<{ readonly Querystring: { readonly students?: unknown } }>(
    BALANCES_PATH,
    operation(
      'records.read',
      'What each of several students owes and is enrolled in',
      { 200: balances },
      { querystring: queryOf({ students: 'Ids of students, with commas between them' }) },
    ),
    (request) => readBalances(context.read(request), request.query.students),
  );

  app.get<IdParams>(
    `${DEBTS_PATH}:id/`,
    operation('records.read', 'Reminders, promises, plans and lowered prices of a student', {
      200: debtOfStudent,
    }),
    (request) => readDebtOfStudent(context.read(request), request.params.id),
  );
}
