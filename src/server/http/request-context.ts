import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BranchScope } from '#server/store/branch-scope.ts';
import type { BranchScopeFactory } from '#server/store/branches.ts';
import type { StoredAnswer } from '#server/store/idempotency.ts';
import { userOf } from './authenticate.ts';
import { write } from './idempotency.ts';

/** How routes behind the sign-in reach the database: as the person of the request, in their branch, and no other way. */
export interface RequestContext {
  /** The branch of the request's person, for reading. */
  readonly read: (request: FastifyRequest) => BranchScope;
  /** Writes once for the request's key, in one transaction, and sends the answer. */
  readonly write: (
    request: FastifyRequest,
    reply: FastifyReply,
    work: (scope: BranchScope) => Promise<StoredAnswer>,
  ) => Promise<FastifyReply>;
}

export function createRequestContext(branches: BranchScopeFactory): RequestContext {
  return {
    read: (request) => branches.read(userOf(request)),
    write: (request, reply, work) => write(branches, request, reply, work),
  };
}

/** The id in a path. */
export interface IdParams {
  readonly Params: { readonly id: string };
}

/** What a list was asked for, and under which address. */
export function listRequestOf(request: FastifyRequest) {
  const [path = ''] = request.url.split('?', 1);
  const query = typeof request.query === 'object' && request.query !== null ? { ...request.query } : {};
  return { path, query };
}
