import type { FastifyInstance } from 'fastify';
import { SEARCH_PATH, searchAnswer } from '#contract/search.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { operation, queryOf } from '#server/http/route-schemas.ts';
import { searchEverything } from './search.ts';

interface SearchQuery {
  readonly Querystring: { readonly q?: unknown };
}

export function searchRoutes(app: FastifyInstance, context: RequestContext): void {
  app.get<SearchQuery>(
    SEARCH_PATH,
    operation(
      'records.read',
      'Students, receipts and books that a text finds, at most eight of each, the best first',
      { 200: searchAnswer },
      {
        querystring: queryOf({
          q: 'Name, code or phone number of a student or parent, number of a receipt, name of a book',
        }),
      },
    ),
    (request) => context.search(request, (scope) => searchEverything(scope, request.query.q)),
  );
}
