import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { IF_MATCH, readIfMatch } from '#contract/change.ts';
import { messages } from '#server/messages/http.ts';
import { badField } from '#server/platform/http-error.ts';
import { tagOfText } from '#server/platform/text-tag.ts';
import type { IfMatch } from '#server/records/write-guards.ts';

/** The content type of answers whose JSON is written as text. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/** The headers of a request on which answers depend: whose records, in which language, and how they are compressed. */
export const VARY = 'authorization, accept-language, accept-encoding';

const withoutWeakness = (tag: string) => tag.trim().replace(/^W\//, '');

/** Tells whether an If-None-Match list contains the tag; weak tags count. */
function matchesTag(ifNoneMatch: string, tag: string): boolean {
  return ifNoneMatch.split(',').some((listed) => withoutWeakness(listed) === withoutWeakness(tag));
}

/** Tells whether the client has the answer with this tag already. */
export function isUnchanged({ headers }: FastifyRequest, tag: string): boolean {
  return matchesTag(headers['if-none-match'] ?? '', tag);
}

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD';

/** Returns the tag that the route has set, else one of the content. */
function tagOf(reply: FastifyReply, payload: string): string {
  const own = reply.getHeader('etag');
  return typeof own === 'string' ? own : tagOfText(payload);
}

/**
 * Adds an ETag to every GET and HEAD answer and returns 304 on a match (decision 7). Answers belong to one user: they are cached privately and
 * revalidated each time. Call it directly, not through `register`, before compression.
 */
export function entityTags(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    reply.header('cache-control', isRead(request) ? 'private, no-cache' : 'no-store');
    reply.header('vary', VARY);
    if (!isRead(request) || reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    const tag = tagOf(reply, payload);
    reply.header('etag', tag);
    if (!isUnchanged(request, tag)) return payload;
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    return '';
  });
}

/**
 * Returns the versions that a change or delete expects; undefined if it accepts any (decision 41).
 * @throws {HttpError} 400 if the header is malformed
 */
export function ifMatchOf(request: FastifyRequest): IfMatch | undefined {
  const header = request.headers['if-match'];
  if (header === undefined) return undefined;
  const versions = readIfMatch(header);
  if (versions === undefined) throw badField(IF_MATCH, messages.ifMatchInvalid);
  return versions === 'any' ? undefined : versions;
}
