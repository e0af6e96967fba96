import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { IDEMPOTENCY_KEY } from '#contract/http.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import type { BranchScopeFactory } from '#server/store/branches.ts';
import { HttpError } from '#server/store/http-error.ts';
import { hashOfBody, runOnce, type StoredAnswer } from '#server/store/idempotency.ts';
import { userOf } from './authenticate.ts';
import { originOf } from './origin.ts';

const HEADER = IDEMPOTENCY_KEY.toLowerCase();
const uuid = z.guid();

function keyOf(request: FastifyRequest): string | undefined {
  const given = request.headers[HEADER];
  if (given === undefined) return undefined;
  const key = uuid.safeParse(given);
  if (!key.success) throw new HttpError(400, { detail: `${IDEMPOTENCY_KEY} must be a UUID.` });
  return key.data.toLowerCase();
}

/**
 * Runs a write in one transaction with its key, if it carries one (decisions 4 and 38), and sends what it answers: the same again where it
 * was done before. The key is looked up before the body is judged, so that a later, stricter build still knows what it accepted.
 */
export async function write(
  branches: BranchScopeFactory,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (scope: BranchScope) => Promise<StoredAnswer>,
): Promise<FastifyReply> {
  const key = keyOf(request);
  const path = request.url.split('?', 1)[0] ?? '';
  const who = { ...userOf(request), ...originOf(request) };
  const { status, body } = await branches.write(who, (scope) => {
    if (key === undefined) return work(scope);
    const keyed = { key, method: request.method, path, bodyHash: hashOfBody(request.body) };
    return runOnce(scope, keyed, () => work(scope));
  });
  return reply.code(status).send(body);
}
