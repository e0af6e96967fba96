import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { GENERATION, IDEMPOTENCY_KEY } from '#contract/http.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import type { BranchScopeFactory } from '#server/store/branches.ts';
import { beginWrite } from '#server/store/generation.ts';
import { HttpError } from '#server/store/http-error.ts';
import { hashOfBody, runOnce, type StoredAnswer } from '#server/store/idempotency.ts';
import { userOf } from './authenticate.ts';
import { messages } from './messages.ts';
import { originOf } from './origin.ts';

const HEADER_NAME = IDEMPOTENCY_KEY.toLowerCase();
const uuid = z.guid();

function keyOf(request: FastifyRequest): string | undefined {
  const header = request.headers[HEADER_NAME];
  if (header === undefined) return undefined;
  const key = uuid.safeParse(header);
  if (!key.success) throw new HttpError(400, { detail: messages.keyInvalid({ header: IDEMPOTENCY_KEY }) });
  return key.data.toLowerCase();
}

/**
 * Runs a write once per idempotency key, in one transaction, and sends its answer (decisions 4 and 38). The key is looked up before the
 * body is validated, so that a later build with stricter rules still repeats stored answers.
 */
export async function write(
  scopes: BranchScopeFactory,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (scope: BranchScope) => Promise<StoredAnswer>,
): Promise<FastifyReply> {
  const key = keyOf(request);
  const path = request.url.split('?', 1)[0] ?? '';
  const author = { ...userOf(request), ...originOf(request) };
  const { status, body, replayed } = await scopes.write(author, async (scope) => {
    const addGeneration = (id: string) => void reply.header(GENERATION, id);
    if (key !== undefined) {
      const keyedWrite = { key, method: request.method, path, bodyHash: hashOfBody(request.body) };
      return runOnce(scope, keyedWrite, () => work(scope), addGeneration);
    }
    addGeneration((await beginWrite(scope)).id);
    return work(scope);
  });
  request.replayed = replayed ?? false;
  return reply.code(status).send(body);
}
