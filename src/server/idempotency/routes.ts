import type { FastifyInstance } from 'fastify';
import { KNOWN_KEYS_PATH, knownKeys, MOST_KEYS } from '#contract/outcomes.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { operation, queryOf } from '#server/http/route-schemas.ts';
import { readKnownKeys } from './idempotency.ts';

interface KeysQuery {
  readonly Querystring: { readonly keys?: unknown };
}

export function outcomeRoutes(app: FastifyInstance, context: RequestContext): void {
  app.get<KeysQuery>(
    KNOWN_KEYS_PATH,
    operation(
      null,
      'Which writes the database contains, by their keys: a restore may have undone some',
      { 200: knownKeys },
      { querystring: queryOf({ keys: `At most ${MOST_KEYS} idempotency keys with commas between them` }) },
    ),
    (request) => readKnownKeys(context.read(request), request.query.keys),
  );
}
