import type { FastifyInstance } from 'fastify';
import { outcomePath } from '#contract/outcomes.ts';
import { parseKey } from '#server/http/idempotency.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { readOutcome } from '#server/store/idempotency.ts';

/** Types the key in a path. */
interface KeyParams {
  readonly Params: { readonly key: string };
}

/** Adds the route that tells what became of a write (decision 141). */
export function outcomeRoutes(app: FastifyInstance, context: RequestContext): void {
  app.get<KeyParams>(outcomePath(':key'), (request) =>
    readOutcome(context.read(request), parseKey(request.params.key)),
  );
}
