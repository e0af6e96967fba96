import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Kysely } from 'kysely';
import { refreshed, signedIn } from '#contract/account.ts';
import {
  detailAnswer,
  emailConfirmBody,
  loginBody,
  logoutBody,
  refreshBody,
  resetBody,
  resetConfirmBody,
} from '#contract/account-forms.ts';
import { paths } from '#contract/http.ts';
import { account } from '#contract/texts/account.en.ts';
import type { PasswordResetMailer } from '#server/accounts/account-mails.ts';
import { emailChangedMail, passwordChangedMail } from '#server/accounts/account-mails.ts';
import { owesFactor } from '#server/accounts/factor/owes-factor.ts';
import type { SecondFactors } from '#server/accounts/factor/second-factors.ts';
import { confirmEmailChange, confirmReset, findByEmail } from '#server/accounts/links.ts';
import { newPassword } from '#server/accounts/passwords.ts';
import {
  beginSession,
  continueSession,
  endSession,
  findByPassword,
  type RefreshClaim,
  type VerifiedUser,
} from '#server/accounts/sessions.ts';
import { readSignInFacts } from '#server/accounts/storage-key.ts';
import { messages } from '#server/accounts/texts.en.ts';
import type { TokenService } from '#server/accounts/tokens.ts';
import type { Person } from '#server/db/branch-scope.ts';
import type { Database } from '#server/db/database.ts';
import { tokenOf } from '#server/http/authenticate.ts';
import { type AttemptLimits, loginRateLimits } from '#server/http/login-rate-limit.ts';
import { originOf, sourceOf } from '#server/http/origin.ts';
import type { PasswordAttempts } from '#server/http/password-attempts.ts';
import type { SecurityLog } from '#server/http/security-log.ts';
import type { ServerConfig } from '#server/platform/config.ts';
import { HttpError } from '#server/platform/http-error.ts';
import type { Mailer } from '#server/platform/mailer.ts';
import type { FactorSteps } from './factor-steps.ts';
import { factorSignInRoutes } from './second-factor.ts';

export interface AccountRouteOptions {
  readonly db: Kysely<Database>;
  readonly config: Pick<ServerConfig, 'refreshTokenSeconds'>;
  readonly tokens: TokenService;
  readonly mailer: Mailer;
  readonly resetMailer: PasswordResetMailer;
  readonly securityLog: SecurityLog;
  readonly attempts: PasswordAttempts;
  readonly factors: SecondFactors;
  readonly steps: FactorSteps;
}

/** Routes without sign-in. They access tables outside the branch scope. */
export async function accountRoutes(app: FastifyInstance, options: AccountRouteOptions): Promise<void> {
  const limits = await loginRateLimits(app, options.securityLog);
  sessionRoutes(app, options, limits);
  resetRoutes(app, options, limits);
  emailRoutes(app, options, limits);
}

function sessionRoutes(
  app: FastifyInstance,
  { db, config, tokens, securityLog, attempts, factors, steps }: AccountRouteOptions,
  { perSource, perKey }: AttemptLimits,
): void {
  const answerFor = async (claim: RefreshClaim) => ({
    ...(await tokens.pairFor(claim)),
    ...(await readSignInFacts(db, claim)),
  });
  const idleSeconds = config.refreshTokenSeconds;
  const refuseSignIn = (request: FastifyRequest, user: Person | undefined) => {
    securityLog.record('sign-in-refused', { user }, request);
    return new HttpError(400, { non_field_errors: [messages.wrongCredentials] });
  };
  /** Once nothing more is asked. */
  const signIn = async (request: FastifyRequest, verified: VerifiedUser) => {
    const claim = await beginSession(db, verified, { idleSeconds, ...originOf(request) });
    if (!claim) throw refuseSignIn(request, verified);
    await attempts.remember(request, verified);
    securityLog.record('sign-in', { user: verified, session: claim.session }, request);
    return answerFor(claim);
  };
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.post(
    paths.login,
    {
      schema: { summary: 'Sign in', body: loginBody, response: { 200: signedIn } },
      onRequest: perSource,
      // Counted before it is parsed: an invalid body is an attempt too.
      preValidation: perKey(),
    },
    async (request) => {
      const credentials = request.body;
      const { user, verified } = await attempts.count(
        request,
        credentials.email,
        () => findByPassword(db, credentials, sourceOf(request)),
        { remembers: false },
      );
      if (!verified) throw refuseSignIn(request, user);
      await steps.ask(request, verified, { purpose: 'sign-in' });
      return signIn(request, verified);
    },
  );

  factorSignInRoutes(app, { factors, steps, securityLog }, { perSource, perKey }, signIn);

  routes.post(
    paths.refresh,
    { schema: { summary: 'A new access token', body: refreshBody, response: { 200: refreshed } } },
    async (request) => {
      const { refresh } = request.body;
      const claim = await tokens.readRefresh(refresh);
      const continued = claim && (await continueSession(db, claim, { idleSeconds, ...originOf(request) }));
      if (continued && 'next' in continued) {
        if (await owesFactor(db, continued.next.personId)) {
          await endSession(db, continued.next);
          throw new HttpError(401, { detail: messages.factorOwed });
        }
        await attempts.remember(request, continued.next);
        return answerFor(continued.next);
      }
      if (claim && continued?.refused === 'reused') {
        securityLog.record('session-reused', { user: claim, session: claim.session }, request);
      }
      throw new HttpError(401, { detail: messages.sessionEnded });
    },
  );

  routes.post(
    paths.logout,
    {
      schema: {
        summary:
          'End the session of the access token in the header, even an expired one, or of a refresh token',
        body: logoutBody.optional(),
        response: { 200: detailAnswer },
      },
    },
    async (request) => {
      const refresh = request.body?.refresh;
      const access = tokenOf(request);
      const claim =
        (refresh !== undefined && (await tokens.readRefresh(refresh))) ||
        (access !== undefined && (await tokens.readSession(access)));
      if (!claim) throw new HttpError(401, { detail: messages.sessionEnded });
      if (await endSession(db, claim)) {
        securityLog.record('sign-out', { user: claim, session: claim.session }, request);
      }
      return { detail: messages.signedOut };
    },
  );
}

/** Decisions 25 and 26. */
function resetRoutes(
  app: FastifyInstance,
  { db, mailer, resetMailer, securityLog, attempts }: AccountRouteOptions,
  { perSource, perKey }: AttemptLimits,
): void {
  const confirmBody = resetConfirmBody.extend({ password: newPassword });
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.post(
    paths.passwordReset,
    {
      schema: {
        summary: 'Ask for a link that sets a new password',
        body: resetBody,
        response: { 200: detailAnswer },
      },
      onRequest: perSource,
      preValidation: perKey(),
    },
    async (request) => {
      const { email } = request.body;
      const user = await findByEmail(db, email);
      securityLog.record('password-reset-asked', { user }, request);
      if (user) resetMailer.send(user);
      return { detail: resetMailer.confirmation };
    },
  );

  routes.post(
    paths.passwordResetConfirm,
    {
      schema: {
        summary: 'Set a new password with the link; works once',
        body: confirmBody,
        response: { 200: detailAnswer },
      },
      onRequest: perSource,
      preValidation: perKey(),
    },
    async (request) => {
      const user = await confirmReset(db, request.body);
      securityLog.record(user ? 'password-reset-used' : 'password-reset-refused', { user }, request);
      if (!user) throw new HttpError(400, { detail: account.unusableLink });
      await attempts.remember(request, user);
      mailer.send({
        purpose: 'the message about a new password',
        language: user.language,
        compose: async () => passwordChangedMail({ email: user.email, origin: mailer.origin() }),
      });
      return { detail: messages.passwordReplaced };
    },
  );
}

/** The link was mailed to the new address (decision 49). */
function emailRoutes(
  app: FastifyInstance,
  { db, mailer, securityLog }: AccountRouteOptions,
  { perSource, perKey }: AttemptLimits,
): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    paths.emailConfirm,
    {
      schema: {
        summary: 'Use the new email address that the link was mailed to; works once',
        body: emailConfirmBody,
        response: { 200: detailAnswer },
      },
      onRequest: perSource,
      preValidation: perKey(),
    },
    async (request) => {
      const change = await confirmEmailChange(db, request.body.token);
      securityLog.record(change ? 'email-changed' : 'email-change-refused', { user: change?.user }, request);
      if (!change) throw new HttpError(400, { detail: account.unusableLink });
      const { oldEmail, newEmail } = change;
      mailer.send({
        purpose: 'the message to an old address',
        language: change.language,
        compose: async () => emailChangedMail({ oldEmail, newEmail, origin: mailer.origin() }),
      });
      return { detail: messages.emailConfirmed({ email: newEmail }) };
    },
  );
}
