import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { hashOfBytes, isApprovable } from '#contract/approvable-writes.ts';
import { APPROVAL } from '#contract/http.ts';
import { readApproval } from '#server/accounts/approvals.ts';
import type { Approver } from '#server/db/branch-scope.ts';
import type { BranchScopeFactory } from '#server/db/branch-scope-factory.ts';
import { wasKeyUsed } from '#server/idempotency/idempotency.ts';
import { messages } from '#server/messages/http.en.ts';
import { forbidden, HttpError } from '#server/platform/http-error.ts';
import { userOf } from './authenticate.ts';
import { keyOf, pathOf } from './idempotency.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    approvable?: boolean;
  }
  interface FastifyRequest {
    approver: Approver | null;
    /** If set, only a stored answer may be repeated; otherwise the request fails with this error. */
    repeatsOnly: HttpError | null;
  }
}

const HEADER = APPROVAL.toLowerCase();
const token = z.string().regex(/^[\w-]{20,100}$/);

/** Decision 143. */
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

async function isRepeat(scopes: BranchScopeFactory, request: FastifyRequest): Promise<boolean> {
  const key = keyOf(request);
  if (key === undefined || request.method === 'GET') return false;
  const asked = { key, method: request.method, path: pathOf(request) };
  return scopes.write(userOf(request), (scope) => wasKeyUsed(scope, asked));
}

/**
 * Routes added afterwards need the permission that they name (decision 46). A repeat without its approval, or with an expired one,
 * gets the outcome of the approved attempt (decision 145). Call it directly, not through `register`, after `authenticate`.
 */
export function requirePermissions(app: FastifyInstance, scopes: BranchScopeFactory): void {
  app.addHook('onRoute', (route) => {
    const path = route.routePath.replaceAll(/:(\w+)/g, '{$1}');
    if (route.config?.needs === undefined)
      throw new Error(`${route.method} ${path} does not say who may call it`);
    route.config.approvable = [route.method].flat().some((method) => isApprovable(method, path));
  });
  const assertMay = (request: FastifyRequest) => {
    const { needs } = request.routeOptions.config;
    const user = { ...userOf(request), approver: request.approver ?? undefined };
    if (needs) scopes.read(user).assertMay(needs);
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
