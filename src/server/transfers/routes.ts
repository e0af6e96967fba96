import type { FastifyInstance } from 'fastify';
import {
  studentTransferPath,
  studentTransfers,
  transferBody,
  transferred,
} from '#contract/student-transfers.ts';
import type { IdParams, RequestContext } from '#server/http/request-context.ts';
import { operation } from '#server/http/route-schemas.ts';
import { readTransfers, transferStudent } from './transfers.ts';

export function studentTransferRoutes(app: FastifyInstance, context: RequestContext): void {
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
      { 200: transferred },
      { body: transferBody },
    ),
    context.answer(200, (scope, request) => transferStudent(scope, request.params.id, request.body)),
  );
}
