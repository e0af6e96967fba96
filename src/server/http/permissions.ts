import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';
import { hashOfBytes } from '#contract/approvable-writes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { APPROVAL } from '#contract/http.ts';
import type { Permission } from '#contract/permissions.ts';
import { readApproval } from '#server/store/accounts/approvals.ts';
import type { Approver } from '#server/store/branch-scope.ts';
import type { BranchScopeFactory } from '#server/store/branches.ts';
import { forbidden, HttpError } from '#server/store/http-error.ts';
import { wasKeyUsed } from '#server/store/idempotency.ts';
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
    /** Why nothing may be written although the key was used: only the stored answer may be repeated. */
    repeatsOnly: HttpError | null;
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

/** Tells whether an earlier attempt of this user has used the key of a request. @throws {HttpError} 409 while it runs */
async function isRepeat(scopes: BranchScopeFactory, request: FastifyRequest): Promise<boolean> {
  const key = keyOf(request);
  if (key === undefined || request.method === 'GET') return false;
  const asked = { key, method: request.method, path: pathOf(request) };
  return scopes.write(userOf(request), (scope) => wasKeyUsed(scope, asked));
}

/**
 * Requires of all routes added afterwards the permission that their endpoint names, before anything is read or written
 * (decision 46). A write with an approval is checked once its body has arrived. A repeat without its approval, or with one that has expired,
 * learns how the approved attempt ended (decision 145). Call it directly, not through `register`, after `authenticate`.
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
  const unlessRepeat = async (request: FastifyRequest, authorize: () => void | Promise<void>) => {
    try {
      await authorize();
    } catch (error) {
      if (!(error instanceof HttpError) || error.status !== 403 || !(await isRepeat(scopes, request)))
        throw error;
      request.repeatsOnly = error;
    }
  };
  app.addHook('onRequest', async (request) => {
    if (request.headers[HEADER] === undefined) await unlessRepeat(request, () => assertMay(request));
    else if (!request.routeOptions.config.approvable) throw forbidden(messages.approvalUnusable);
  });
  app.addHook('preValidation', async (request) => {
    if (request.headers[HEADER] === undefined) return;
    await unlessRepeat(request, async () => {
      request.approver = await approverOf(scopes, request);
      assertMay(request);
    });
  });
}
