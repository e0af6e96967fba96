import type { FastifyRequest } from 'fastify';
import type { PageRequest } from '#server/store/lists/list-reader.ts';

/** Returns the path and query string of a list request. */
export function listRequestOf(request: FastifyRequest): PageRequest {
  const [path = ''] = request.url.split('?', 1);
  const query = typeof request.query === 'object' && request.query !== null ? { ...request.query } : {};
  return { path, query };
}
