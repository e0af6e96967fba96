import type { FastifyInstance, FastifyRequest } from 'fastify';
import { IF_MATCH, readIfMatch } from '#contract/change.ts';
import { messages } from '#server/messages/http.en.ts';
import { badField } from '#server/platform/http-error.ts';
import { tagOfText } from '#server/platform/text-tag.ts';
import type { IfMatch } from '#server/records/write-guards.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Answers depend on the user, the language and the compression. */
export const VARY = 'authorization, accept-language, accept-encoding';

const withoutWeakness = (tag: string) => tag.trim().replace(/^W\//, '');

export function isUnchanged({ headers }: FastifyRequest, tag: string): boolean {
  const listed = (headers['if-none-match'] ?? '').split(',');
  return listed.some((known) => withoutWeakness(known) === withoutWeakness(tag));
}

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD';

/** Decisions 7 and 161. Call it directly, not through `register`, before compression. */
export function entityTags(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isKept = isRead(request) && reply.statusCode !== 302;
    reply.header('cache-control', isKept ? 'private, no-cache' : 'no-store');
    reply.header('vary', VARY);
    if (!isRead(request) || reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    const givenTag = reply.getHeader('etag');
    const tag = typeof givenTag === 'string' ? givenTag : tagOfText(payload);
    reply.header('etag', tag);
    if (!isUnchanged(request, tag)) return payload;
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    return '';
  });
}

/** Undefined if any version is accepted (decision 41). */
export function ifMatchOf(request: FastifyRequest): IfMatch | undefined {
  const header = request.headers['if-match'];
  if (header === undefined) return undefined;
  const versions = readIfMatch(header);
  if (versions === undefined) throw badField(IF_MATCH, messages.ifMatchInvalid);
  return versions === 'any' ? undefined : versions;
}
