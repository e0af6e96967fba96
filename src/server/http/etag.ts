import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** "*", or a list of tags, weak or not. */
function holds(asked: string, tag: string): boolean {
  return asked.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
}

/**
 * Gives every answered GET an ETag, and answers 304 without a body where the asker's still holds (decision 7). What is answered is one
 * person's: it is kept for them alone and asked for again each time. Call it on the instance itself, before compression.
 */
export function entityTags(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    reply.header('cache-control', request.method === 'GET' ? 'private, no-cache' : 'no-store');
    reply.header('vary', 'authorization');
    if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    const tag = `"${createHash('sha1').update(payload).digest('base64url')}"`;
    reply.header('etag', `W/${tag}`);
    if (!holds(request.headers['if-none-match'] ?? '', tag)) return payload;
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    return '';
  });
}
