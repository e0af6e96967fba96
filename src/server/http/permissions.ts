import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';
import { hashOfBytes } from '#contract/approvable-writes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { APPROVAL } from '#contract/http.ts';
import type { Permission } from '#contract/permissions.ts';
import { readApproval } from '#server/store/accounts/approvals.ts';
import type { Approver } from '#server/store/branch-scope.ts';
import type { BranchScopeFactory } from '#server/store/branches.ts';
import { forbidden } from '#server/store/http-error.ts';
import { userOf } from './authenticate.ts';
import { keyOf, pathOf } from './idempotency.ts';
import { messages } from './messages.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The permission that every request of the route needs; absent if all signed-in users may. */
    needs?: Permission;
    /** Whether a manager can approve a request of the route. */
    approvable?: boolean;
  }
  interface FastifyRequest {
    /** The user who approved this write; null without an approval. */
    approver: Approver | null;
  }
}

const HEADER = APPROVAL.toLowerCase();
const token = z.string().regex(/^[\w-]{20,100}$/);

/** Finds the endpoint of a route; HEAD is a GET. @throws {Error} if the contract has none: nobody would know who may call it */
function endpointOf({ url, prefix = '' }: RouteOptions & { prefix?: string }, method: string) {
  const path = url.slice(prefix.length).replaceAll(/:(\w+)/g, '{$1}');
  const called = method === 'HEAD' ? 'GET' : method;
  const endpoint = endpoints.find((one) => one.path === path && one.method === called);
  if (!endpoint) throw new Error(`${method} ${path} is no endpoint of the contract`);
  return endpoint;
}

/** Reads the approval that a request carries (decision 143). @throws {HttpError} 403 if it is not for exactly this write, or expired */
async function approverOf(scopes: BranchScopeFactory, request: FastifyRequest): Promise<Approver> {
  const key = keyOf(request);
  const given = token.safeParse(request.headers[HEADER]);
  const approver =
    key !== undefined && given.success
      ? await readApproval(scopes.read(userOf(request)), given.data, {
          method: request.method,
          path: pathOf(request),
          key,
          bodyHash: request.bodyHash ?? (await hashOfBytes()),
          ifMatch: request.headers['if-match'] ?? '',
        })
      : undefined;
  if (!approver) throw forbidden(messages.approvalUnusable);
  return approver;
}

/**
 * Requires of all routes added afterwards the permission that their endpoint names, before anything is read or written
 * (decision 46). A write with an approval is looked at once its body is there. Call it directly, not through `register`, after
 * `authenticate`.
 */
export function requirePermissions(app: FastifyInstance, scopes: BranchScopeFactory): void {
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) {
      const { needs, approvable } = endpointOf(route, method);
      route.config = { ...route.config, needs, approvable };
    }
  });
  const assertMay = (request: FastifyRequest) => {
    const { needs } = request.routeOptions.config;
    const user = { ...userOf(request), approver: request.approver ?? undefined };
    if (needs !== undefined) scopes.read(user).assertMay(needs);
  };
  app.addHook('onRequest', async (request) => {
    if (request.headers[HEADER] === undefined) assertMay(request);
    else if (!request.routeOptions.config.approvable) throw forbidden(messages.approvalUnusable);
  });
  app.addHook('preValidation', async (request) => {
    if (request.headers[HEADER] === undefined) return;
    request.approver = await approverOf(scopes, request);
    assertMay(request);
  });
}
