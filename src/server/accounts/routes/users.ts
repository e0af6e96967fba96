import type { FastifyInstance } from 'fastify';
import { pageOf } from '#contract/paging.ts';
import {
  branchUser,
  handover,
  USERS_PATH,
  userPatchBody as wellFormedPatch,
  newUserBody as wellFormedUser,
} from '#contract/users.ts';
import { hashPassword, newPassword } from '#server/accounts/passwords.ts';
import {
  changeUser,
  createUser,
  type HashedPatch,
  handOver,
  readUser,
  userList,
} from '#server/accounts/users.ts';
import type { BranchScopeFactory } from '#server/db/branch-scope-factory.ts';
import type { SessionCheck } from '#server/http/authenticate.ts';
import { userOf } from '#server/http/authenticate.ts';
import { originOf } from '#server/http/origin.ts';
import type { IdParams, RequestContext } from '#server/http/request-context.ts';
import { operation, pagesOf } from '#server/http/route-schemas.ts';
import type { SecurityEvent } from '#server/http/security-log.ts';
import { parseBody } from '#server/records/body.ts';

const USER_BY_ID = `${USERS_PATH}:id/`;

const newUserBody = wellFormedUser.extend({ password: newPassword });
const userPatchBody = wellFormedPatch.extend({ password: newPassword.optional() });

function eventsOf({ account_type, disabled, passwordHash }: HashedPatch): readonly SecurityEvent[] {
  return [
    ...(account_type === undefined ? [] : (['role-changed'] as const)),
    ...(disabled === undefined ? [] : [disabled ? ('user-disabled' as const) : ('user-enabled' as const)]),
    ...(passwordHash === undefined ? [] : (['password-changed'] as const)),
  ];
}

export interface UserRouteOptions {
  readonly sessions: SessionCheck;
  readonly scopes: BranchScopeFactory;
}

export function userRoutes(
  app: FastifyInstance,
  context: RequestContext,
  { sessions, scopes }: UserRouteOptions,
): void {
  app.get(
    USERS_PATH,
    operation(
      'users.manage',
      'The users of the branch',
      { 200: pageOf(branchUser) },
      { querystring: pagesOf() },
    ),
    (request, reply) => context.list(request, reply, userList),
  );

  app.get<IdParams>(USER_BY_ID, operation('users.manage', 'One user', { 200: branchUser }), (request) =>
    readUser(context.read(request), request.params.id),
  );

  app.post(
    USERS_PATH,
    operation('users.manage', 'Add a user', { 201: branchUser }, { body: newUserBody }),
    async (request, reply) => {
      const { password, ...user } = parseBody(newUserBody, request.body);
      const passwordHash = await hashPassword(password);
      const by = userOf(request);
      await context.write(request, reply, async (scope) => ({
        status: 201,
        body: await createUser(scope, { ...user, passwordHash }),
      }));
      if (!request.replayed)
        context.securityLog.record('user-added', { by, role: user.account_type }, request);
      return reply;
    },
  );

  app.patch<IdParams>(
    USER_BY_ID,
    operation(
      'users.manage',
      'Rename a user, set role or password, disable or re-enable; absent fields stay',
      { 200: branchUser },
      { body: userPatchBody },
    ),
    async (request, reply) => {
      const { id } = request.params;
      const { password, ...change } = parseBody(userPatchBody, request.body);
      const patch: HashedPatch = {
        ...change,
        ...(password !== undefined && { passwordHash: await hashPassword(password) }),
      };
      await context.write(request, reply, async (scope) => ({
        status: 200,
        body: await changeUser(scope, id, patch),
      }));
      // Other processes read it from the database.
      sessions.forgetBranch(userOf(request).branchId);
      const changedUser = { branchId: userOf(request).branchId, userId: BigInt(id) };
      if (request.replayed) return reply;
      for (const event of eventsOf(patch)) {
        const facts = { user: changedUser, by: userOf(request), role: patch.account_type };
        context.securityLog.record(event, facts, request);
      }
      return reply;
    },
  );

  // Not run once per idempotency key: that would store the answer, and with it the key.
  app.post<IdParams>(
    `${USER_BY_ID}handover/`,
    operation(
      'entries.hand-over',
      'The key of what a disabled user left on a device, for who sends it in their place',
      { 200: handover },
    ),
    async (request) => {
      const { id } = request.params;
      const by = userOf(request);
      const answer = await scopes.write({ ...by, ...originOf(request) }, async (scope) => {
        return handOver(scope, id);
      });
      const facts = { user: { branchId: by.branchId, userId: BigInt(id) }, by };
      context.securityLog.record('entries-handed-over', facts, request);
      return answer;
    },
  );
}
