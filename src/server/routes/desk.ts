import type { FastifyReply, FastifyRequest } from 'fastify';
import { write } from '../plugins/idempotency.ts';
import { personOf } from '../plugins/sign-in.ts';
import type { BranchScope } from '../store/branch-scope.ts';
import type { Branches } from '../store/branches.ts';
import type { Answer } from '../store/idempotency.ts';

/** How routes behind the sign-in reach the database: as the person of the request, in their branch, and no other way. */
export interface Desk {
  /** The branch of the request's person, for reading. */
  readonly read: (request: FastifyRequest) => BranchScope;
  /** Writes once for the request's key, in one transaction, and sends the answer. */
  readonly write: (
    request: FastifyRequest,
    reply: FastifyReply,
    work: (scope: BranchScope) => Promise<Answer>,
  ) => Promise<FastifyReply>;
}

export function openDesk(branches: Branches): Desk {
  return {
    read: (request) => branches.read(personOf(request)),
    write: (request, reply, work) => write(branches, request, reply, work),
  };
}

/** The id in a path. */
export interface IdParams {
  readonly Params: { readonly id: string };
}

/** What a list was asked for, and under which address. */
export function askedOf(request: FastifyRequest) {
  const [path = ''] = request.url.split('?', 1);
  const query = typeof request.query === 'object' && request.query !== null ? { ...request.query } : {};
  return { path, query };
}
