import type { FastifyInstance } from 'fastify';
import { SEARCH_PATH } from '#contract/search.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { searchEverything } from '#server/store/search/search.ts';

/** Types the query of the search. */
interface SearchQuery {
  readonly Querystring: { readonly q?: unknown };
}

/** Adds the route of the one search (decision 61). */
export function searchRoutes(app: FastifyInstance, context: RequestContext): void {
  app.get<SearchQuery>(SEARCH_PATH, (request) =>
    context.search(request, (scope) => searchEverything(scope, request.query.q)),
  );
}
