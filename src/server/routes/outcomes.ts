import type { FastifyInstance } from 'fastify';
import { KNOWN_KEYS_PATH, outcomePath } from '#contract/outcomes.ts';
import { parseKey } from '#server/http/idempotency.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { readOutcome } from '#server/store/idempotency.ts';
import { readKnownKeys } from '#server/store/known-keys.ts';

/** Types the key in a path. */
interface KeyParams {
  readonly Params: { readonly key: string };
}

/** Types the query about several keys. */
interface KeysQuery {
  readonly Querystring: { readonly keys?: unknown };
}

/** Adds the routes that tell what became of writes (decisions 141 and 146). */
export function outcomeRoutes(app: FastifyInstance, context: RequestContext): void {
  app.get<KeyParams>(outcomePath(':key'), (request) =>
    readOutcome(context.read(request), parseKey(request.params.key)),
  );

  app.get<KeysQuery>(KNOWN_KEYS_PATH, (request) => readKnownKeys(context.read(request), request.query.keys));
}
