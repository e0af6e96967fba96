import type { FastifyInstance } from 'fastify';
import { collectionBody, collectionRow } from '#contract/collections.ts';
import { paths } from '#contract/http.ts';
import { pageOf } from '#contract/paging.ts';
import { writeAnswer } from '#contract/writes/answer.ts';
import { storedCollection } from '#contract/writes/collection.ts';
import type { IdParams, RequestContext } from '#server/http/request-context.ts';
import { operation, pagesOf } from '#server/http/route-schemas.ts';
import { collectionList, readCollection } from './collection-reader.ts';
import { createCollection } from './collections.ts';

export function collectionRoutes(app: FastifyInstance, context: RequestContext): void {
  app.get(
    paths.collections,
    operation(
      'records.read',
      'Collections, newest first',
      { 200: pageOf(collectionRow) },
      { querystring: pagesOf() },
    ),
    (request, reply) => context.list(request, reply, collectionList),
  );

  app.get<IdParams>(
    `${paths.collections}:id/`,
    operation('records.read', 'One collection with its payments', { 200: storedCollection }),
    (request) => readCollection(context.read(request), request.params.id),
  );

  app.post(
    paths.collections,
    operation(
      'records.write',
      'Receive one sum for several debts, wholly or not at all',
      { 201: writeAnswer },
      { body: collectionBody },
    ),
    context.answer(201, (scope, request) => createCollection(scope, request.body)),
  );
}
