import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { signedIn } from '#contract/account.ts';
import {
  OIDC_CALLBACK_PATH,
  OIDC_FINISH_PATH,
  OIDC_START_PATH,
  SIGN_ON_CODE,
  SIGN_ON_PROBLEM,
  type SignOnProblem,
} from '#contract/single-sign-on.ts';
import { signOnConnectedMail } from '#server/accounts/account-mails.ts';
import { OidcProvider, SignOnRefused } from '#server/accounts/oidc-provider.ts';
import {
  CODE_SECONDS,
  issueCode,
  type SignOnUser,
  takeCode,
  UserRefused,
  userOfAccount,
} from '#server/accounts/oidc-sign-in.ts';
import { createSecret } from '#server/accounts/secrets.ts';
import { SignOnCookie } from '#server/accounts/sign-on-cookie.ts';
import { readSignInFacts } from '#server/accounts/storage-key.ts';
import { messages } from '#server/accounts/texts.en.ts';
import type { TokenService } from '#server/accounts/tokens.ts';
import type { Database } from '#server/db/database.ts';
import { loginRateLimits } from '#server/http/login-rate-limit.ts';
import { originOf } from '#server/http/origin.ts';
import type { PasswordAttempts } from '#server/http/password-attempts.ts';
import type { SecurityLog } from '#server/http/security-log.ts';
import type { ServerConfig } from '#server/platform/config.ts';
import { HttpError } from '#server/platform/http-error.ts';
import type { Mailer } from '#server/platform/mailer.ts';

const APP_SIGN_IN = '/auth';
/** Of the app's own address, which must fit into a cookie. */
const MAX_NEXT = 1000;

const nextIn = z.object({ next: z.string().max(MAX_NEXT).optional().catch(undefined) });

const signOnBody = z.object({
  code: z.string({ error: () => messages.signOnExpired }).max(255, { error: () => messages.signOnExpired }),
});

interface SingleSignOnOptions {
  readonly db: Kysely<Database>;
  readonly config: Pick<ServerConfig, 'oidc' | 'publicUrl' | 'refreshTokenSeconds'>;
  readonly tokenSecret: string;
  readonly tokens: TokenService;
  readonly mailer: Mailer;
  readonly securityLog: SecurityLog;
  readonly attempts: PasswordAttempts;
}

/**
 * Sign-in at the organisation's provider by OpenID Connect (decision 161). Without the setting there are no such routes.
 * The first two are opened as pages and always lead back to the app. No token is in an address.
 */
export async function singleSignOnRoutes(app: FastifyInstance, options: SingleSignOnOptions): Promise<void> {
  const { db, config, tokens, mailer, securityLog, attempts } = options;
  const { oidc, publicUrl } = config;
  if (!oidc || publicUrl === undefined) return;
  const provider = new OidcProvider(oidc, `${publicUrl}/api${OIDC_CALLBACK_PATH}`);
  const cookie = new SignOnCookie(options.tokenSecret, publicUrl);
  const { perSource, perKey } = await loginRateLimits(app, securityLog);
  const limitCodes = perKey(() => 'single sign-on');

  const toApp = (reply: FastifyReply, fragment: Record<string, string>, next?: string) =>
    reply.redirect(
      `${APP_SIGN_IN}${next === undefined ? '' : `?${new URLSearchParams({ next })}`}#${new URLSearchParams(fragment)}`,
    );

  const refuse = (request: FastifyRequest, reply: FastifyReply, error: unknown, next?: string) => {
    const problem: SignOnProblem = error instanceof SignOnRefused ? error.problem : 'busy';
    if (error instanceof SignOnRefused) {
      const user = error instanceof UserRefused ? error.user : undefined;
      request.log.warn({ reason: error.message }, 'single sign-on refused');
      securityLog.record('sign-in-refused', { user, by: 'single sign-on', problem }, request);
    } else if (!(error instanceof HttpError)) request.log.error({ err: error }, 'single sign-on failed');
    return toApp(reply, { [SIGN_ON_PROBLEM]: problem }, next);
  };

  const tellConnected = (user: SignOnUser, request: FastifyRequest) => {
    const { email, language } = user;
    securityLog.record('single-sign-on-connected', { user }, request);
    mailer.send({
      purpose: 'the message about single sign-on',
      language,
      compose: async () => signOnConnectedMail({ email, provider: oidc.name, origin: mailer.origin() }),
    });
  };

  app.get(OIDC_START_PATH, { schema: { hide: true } }, async (request, reply) => {
    const { next } = nextIn.parse(request.query);
    try {
      await perSource(request);
      const checks = await provider.newChecks();
      const address = await provider.signInAddress(checks);
      reply.header('set-cookie', await cookie.encrypt({ ...checks, next }));
      return reply.redirect(address);
    } catch (error) {
      return refuse(request, reply, error, next);
    }
  });

  app.get(OIDC_CALLBACK_PATH, { schema: { hide: true } }, async (request, reply) => {
    const pending = await cookie.decrypt(request.headers.cookie);
    // Whatever comes of it, this cookie has been used.
    reply.header('set-cookie', cookie.set('used', 0));
    try {
      await perSource(request);
      if (!pending) throw new SignOnRefused('expired', 'the browser has no sign-in that waits');
      const account = await provider.accountOf(request.url.split('?')[1] ?? '', pending);
      const user = await userOfAccount(db, account);
      if (user.isNew) tellConnected(user, request);
      const browser = createSecret();
      const code = await issueCode(db, user, browser);
      reply.removeHeader('set-cookie').header('set-cookie', cookie.set(browser, CODE_SECONDS));
      return toApp(reply, { [SIGN_ON_CODE]: code }, pending.next);
    } catch (error) {
      return refuse(request, reply, error, pending?.next);
    }
  });

  app.withTypeProvider<ZodTypeProvider>().post(
    OIDC_FINISH_PATH,
    {
      schema: {
        summary: 'Sign in with the code that single sign-on gave to this browser; works once',
        body: signOnBody,
        response: { 200: signedIn },
      },
      onRequest: perSource,
      preValidation: limitCodes,
    },
    async (request, reply) => {
      const browser = cookie.read(request.headers.cookie);
      const { code } = request.body;
      const claim =
        browser === undefined
          ? undefined
          : await takeCode(
              db,
              { code, browser },
              { idleSeconds: config.refreshTokenSeconds, ...originOf(request) },
            );
      reply.header('set-cookie', cookie.set('used', 0));
      if (!claim) {
        securityLog.record('sign-in-refused', { by: 'single sign-on', problem: 'expired' }, request);
        throw new HttpError(400, { detail: messages.signOnExpired });
      }
      await attempts.remember(request, claim);
      securityLog.record('sign-in', { user: claim, session: claim.session, by: 'single sign-on' }, request);
      return { ...(await tokens.pairFor(claim)), ...(await readSignInFacts(db, claim)) };
    },
  );
}
