import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { SignedIn } from '#contract/account.ts';
import { deleted } from '#contract/http.ts';
import {
  beginAtSignInBody,
  beginBody,
  begun,
  confirmBody,
  confirmed,
  type FactorKind,
  factorPaths,
  newRecoveryCodes,
  ownFactors,
  RESET_FACTOR,
  recoveryCodesBody,
  removeBody,
  signedInWithCodes,
  signInStep,
} from '#contract/second-factor.ts';
import { USERS_PATH } from '#contract/users.ts';
import { personOf } from '#server/accounts/directory.ts';
import type { SecondFactors } from '#server/accounts/factor/second-factors.ts';
import {
  lockVerified,
  makeRecoveryCodes,
  readFactors,
  removeFactor,
} from '#server/accounts/factor/stored-factors.ts';
import type { VerifiedUser } from '#server/accounts/sessions.ts';
import { messages } from '#server/accounts/texts.en.ts';
import { resetFactor } from '#server/accounts/users.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { sessionOf, userOf } from '#server/http/authenticate.ts';
import type { AttemptLimits } from '#server/http/login-rate-limit.ts';
import type { IdParams, RequestContext } from '#server/http/request-context.ts';
import { operation } from '#server/http/route-schemas.ts';
import type { SecurityLog } from '#server/http/security-log.ts';
import { badField, conflict } from '#server/platform/http-error.ts';
import { parseBody } from '#server/records/body.ts';
import type { FactorSteps } from './factor-steps.ts';
import type { ProvePerson } from './prove-person.ts';

export interface FactorRouteOptions {
  readonly factors: SecondFactors;
  readonly steps: FactorSteps;
  readonly provePerson: ProvePerson;
}

type Directory = BranchScope['directory'];

const added = { totp: 'totpAdded', passkey: 'passkeyAdded' } as const;
const removed = { totp: 'totpRemoved', passkey: 'passkeyRemoved' } as const;

/** Sign-in with a factor, and the set-up of one before the first session (decision 160). */
export function factorSignInRoutes(
  app: FastifyInstance,
  {
    factors,
    steps,
    securityLog,
  }: Omit<FactorRouteOptions, 'provePerson'> & { readonly securityLog: SecurityLog },
  { perSource }: AttemptLimits,
  signIn: (request: FastifyRequest, verified: VerifiedUser) => Promise<SignedIn>,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.post(
    factorPaths.signIn,
    {
      schema: {
        summary: 'The second step of a sign-in: a code, a recovery code or a passkey',
        body: signInStep,
        response: { 200: signedInWithCodes },
      },
      onRequest: perSource,
    },
    async (request) => {
      const verified = await steps.answer(request, request.body, { purpose: 'sign-in' });
      return signIn(request, verified);
    },
  );

  routes.post(
    factorPaths.beginAtSignIn,
    {
      schema: {
        summary: 'Begin the second factor that the branch asks for, in place of a session',
        body: beginAtSignInBody,
        response: { 200: begun },
      },
      onRequest: perSource,
    },
    async (request) => {
      const { token, kind } = request.body;
      const challenge = await factors.open(token, { purpose: 'owed' });
      if (!challenge) throw steps.over(request, 401);
      return factors.beginOwed(challenge, kind, steps.partyOf(request));
    },
  );

  routes.post(
    factorPaths.confirmAtSignIn,
    {
      schema: {
        summary: 'Confirm that factor; the answer has the recovery codes, once, and signs in',
        body: confirmBody,
        response: { 200: signedInWithCodes },
      },
      onRequest: perSource,
    },
    async (request) => {
      const challenge = await factors.open(request.body.token, { purpose: 'set-up-at-sign-in' });
      if (!challenge) throw steps.over(request, 401);
      const { kind, codes } = await factors.confirmOwed(challenge, request.body, steps.partyOf(request));
      securityLog.record('second-factor-added', { user: challenge, factor: kind }, request);
      await steps.tell(challenge.personId, added[kind]);
      return {
        ...(await signIn(request, challenge)),
        ...(codes && { recovery_codes: [...codes] }),
      };
    },
  );
}

/** A person's own factors, and their reset by a manager (decision 160). */
export function ownFactorRoutes(
  app: FastifyInstance,
  context: RequestContext,
  { factors, steps, provePerson }: FactorRouteOptions,
): void {
  const { securityLog } = context;
  const requireUnchanged = async (db: Directory, { personId, passwordHash }: VerifiedUser) => {
    if (!(await lockVerified(db, personId, passwordHash)))
      throw badField('current_password', messages.passwordWrong);
  };
  const factsOf = (request: FastifyRequest, factor?: FactorKind) => {
    const { session, ...user } = sessionOf(request);
    return { user, session, factor };
  };

  app.get(
    factorPaths.ofUser,
    operation(null, "The signed-in person's second factors", { 200: ownFactors }),
    (request) => factors.ofPerson(sessionOf(request).personId, steps.partyOf(request)),
  );

  // None is run once per idempotency key: that would store the answer, and with it the secret.
  app.post(
    factorPaths.begin,
    operation(
      null,
      'Begin a second factor, with the present password and factor; it counts once it is confirmed',
      { 200: begun },
      { body: beginBody },
    ),
    async (request) => {
      const { kind, ...proof } = parseBody(beginBody, request.body);
      const { personId, passwordHash } = await provePerson(request, proof, `begin ${kind}`);
      const party = steps.partyOf(request);
      return context.apart(request, ({ directory }) =>
        factors.begin(directory, personId, { kind, passwordHash, party, purpose: 'set-up' }),
      );
    },
  );

  app.post(
    factorPaths.confirm,
    operation(
      null,
      'Confirm the factor that was begun; with the first one the answer has the recovery codes, once',
      { 200: confirmed },
      { body: confirmBody },
    ),
    async (request) => {
      const body = parseBody(confirmBody, request.body);
      const { personId } = sessionOf(request);
      const challenge = await factors.openSetUp(body.token, personId);
      if (!challenge) throw conflict(messages.challengeOver);
      const party = steps.partyOf(request);
      const { kind, codes } = await context.apart(request, ({ directory }) =>
        factors.confirm(directory, challenge, body, { party, first: false }),
      );
      securityLog.record('second-factor-added', factsOf(request, kind), request);
      await steps.tell(personId, added[kind]);
      return { recovery_codes: codes };
    },
  );

  app.post(
    factorPaths.remove,
    operation(
      null,
      'Remove a second factor, with the present password and factor',
      { 200: deleted },
      { body: removeBody },
    ),
    async (request) => {
      const { kind, id, ...proof } = parseBody(removeBody, request.body);
      const person = await provePerson(request, proof, `remove ${kind} ${id ?? ''}`);
      await context.apart(request, async ({ directory }) => {
        await requireUnchanged(directory, person);
        await removeFactor(directory, person.personId, { kind, id });
      });
      securityLog.record('second-factor-removed', factsOf(request, kind), request);
      await steps.tell(person.personId, removed[kind]);
      return { detail: messages.factorRemoved };
    },
  );

  app.post(
    factorPaths.recoveryCodes,
    operation(
      null,
      'New recovery codes in place of the earlier ones, with the present password and factor',
      { 200: newRecoveryCodes },
      { body: recoveryCodesBody },
    ),
    async (request) => {
      const proof = parseBody(recoveryCodesBody, request.body);
      const person = await provePerson(request, proof, 'recovery codes');
      const codes = await context.apart(request, async ({ directory }) => {
        await requireUnchanged(directory, person);
        if (!(await readFactors(directory, person.personId)).hasAny) throw conflict(messages.noFactorYet);
        return makeRecoveryCodes(directory, person.personId);
      });
      securityLog.record('recovery-codes-made', factsOf(request), request);
      await steps.tell(person.personId, 'recoveryCodesMade');
      return { recovery_codes: codes };
    },
  );

  app.post<IdParams>(
    `${USERS_PATH}:id/${RESET_FACTOR}`,
    operation('users.manage', 'Remove every second factor of a user who lost the device; not of oneself', {
      200: deleted,
    }),
    async (request, reply) => {
      const { id } = request.params;
      await context.write(request, reply, async (scope) => {
        const { name } = await resetFactor(scope, id);
        return { status: 200, body: { detail: messages.factorReset({ name }) } };
      });
      if (request.replayed) return reply;
      const by = userOf(request);
      const user = { branchId: by.branchId, userId: BigInt(id) };
      securityLog.record('second-factor-reset', { user, by }, request);
      await steps.tell(await personOf(context.read(request).directory, user), 'factorReset');
      return reply;
    },
  );
}
