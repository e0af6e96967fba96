import type { FastifyInstance } from 'fastify';
import { collectionAnswer, collectionBody, collectionRow } from '#contract/collections.ts';
import { FAMILIES_PATH, family, familyPair, familyPairBody } from '#contract/families.ts';
import { paths } from '#contract/http.ts';
import { pageOf } from '#contract/paging.ts';
import type { IdParams, RequestContext } from '#server/http/request-context.ts';
import { pagesOf, queryOf } from '#server/http/route-schemas.ts';
import { collectionList, readCollection } from '#server/store/collections/collection-reader.ts';
import { createCollection } from '#server/store/collections/collections.ts';
import { pairStudents, readFamily } from '#server/store/families/families.ts';

/** Types the query of a family. */
interface FamilyQuery {
  readonly Querystring: { readonly student?: unknown };
}

/** Adds the routes of collections and families (decision 53). */
export function collectionRoutes(app: FastifyInstance, context: RequestContext): void {
  app.get(
    paths.collections,
    {
      config: { needs: 'records.read' },
      schema: {
        summary: 'Collections, newest first',
        querystring: pagesOf(),
        response: { 200: pageOf(collectionRow) },
      },
    },
    (request, reply) => context.list(request, reply, collectionList),
  );

  app.get<IdParams>(
    `${paths.collections}:id/`,
    {
      config: { needs: 'records.read' },
      schema: { summary: 'One collection with its payments', response: { 200: collectionAnswer } },
    },
    (request) => readCollection(context.read(request), request.params.id),
  );

  app.post(
    paths.collections,
    {
      config: { needs: 'records.write' },
      schema: {
        summary: 'Receive one sum for several debts, wholly or not at all',
        body: collectionBody,
        response: { 201: collectionAnswer },
      },
    },
    (request, reply) =>
      context.write(request, reply, async (scope) => ({
        status: 201,
        body: await createCollection(scope, request.body),
      })),
  );

  app.get<FamilyQuery>(
    FAMILIES_PATH,
    {
      config: { needs: 'records.read' },
      schema: {
        summary: 'The family of a student with every open debt, oldest first',
        querystring: queryOf({ student: 'The id of one of its students' }),
        response: { 200: family },
      },
    },
    (request) => readFamily(context.read(request), request.query.student),
  );

  app.post(
    FAMILIES_PATH,
    {
      config: { needs: 'records.write' },
      schema: {
        summary: 'Put two students together as one family, or take them apart',
        body: familyPairBody,
        response: { 200: familyPair },
      },
    },
    (request, reply) =>
      context.write(request, reply, async (scope) => ({
        status: 200,
        body: await pairStudents(scope, request.body),
      })),
  );
}
