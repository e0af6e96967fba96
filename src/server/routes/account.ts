import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { loginBody, refreshBody, resetBody, resetConfirmBody, UNUSABLE_LINK } from '#contract/account.ts';
import { paths } from '#contract/http.ts';
import { type EnforceLimit, loginRateLimits } from '#server/http/login-rate-limit.ts';
import type { PasswordResetMailer } from '#server/mail/password-reset-mailer.ts';
import { confirmReset, findByEmail } from '#server/store/accounts/password-resets.ts';
import {
  acceptedGenerations,
  beginSession,
  continueSession,
  findByPassword,
} from '#server/store/accounts/sessions.ts';
import type { TokenService } from '#server/store/accounts/tokens.ts';
import { HttpError } from '#server/store/http-error.ts';
import { parseBody } from '#server/store/records/body.ts';
import type { ServerConfig } from '../config.ts';
import type { Database } from '../store/database.ts';

export interface AccountParts {
  readonly db: Kysely<Database>;
  readonly config: Pick<ServerConfig, 'accessTokenSeconds' | 'refreshTokenSeconds'>;
  readonly tokens: TokenService;
  readonly resetPost: PasswordResetMailer;
}

/** What comes before any branch is known: open to all, so it works on the tables that do too. */
export async function accountRoutes(app: FastifyInstance, parts: AccountParts): Promise<void> {
  const newLimit = await loginRateLimits(app);
  sessionRoutes(app, parts, newLimit());
  resetRoutes(app, parts, { asking: newLimit(), confirming: newLimit() });
}

/** Signing in and staying signed in. */
function sessionRoutes(
  app: FastifyInstance,
  { db, config, tokens }: AccountParts,
  holdToLimit: EnforceLimit,
): void {
  const untilUnused = () => new Date(Date.now() + config.refreshTokenSeconds * 1000);
  const accepted = acceptedGenerations(config.accessTokenSeconds);

  app.post(paths.login, async (request) => {
    const credentials = parseBody(loginBody, request.body);
    await holdToLimit(request);
    const person = await findByPassword(db, credentials);
    const session = person && (await beginSession(db, person, untilUnused()));
    if (!session) {
      throw new HttpError(400, { non_field_errors: ['Email and password do not belong together.'] });
    }
    return tokens.pairFor(session);
  });

  app.post(paths.refresh, async (request) => {
    const { refresh } = parseBody(refreshBody, request.body);
    const step = await tokens.readRefresh(refresh);
    const next =
      step && (await continueSession(db, step, { until: untilUnused(), acceptedGenerations: accepted }));
    if (!next) throw new HttpError(401, { detail: 'Your session has ended. Sign in again.' });
    return tokens.pairFor(next);
  });
}

/** Asking for a link that sets a new password, and setting it (decisions 25 and 26). */
function resetRoutes(
  app: FastifyInstance,
  { db, resetPost }: AccountParts,
  hold: { readonly asking: EnforceLimit; readonly confirming: EnforceLimit },
): void {
  app.post(paths.passwordReset, async (request) => {
    const { email } = parseBody(resetBody, request.body);
    await hold.asking(request);
    const person = await findByEmail(db, email);
    if (person) resetPost.send(person);
    return { detail: resetPost.told };
  });

  app.post(paths.passwordResetConfirm, async (request) => {
    const confirmation = parseBody(resetConfirmBody, request.body);
    await hold.confirming(request);
    if (!(await confirmReset(db, confirmation))) throw new HttpError(400, { detail: UNUSABLE_LINK });
    return { detail: 'Your new password is set. Sign in with it.' };
  });
}
