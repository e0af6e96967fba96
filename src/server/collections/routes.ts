import type { FastifyInstance } from 'fastify';
import { collectionAnswer, collectionBody, collectionRow } from '#contract/collections.ts';
import { paths } from '#contract/http.ts';
import { pageOf } from '#contract/paging.ts';
import type { IdParams, RequestContext } from '#server/http/request-context.ts';
import { pagesOf } from '#server/http/route-schemas.ts';
import { collectionList, readCollection } from './collection-reader.ts';
import { createCollection } from './collections.ts';

/** Adds the routes of collections (decision 53). */
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
}
