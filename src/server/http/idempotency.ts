import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ENTERED_BY, GENERATION, IDEMPOTENCY_KEY } from '#contract/http.ts';
import { permissions } from '#contract/permissions.ts';
import { mayBeSentFor } from '#server/accounts/users.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import type { BranchScopeFactory } from '#server/db/branch-scope-factory.ts';
import { parseId } from '#server/db/columns.ts';
import { readGeneration } from '#server/db/generation.ts';
import { answerOf, hashOfBody, runOnce, type StoredAnswer } from '#server/idempotency/idempotency.ts';
import { messages } from '#server/messages/http.en.ts';
import { messages as storeMessages } from '#server/messages/store.en.ts';
import { conflict, forbidden, HttpError } from '#server/platform/http-error.ts';
import { userOf } from './authenticate.ts';
import { originOf } from './origin.ts';

const HEADER_NAME = IDEMPOTENCY_KEY.toLowerCase();
const uuid = z.guid();

/**
 * Returns it in lower case.
 * @throws {HttpError} 400 if it is no UUID
 */
function parseKey(text: unknown): string {
  const key = uuid.safeParse(text);
  if (!key.success) throw new HttpError(400, { detail: messages.keyInvalid({ header: IDEMPOTENCY_KEY }) });
  return key.data.toLowerCase();
}

/** @throws {HttpError} 400 if the key is no UUID */
export function keyOf(request: FastifyRequest): string | undefined {
  const header = request.headers[HEADER_NAME];
  return header === undefined ? undefined : parseKey(header);
}

export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}

/**
 * The user who entered the write on a device (decision 47).
 * @throws {HttpError} 400 if the header is no id
 */
function enteredByOf(request: FastifyRequest): bigint | undefined {
  const header = request.headers[ENTERED_BY.toLowerCase()];
  if (header === undefined) return undefined;
  const id = parseId(String(header));
  if (id === undefined) throw new HttpError(400, { detail: messages.authorInvalid({ header: ENTERED_BY }) });
  return id;
}

/**
 * A write may be sent for a disabled user, or if it was handed over before the user was enabled again: a user who can
 * sign in sends their own (decisions 47 and 103).
 * @throws {HttpError} 403, 409
 */
async function requireHandover(scope: BranchScope): Promise<void> {
  const { enteredBy } = scope.origin;
  if (enteredBy === undefined) return;
  // By the role alone: an approval is for the write, not for whose it is.
  if (!scope.sees('entries.hand-over')) throw forbidden(permissions['entries.hand-over'].refusal);
  if (!(await mayBeSentFor(scope, enteredBy))) throw conflict(storeMessages.stillSignsIn);
}

export type Visible = (scope: BranchScope, body: unknown) => unknown;

export interface WriteOptions {
  readonly visible?: Visible;
  /** The shared month lock is then taken together with the key. */
  readonly locksMonth?: boolean;
  /** Makes the answer of the stored one after the commit, also of a repeat, where a write goes on in another branch. */
  readonly finish?: (stored: StoredAnswer, request: FastifyRequest) => Promise<StoredAnswer>;
}

/**
 * Runs a write once per idempotency key, in one transaction (decisions 4 and 38). The key is looked up before the body
 * is validated, so that a later build with stricter rules still repeats stored answers. The whole answer is stored;
 * hidden parts are left out when it is sent, because the user's role may have changed meanwhile.
 */
export async function write(
  scopes: BranchScopeFactory,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (scope: BranchScope) => Promise<StoredAnswer>,
  { visible, locksMonth = false, finish }: WriteOptions = {},
): Promise<FastifyReply> {
  const key = keyOf(request);
  const user = { ...userOf(request), approver: request.approver ?? undefined };
  const author = { ...user, ...originOf(request), enteredBy: enteredByOf(request) };
  const run = (scope: BranchScope) => {
    if (request.repeatsOnly) throw request.repeatsOnly;
    return work(scope);
  };
  const stored = await scopes.write(author, async (scope): Promise<StoredAnswer> => {
    await requireHandover(scope);
    const addGeneration = (id: string) => void reply.header(GENERATION, id);
    if (key !== undefined) {
      const keyedWrite = {
        key,
        method: request.method,
        path: pathOf(request),
        bodyHash: hashOfBody(request.body),
        locksMonth,
      };
      return runOnce(scope, keyedWrite, () => run(scope), addGeneration);
    }
    addGeneration((await readGeneration(scope)).id);
    return answerOf(() => run(scope));
  });
  request.replayed = stored.replayed ?? false;
  const { status, body } = finish ? await finish(stored, request) : stored;
  return reply.code(status).send(visible ? visible(scopes.read(user), body) : body);
}
