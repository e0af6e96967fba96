import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { isApprovable } from '#contract/approvable-writes.ts';
import { paths } from '#contract/http.ts';
import { permissionNames, roleMay } from '#contract/permissions.ts';
import { approval, approvalBody } from '#contract/users.ts';
import { issueApproval } from '#server/accounts/approvals.ts';
import { userInBranch } from '#server/accounts/branches-of-person.ts';
import { findByPassword } from '#server/accounts/sessions.ts';
import { messages } from '#server/accounts/texts.en.ts';
import type { BranchScopeFactory } from '#server/branch/branches.ts';
import type { Database } from '#server/db/database.ts';
import { userOf } from '#server/http/authenticate.ts';
import { loginRateLimits } from '#server/http/login-rate-limit.ts';
import { sourceOf } from '#server/http/origin.ts';
import type { PasswordAttempts } from '#server/http/password-attempts.ts';
import type { SecurityLog } from '#server/http/security-log.ts';
import { forbidden, HttpError } from '#server/platform/http-error.ts';
import { parseBody } from '#server/records/body.ts';

export interface ApprovalRouteOptions {
  readonly db: Kysely<Database>;
  readonly scopes: BranchScopeFactory;
  readonly securityLog: SecurityLog;
  readonly attempts: PasswordAttempts;
}

const wrongCredentials = () => new HttpError(400, { non_field_errors: [messages.wrongCredentials] });

/**
 * A manager approves one write of the signed-in user with their own password (decision 46). Attempts are limited like
 * sign-ins.
 */
export async function approvalRoutes(
  app: FastifyInstance,
  { db, scopes, securityLog, attempts }: ApprovalRouteOptions,
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
      const { email, password, key, method, path, body_hash, if_match = '' } = body;
      if (!isApprovable(method, path)) throw forbidden(messages.notApprovable);
      await enforceLimit(request);
      const user = userOf(request);
      const { user: named, verified } = await attempts.count(request, email, () =>
        findByPassword(db, { email, password }, sourceOf(request)),
      );
      const approver = verified && (await userInBranch(db, verified, user.branchId));
      const refuse = (error: HttpError) => {
        securityLog.record('approval-refused', { user: named, by: user }, request);
        return error;
      };
      if (!approver) throw refuse(wrongCredentials());
      const write = {
        method,
        path: `/api${path}`,
        key: key.toLowerCase(),
        bodyHash: body_hash,
        ifMatch: if_match,
      };
      const issued = await scopes.write(user, (scope) => issueApproval(scope, approver.userId, write));
      if (!issued) throw refuse(wrongCredentials());
      const { role, name } = issued.approver;
      if (!permissionNames.some((one) => roleMay(role, one) && !roleMay(user.role, one))) {
        throw refuse(forbidden(messages.approverMayNot));
      }
      securityLog.record('approval-given', { user: approver, by: user }, request);
      return { approval: issued.token, approved_by: name };
    },
  );
}
