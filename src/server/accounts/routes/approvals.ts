import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { isApprovable } from '#contract/approvable-writes.ts';
import { paths } from '#contract/http.ts';
import { permissionNames, roleMay } from '#contract/permissions.ts';
import { factorPaths } from '#contract/second-factor.ts';
import { approval, approvalBody, approvalFactorBody, type boundWrite } from '#contract/users.ts';
import { type ApprovedWrite, issueApproval } from '#server/accounts/approvals.ts';
import { userInBranch } from '#server/accounts/directory.ts';
import { hashOfSecret } from '#server/accounts/secrets.ts';
import { findByPassword } from '#server/accounts/sessions.ts';
import { messages } from '#server/accounts/texts.en.ts';
import type { AuthenticatedUser } from '#server/db/branch-scope.ts';
import type { BranchScopeFactory } from '#server/db/branch-scope-factory.ts';
import type { Database } from '#server/db/database.ts';
import { userOf } from '#server/http/authenticate.ts';
import { loginRateLimits } from '#server/http/login-rate-limit.ts';
import { sourceOf } from '#server/http/origin.ts';
import type { PasswordAttempts } from '#server/http/password-attempts.ts';
import type { SecurityLog } from '#server/http/security-log.ts';
import { forbidden, HttpError } from '#server/platform/http-error.ts';
import { parseBody } from '#server/records/body.ts';
import type { FactorSteps } from './factor-steps.ts';

export interface ApprovalRouteOptions {
  readonly db: Kysely<Database>;
  readonly scopes: BranchScopeFactory;
  readonly securityLog: SecurityLog;
  readonly attempts: PasswordAttempts;
  readonly steps: FactorSteps;
}

const wrongCredentials = () => new HttpError(400, { non_field_errors: [messages.wrongCredentials] });

/**
 * A manager approves one write of the signed-in user with their own password (decision 46). Attempts are limited like
 * sign-ins.
 */
export async function approvalRoutes(
  app: FastifyInstance,
  { db, scopes, securityLog, attempts, steps }: ApprovalRouteOptions,
): Promise<void> {
  const limits = await loginRateLimits(app, securityLog);
  const enforceLimit = limits.perKey();

  app.post(
    paths.approval,
    {
      config: { needs: null },
      schema: {
        summary: "A manager's approval of one write of the signed-in person",
        body: approvalBody,
        response: { 200: approval },
      },
      onRequest: limits.perSource,
    },
    async (request) => {
      const body = parseBody(approvalBody, request.body);
      const { email, password } = body;
      const write = approvable(body);
      await enforceLimit(request);
      const user = userOf(request);
      const { user: named, verified } = await attempts.count(
        request,
        email,
        () => findByPassword(db, { email, password }, sourceOf(request)),
        { remembers: false },
      );
      const approver = verified && (await userInBranch(db, verified.personId, user.branchId));
      if (!approver) throw refuse(request, named, wrongCredentials());
      await steps.ask(request, verified, { purpose: 'approval', boundTo: boundTo(user, write) });
      await attempts.remember(request, verified);
      return give(request, approver, write);
    },
  );

  app.post(
    factorPaths.approval,
    {
      config: { needs: null },
      schema: {
        summary: 'The second step of an approval, for a manager who has a second factor',
        body: approvalFactorBody,
        response: { 200: approval },
      },
      onRequest: limits.perSource,
    },
    async (request) => {
      const body = parseBody(approvalFactorBody, request.body);
      const write = approvable(body);
      const user = userOf(request);
      const verified = await steps.answer(request, body, {
        purpose: 'approval',
        boundTo: boundTo(user, write),
      });
      const approver = await userInBranch(db, verified.personId, user.branchId);
      if (!approver) throw refuse(request, verified, wrongCredentials());
      return give(request, approver, write);
    },
  );

  async function give(request: FastifyRequest, approver: AuthenticatedUser, write: ApprovedWrite) {
    const user = userOf(request);
    const issued = await scopes.write(user, (scope) => issueApproval(scope, approver.userId, write));
    if (!issued) throw refuse(request, approver, wrongCredentials());
    const { role, name } = issued.approver;
    if (!permissionNames.some((one) => roleMay(role, one) && !roleMay(user.role, one))) {
      throw refuse(request, approver, forbidden(messages.approverMayNot));
    }
    securityLog.record('approval-given', { user: approver, by: user }, request);
    return { approval: issued.token, approved_by: name };
  }

  function refuse(request: FastifyRequest, named: AuthenticatedUser | undefined, error: HttpError) {
    securityLog.record('approval-refused', { user: named, by: userOf(request) }, request);
    return error;
  }
}

/** @throws {HttpError} 403 for a write that nobody approves */
function approvable({
  method,
  path,
  key,
  body_hash,
  if_match = '',
}: z.output<typeof boundWrite>): ApprovedWrite {
  if (!isApprovable(method, path)) throw forbidden(messages.notApprovable);
  return { method, path: `/api${path}`, key: key.toLowerCase(), bodyHash: body_hash, ifMatch: if_match };
}

/** The second step is for the same write of the same user as the first. */
const boundTo = ({ userId }: AuthenticatedUser, { method, path, key, bodyHash, ifMatch }: ApprovedWrite) =>
  hashOfSecret(JSON.stringify([String(userId), method, path, key, bodyHash, ifMatch]));
