import type { FastifyInstance } from 'fastify';
import { signedIn } from '#contract/account.ts';
import { switchBody } from '#contract/account-forms.ts';
import { paths } from '#contract/http.ts';
import type { Role } from '#contract/permissions.ts';
import { joinBody, joined, USERS_PATH } from '#contract/users.ts';
import { joinBranch, otherBranch } from '#server/accounts/branches-of-person.ts';
import { isGoodRefresh, switchSession } from '#server/accounts/sessions.ts';
import type { SignInFacts } from '#server/accounts/storage-key.ts';
import { messages } from '#server/accounts/texts.en.ts';
import type { TokenService } from '#server/accounts/tokens.ts';
import { addToHistory, readUser } from '#server/accounts/users.ts';
import type { AuthenticatedUser } from '#server/db/branch-scope.ts';
import { requireId } from '#server/db/columns.ts';
import { sessionOf, userOf } from '#server/http/authenticate.ts';
import type { IdParams, RequestContext } from '#server/http/request-context.ts';
import { operation } from '#server/http/route-schemas.ts';
import { HttpError } from '#server/platform/http-error.ts';
import { parseBody } from '#server/records/body.ts';

interface BranchesOfPersonOptions {
  readonly tokens: TokenService;
  readonly readFacts: (user: AuthenticatedUser) => Promise<SignInFacts>;
}

/** Decision 159. */
export function branchesOfPersonRoutes(
  app: FastifyInstance,
  context: RequestContext,
  { tokens, readFacts }: BranchesOfPersonOptions,
): void {
  // Not run once per idempotency key: that would store the answer, and with it the tokens.
  app.post(
    paths.switch,
    operation(
      null,
      'Go on in another branch of the signed-in person, under the same sign-in',
      { 200: signedIn },
      { body: switchBody },
    ),
    async (request) => {
      const { session } = sessionOf(request);
      const { branch, refresh } = parseBody(switchBody, request.body);
      const held = await tokens.readRefresh(refresh);
      const claim = await context.apart(request, async (scope) => {
        if (held?.session !== session || !(await isGoodRefresh(scope.directory, held))) return undefined;
        const target = await otherBranch(scope, branch);
        return switchSession(scope.directory, session, target.scope);
      });
      if (!claim) throw new HttpError(401, { detail: messages.sessionEnded });
      context.securityLog.record('branch-switched', { user: claim, session: claim.session }, request);
      return { ...(await tokens.pairFor(claim)), ...(await readFacts(claim)) };
    },
  );

  app.post<IdParams>(
    `${USERS_PATH}:id/join/`,
    operation(
      'users.manage',
      'Let a user work in another branch of the manager too',
      { 201: joined },
      { body: joinBody },
    ),
    async (request, reply) => {
      let role: Role | undefined;
      await context.write(request, reply, async (scope) => {
        const other = await joinBranch(scope, requireId(request.params.id), request.body);
        role = other.role;
        const user = await readUser(other.scope, other.id);
        await addToHistory(other.scope, user);
        const name = `${user.first_name} ${user.last_name}`;
        return { status: 201, body: { detail: messages.joined({ name, branch: other.name }) } };
      });
      if (role) context.securityLog.record('user-added', { by: userOf(request), role }, request);
      return reply;
    },
  );
}
