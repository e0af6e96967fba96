import type { FastifyInstance } from 'fastify';
import {
  mergeBody,
  merged,
  mergePath,
  mergeUndone,
  studentMerges,
  undoMergeBody,
  undoMergePath,
} from '#contract/student-merges.ts';
import type { IdParams, RequestContext } from '#server/http/request-context.ts';
import { operation } from '#server/http/route-schemas.ts';
import { mergeStudents, readMerges, undoMerge } from './merges.ts';

export function studentMergeRoutes(app: FastifyInstance, context: RequestContext): void {
  app.get<IdParams>(
    mergePath(':id'),
    operation('records.read', 'Who a student was merged into, and who was merged into them', {
      200: studentMerges,
    }),
    (request) => readMerges(context.read(request), request.params.id),
  );

  app.post<IdParams>(
    mergePath(':id'),
    operation(
      'students.merge',
      'Merge another student into this one; all records move',
      { 200: merged },
      { body: mergeBody },
    ),
    context.answer(200, (scope, request) => mergeStudents(scope, request.params.id, request.body)),
  );

  app.post<IdParams>(
    undoMergePath(':id'),
    operation(
      'students.merge',
      'Undo a merge while nothing was written since',
      { 200: mergeUndone },
      { body: undoMergeBody },
    ),
    context.answer(200, (scope, request) => undoMerge(scope, request.params.id, request.body)),
  );
}
