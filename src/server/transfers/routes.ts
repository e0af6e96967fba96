import type { FastifyInstance } from 'fastify';
import {
  studentTransferPath,
  studentTransfers,
  transferBody,
  transferOnTheWay,
  transferred,
} from '#contract/student-transfers.ts';
import type { BranchScopeFactory } from '#server/db/branch-scope-factory.ts';
import { userOf } from '#server/http/authenticate.ts';
import type { IdParams, RequestContext } from '#server/http/request-context.ts';
import { operation } from '#server/http/route-schemas.ts';
import { finishTransfer } from './deliveries.ts';
import { readTransfers, sendStudent } from './transfers.ts';

export function studentTransferRoutes(
  app: FastifyInstance,
  context: RequestContext,
  scopes: BranchScopeFactory,
): void {
  app.get<IdParams>(
    studentTransferPath(':id'),
    operation('records.read', 'To which branches a student went, and from which they came', {
      200: studentTransfers,
    }),
    (request) => readTransfers(context.read(request), request.params.id),
  );

  app.post<IdParams>(
    studentTransferPath(':id'),
    operation(
      'students.transfer',
      'Record the student in another branch of the manager; money and enrolments stay here',
      { 200: transferred, 202: transferOnTheWay },
      { body: transferBody },
    ),
    context.answer(200, (scope, { params, body }) => sendStudent(scope, params.id, body), {
      finish: ({ body }, request) =>
        finishTransfer(scopes, userOf(request), body, (error) =>
          request.log.warn({ err: error }, 'a transfer of a student is not finished and is tried again'),
        ),
    }),
  );
}
