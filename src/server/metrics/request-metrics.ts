import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { IDEMPOTENCY_KEY, paths } from '#contract/http.ts';
import { Counter, Histogram, type MetricFamily } from './exposition.ts';

const KEY_HEADER = IDEMPOTENCY_KEY.toLowerCase();

/** Upper bounds of the latency histogram, in seconds. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether a stored answer was repeated; null where the request had no key, or was refused. */
    replayed: boolean | null;
  }
}

/** Returns the pattern of the route, so that ids and names make no labels. */
function routeOf({ routeOptions }: FastifyRequest): string {
  return routeOptions.url ?? 'unknown';
}

/** Returns how a write with a key was answered. */
function replayOf({ replayed }: FastifyRequest, { statusCode }: FastifyReply): string {
  if (replayed) return 'replayed';
  return statusCode < 400 ? 'first' : 'refused';
}

/**
 * Counts the requests of this process by route and status, their latency, and what writes with an idempotency key got. Call it directly,
 * not through `register`, before the routes.
 * @returns a function that reads the counts
 */
export function requestMetrics(app: FastifyInstance): () => MetricFamily[] {
  const requests = new Counter('branch_desk_http_requests_total', 'Requests by route and status.');
  const seconds = new Histogram(
    'branch_desk_http_request_duration_seconds',
    'Time from a request to the end of its answer, by route; streams are left out.',
    SECONDS,
  );
  const keyed = new Counter(
    'branch_desk_keyed_writes_total',
    'Writes with an idempotency key by answer: first, replayed (a repeat of the outbox) or refused.',
  );
  app.addHook('onResponse', async (request, reply) => {
    const route = routeOf(request);
    const { method } = request;
    requests.add({ method, route, status: String(reply.statusCode) });
    if (!route.endsWith(paths.events)) seconds.observe({ method, route }, reply.elapsedTime / 1000);
    if (method !== 'GET' && request.headers[KEY_HEADER] !== undefined) {
      keyed.add({ answer: replayOf(request, reply) });
    }
  });
  return () => [requests.family(), seconds.family(), keyed.family()];
}
