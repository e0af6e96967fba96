import type { FastifyInstance } from 'fastify';
import { mergePath, undoMergePath } from '#contract/student-merges.ts';
import type { IdParams, RequestContext } from '#server/http/request-context.ts';
import { readMerges } from '#server/store/merges/merge-reader.ts';
import { mergeStudents } from '#server/store/merges/merge-students.ts';
import { undoMerge } from '#server/store/merges/undo-merge.ts';

/** Adds the routes that merge two records of one student (decision 106). */
export function studentMergeRoutes(app: FastifyInstance, context: RequestContext): void {
  app.get<IdParams>(mergePath(':id'), (request) => readMerges(context.read(request), request.params.id));

  app.post<IdParams>(mergePath(':id'), (request, reply) =>
    context.write(request, reply, async (scope) => ({
      status: 200,
      body: await mergeStudents(scope, request.params.id, request.body),
    })),
  );

  app.post<IdParams>(undoMergePath(':id'), (request, reply) =>
    context.write(request, reply, async (scope) => ({
      status: 200,
      body: await undoMerge(scope, request.params.id, request.body),
    })),
  );
}
