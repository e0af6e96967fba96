import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { loginBody, refreshBody, resetBody, resetConfirmBody, UNUSABLE_LINK } from '#contract/account.ts';
import { paths } from '#contract/http.ts';
import { type EnforceLimit, loginRateLimits } from '#server/http/login-rate-limit.ts';
import { messages } from '#server/http/messages.ts';
import { originOf } from '#server/http/origin.ts';
import type { PasswordResetMailer } from '#server/mail/password-reset-mailer.ts';
import { confirmReset, findByEmail } from '#server/store/accounts/password-resets.ts';
import { beginSession, continueSession, findByPassword } from '#server/store/accounts/sessions.ts';
import type { TokenService } from '#server/store/accounts/tokens.ts';
import { HttpError } from '#server/store/http-error.ts';
import { parseBody } from '#server/store/records/body.ts';
import type { ServerConfig } from '../config.ts';
import type { Database } from '../store/database.ts';

/** Configures the account routes. */
export interface AccountRouteOptions {
  readonly db: Kysely<Database>;
  readonly config: Pick<ServerConfig, 'refreshTokenSeconds'>;
  readonly tokens: TokenService;
  readonly resetMailer: PasswordResetMailer;
}

/** Adds the routes without sign-in: sessions and password resets. They access tables outside the branch scope. */
export async function accountRoutes(app: FastifyInstance, options: AccountRouteOptions): Promise<void> {
  const createLimit = await loginRateLimits(app);
  sessionRoutes(app, options, createLimit());
  resetRoutes(app, options, { request: createLimit(), confirm: createLimit() });
}

/** Adds the routes for sign-in and token refresh. */
function sessionRoutes(
  app: FastifyInstance,
  { db, config, tokens }: AccountRouteOptions,
  enforceLimit: EnforceLimit,
): void {
  const idleSeconds = config.refreshTokenSeconds;

  app.post(paths.login, async (request) => {
    const credentials = parseBody(loginBody, request.body);
    await enforceLimit(request);
    const { verified } = await findByPassword(db, credentials);
    const session = verified && (await beginSession(db, verified, { idleSeconds, ...originOf(request) }));
    if (!session) {
      throw new HttpError(400, { non_field_errors: [messages.wrongCredentials] });
    }
    return tokens.pairFor(session);
  });

  app.post(paths.refresh, async (request) => {
    const { refresh } = parseBody(refreshBody, request.body);
    const claim = await tokens.readRefresh(refresh);
    const continued =
      claim && (await continueSession(db, claim, { idleSeconds, agent: originOf(request).agent }));
    if (!continued || 'refused' in continued) throw new HttpError(401, { detail: messages.sessionEnded });
    return tokens.pairFor(continued.next);
  });
}

/** Adds the routes for requesting and confirming a password reset (decisions 25 and 26). */
function resetRoutes(
  app: FastifyInstance,
  { db, resetMailer }: AccountRouteOptions,
  limits: { readonly request: EnforceLimit; readonly confirm: EnforceLimit },
): void {
  app.post(paths.passwordReset, async (request) => {
    const { email } = parseBody(resetBody, request.body);
    await limits.request(request);
    const user = await findByEmail(db, email);
    if (user) resetMailer.send(user);
    return { detail: resetMailer.confirmation };
  });

  app.post(paths.passwordResetConfirm, async (request) => {
    const confirmation = parseBody(resetConfirmBody, request.body);
    await limits.confirm(request);
    if (!(await confirmReset(db, confirmation))) throw new HttpError(400, { detail: UNUSABLE_LINK });
    return { detail: messages.passwordReplaced };
  });
}
