import type { FastifyInstance } from 'fastify';
import { FAMILIES_PATH } from '#contract/families.ts';
import { paths } from '#contract/http.ts';
import type { IdParams, RequestContext } from '#server/http/request-context.ts';
import { collectionList, readCollection } from '#server/store/collections/collection-reader.ts';
import { createCollection } from '#server/store/collections/create-collection.ts';
import { pairStudents, readFamily } from '#server/store/families/families.ts';

/** Types the query of a family. */
interface FamilyQuery {
  readonly Querystring: { readonly student?: unknown };
}

/** Adds the routes of collections and families (decision 53). */
export function collectionRoutes(app: FastifyInstance, context: RequestContext): void {
  app.get(paths.collections, (request, reply) => context.list(request, reply, collectionList));

  app.get<IdParams>(`${paths.collections}:id/`, (request) =>
    readCollection(context.read(request), request.params.id),
  );

  app.post(paths.collections, (request, reply) =>
    context.write(request, reply, async (scope) => ({
      status: 201,
      body: await createCollection(scope, request.body),
    })),
  );

  app.get<FamilyQuery>(FAMILIES_PATH, (request) => readFamily(context.read(request), request.query.student));

  app.post(FAMILIES_PATH, (request, reply) =>
    context.write(request, reply, async (scope) => ({
      status: 200,
      body: await pairStudents(scope, request.body),
    })),
  );
}
