import type { FastifyInstance, FastifyRequest } from 'fastify';
import { user as ownUser } from '#contract/account.ts';
import { profileChange } from '#contract/account-forms.ts';
import { deleted, paths } from '#contract/http.ts';
import { pageOf } from '#contract/paging.ts';
import { sessionRow } from '#contract/people.ts';
import {
  addressInUseMail,
  changeAskedMail,
  confirmationMail,
  passwordChangedMail,
} from '#server/accounts/account-mails.ts';
import { type ChangedProfile, changeProfile, provePassword, readProfile } from '#server/accounts/profile.ts';
import { endOwnSession, endSessionsOf, listSessions } from '#server/accounts/sessions.ts';
import { messages } from '#server/accounts/texts.en.ts';
import { sessionOf, userOf } from '#server/http/authenticate.ts';
import { keyOf } from '#server/http/idempotency.ts';
import { loginRateLimits } from '#server/http/login-rate-limit.ts';
import type { PasswordAttempts } from '#server/http/password-attempts.ts';
import type { IdParams, RequestContext } from '#server/http/request-context.ts';
import { operation } from '#server/http/route-schemas.ts';
import { isRepeat } from '#server/idempotency/idempotency.ts';
import type { ServerConfig } from '#server/platform/config.ts';
import type { Mailer } from '#server/platform/mailer.ts';

interface ProfileRouteOptions {
  readonly mailer: Mailer;
  readonly attempts: PasswordAttempts;
  readonly config: Pick<ServerConfig, 'oidc'>;
}

export async function profileRoutes(
  app: FastifyInstance,
  context: RequestContext,
  { mailer, attempts, config }: ProfileRouteOptions,
): Promise<void> {
  const { securityLog } = context;
  const options = { sendsMail: mailer.sendsMail, provider: config.oidc?.name };
  const { perSource, perKey } = await loginRateLimits(app, securityLog);
  const limitAttempts = perKey(userKey);

  app.get(paths.user, operation(null, 'The signed-in person', { 200: ownUser }), (request) =>
    readProfile(context.read(request), options),
  );

  app.patch(
    paths.user,
    operation(
      null,
      'Change the profile; another email address or password, or the end of single sign-on, needs the present password',
      { 200: ownUser },
      { body: profileChange },
    ),
    async (request, reply) => {
      const { session, ...user } = sessionOf(request);
      // A repeat is answered from its key: after a change of the password the one that it proved is wrong.
      const key = keyOf(request);
      const isProven = key !== undefined && (await isRepeat(context.read(request), key));
      const proof = isProven
        ? undefined
        : await provePassword(context.read(request), request.body, async (email, compare) => {
            await limitAttempts(request);
            await perSource(request);
            return attempts.count(request, email, compare);
          });
      if (proof && proof.verifiedHash === undefined) {
        securityLog.record('password-refused', { user, session }, request);
      }
      let changed: ChangedProfile | undefined;
      await context.write(request, reply, async (scope) => {
        changed = await changeProfile(scope, request.body, {
          proof,
          session,
          ...options,
        });
        return { status: 200, body: changed.user };
      });
      if (changed) tellChange(changed, request);
      return reply;
    },
  );

  function tellChange(
    { user, passwordChanged, emailChange, endedSessions, signOnRemoved }: ChangedProfile,
    request: FastifyRequest,
  ) {
    const { session, ...account } = sessionOf(request);
    const origin = () => mailer.origin();
    const language = user.language ?? undefined;
    if (signOnRemoved) securityLog.record('single-sign-on-removed', { user: account, session }, request);
    if (passwordChanged) {
      securityLog.record('password-changed', { user: account, session, sessions: endedSessions }, request);
      mailer.send({
        purpose: 'the message about a new password',
        language,
        compose: async () => passwordChangedMail({ email: user.email, origin: origin() }),
      });
    }
    if (!emailChange) return;
    securityLog.record('email-change-asked', { user: account, session }, request);
    const { token, ownerLanguage, ...emails } = emailChange;
    mailer.send({
      purpose: 'the message to a new address',
      language: token === undefined ? ownerLanguage : language,
      compose: async () => {
        const change = { ...emails, origin: origin() };
        return token === undefined ? addressInUseMail(change) : confirmationMail(change, token);
      },
    });
    mailer.send({
      purpose: 'the message to an old address',
      language,
      compose: async () => changeAskedMail({ ...emails, origin: origin() }),
    });
  }

  app.get(
    paths.sessions,
    operation(null, 'Where the person is signed in, last used first', { 200: pageOf(sessionRow) }),
    (request) => {
      const { personId, session } = sessionOf(request);
      return listSessions(context.read(request).directory, personId, session);
    },
  );

  app.delete(
    paths.sessions,
    operation(null, 'Sign out everywhere else', { 200: deleted }),
    async (request, reply) => {
      const { session, ...user } = sessionOf(request);
      let ended: readonly string[] = [];
      await context.write(request, reply, async (scope) => {
        ended = await endSessionsOf(scope.directory, user.personId, { except: session });
        return { status: 200, body: { detail: messages.signedOutElsewhere } };
      });
      if (!request.replayed)
        securityLog.record('session-ended', { user, session, sessions: ended.length }, request);
      return reply;
    },
  );

  app.delete<IdParams>(
    `${paths.sessions}:id/`,
    operation(null, 'Sign out there', { 200: deleted }),
    async (request, reply) => {
      const { session: _, ...user } = sessionOf(request);
      const { id } = request.params;
      await context.write(request, reply, async (scope) => {
        const device = await endOwnSession(scope.directory, user.personId, id);
        return { status: 200, body: { detail: messages.signedOutThere({ device }) } };
      });
      if (!request.replayed) securityLog.record('session-ended', { user, session: id }, request);
      return reply;
    },
  );
}

/** Attempts with the present password are counted for each user. */
const userKey = (request: FastifyRequest) => String(userOf(request).userId);
