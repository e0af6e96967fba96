import type { FastifyRequest } from 'fastify';
import { IF_MATCH, readIfMatch } from '#contract/change.ts';
import { badField } from '#server/store/http-error.ts';
import type { IfMatch } from '#server/store/records/write-guards.ts';
import { messages } from './messages.ts';

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
