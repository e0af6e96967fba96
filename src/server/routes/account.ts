import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { loginBody, refreshBody, resetBody, resetConfirmBody, UNUSABLE_LINK } from '#contract/account.ts';
import { paths } from '#contract/http.ts';
import type { Config } from '../config.ts';
import type { ResetPost } from '../mail/reset-post.ts';
import { type HoldToLimit, signInLimits } from '../plugins/sign-in-limit.ts';
import { parseBody } from '../store/body.ts';
import type { Database } from '../store/database.ts';
import { confirmReset, findByEmail } from '../store/password-resets.ts';
import { Refusal } from '../store/refusal.ts';
import { beginSession, continueSession, findByPassword, forgivenGenerations } from '../store/sessions.ts';
import type { TokenMaker } from '../store/tokens.ts';

export interface AccountParts {
  readonly db: Kysely<Database>;
  readonly config: Pick<Config, 'accessTokenSeconds' | 'refreshTokenSeconds'>;
  readonly tokens: TokenMaker;
  readonly resetPost: ResetPost;
}

/** What comes before any branch is known: open to all, so it works on the tables that do too. */
export async function accountRoutes(app: FastifyInstance, parts: AccountParts): Promise<void> {
  const newLimit = await signInLimits(app);
  sessionRoutes(app, parts, newLimit());
  resetRoutes(app, parts, { asking: newLimit(), confirming: newLimit() });
}

/** Signing in and staying signed in. */
function sessionRoutes(
  app: FastifyInstance,
  { db, config, tokens }: AccountParts,
  holdToLimit: HoldToLimit,
): void {
  const untilUnused = () => new Date(Date.now() + config.refreshTokenSeconds * 1000);
  const forgiven = forgivenGenerations(config.accessTokenSeconds);

  app.post(paths.login, async (request) => {
    const credentials = parseBody(loginBody, request.body);
    await holdToLimit(request);
    const person = await findByPassword(db, credentials);
    const session = person && (await beginSession(db, person, untilUnused()));
    if (!session) {
      throw new Refusal(400, { non_field_errors: ['Email and password do not belong together.'] });
    }
    return tokens.pairFor(session);
  });

  app.post(paths.refresh, async (request) => {
    const { refresh } = parseBody(refreshBody, request.body);
    const step = await tokens.readRefresh(refresh);
    const next = step && (await continueSession(db, step, { until: untilUnused(), forgiven }));
    if (!next) throw new Refusal(401, { detail: 'Your session has ended. Sign in again.' });
    return tokens.pairFor(next);
  });
}

/** Asking for a link that sets a new password, and setting it (decisions 25 and 26). */
function resetRoutes(
  app: FastifyInstance,
  { db, resetPost }: AccountParts,
  hold: { readonly asking: HoldToLimit; readonly confirming: HoldToLimit },
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
    if (!(await confirmReset(db, confirmation))) throw new Refusal(400, { detail: UNUSABLE_LINK });
    return { detail: 'Your new password is set. Sign in with it.' };
  });
}
