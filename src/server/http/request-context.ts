import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SecurityLog } from '#server/security-log.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import type { BranchScopeFactory } from '#server/store/branches.ts';
import type { StoredAnswer } from '#server/store/idempotency.ts';
import { userOf } from './authenticate.ts';
import { write } from './idempotency.ts';

/** Gives authenticated routes access to the database, limited to the user's branch. */
export interface RequestContext {
  /** Records events of accounts, after they were committed (decision 59). */
  readonly securityLog: SecurityLog;
  /** Returns a branch scope for reading. */
  readonly read: (request: FastifyRequest) => BranchScope;
  /** Runs a write once per idempotency key, in one transaction, and sends its answer. */
  readonly write: (
    request: FastifyRequest,
    reply: FastifyReply,
    work: (scope: BranchScope) => Promise<StoredAnswer>,
  ) => Promise<FastifyReply>;
}

/** Creates the request context of all authenticated routes. */
export function createRequestContext(scopes: BranchScopeFactory, securityLog: SecurityLog): RequestContext {
  return {
    securityLog,
    read: (request) => scopes.read(userOf(request)),
    write: (request, reply, work) => write(scopes, request, reply, work),
  };
}

/** Types the id in a path. */
export interface IdParams {
  readonly Params: { readonly id: string };
}

/** Returns the path and query string of a list request. */
export function listRequestOf(request: FastifyRequest) {
  const [path = ''] = request.url.split('?', 1);
  const query = typeof request.query === 'object' && request.query !== null ? { ...request.query } : {};
  return { path, query };
}
