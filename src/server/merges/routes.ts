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
import { mergeStudents, readMerges, undoMerge } from './merges.ts';

/** Adds the routes that merge two records of one student (decision 106). */
export function studentMergeRoutes(app: FastifyInstance, context: RequestContext): void {
  app.get<IdParams>(
    mergePath(':id'),
    {
      config: { needs: 'records.read' },
      schema: {
        summary: 'Who a student was merged into, and who was merged into them',
        response: { 200: studentMerges },
      },
    },
    (request) => readMerges(context.read(request), request.params.id),
  );

  app.post<IdParams>(
    mergePath(':id'),
    {
      config: { needs: 'students.merge' },
      schema: {
        summary: 'Merge another student into this one; all records move',
        body: mergeBody,
        response: { 200: merged },
      },
    },
    (request, reply) =>
      context.write(request, reply, async (scope) => ({
        status: 200,
        body: await mergeStudents(scope, request.params.id, request.body),
      })),
  );

  app.post<IdParams>(
    undoMergePath(':id'),
    {
      config: { needs: 'students.merge' },
      schema: {
        summary: 'Undo a merge while nothing was written since',
        body: undoMergeBody,
        response: { 200: mergeUndone },
      },
    },
    (request, reply) =>
      context.write(request, reply, async (scope) => ({
        status: 200,
        body: await undoMerge(scope, request.params.id, request.body),
      })),
  );
}
