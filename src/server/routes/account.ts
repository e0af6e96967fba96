import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { loginBody, refreshBody } from '#contract/session.ts';
import { paths } from '#contract/wire.ts';
import type { Config } from '../config.ts';
import { signInLimit } from '../plugins/sign-in-limit.ts';
import { parseBody } from '../store/body.ts';
import type { Database } from '../store/database.ts';
import { Refusal } from '../store/refusal.ts';
import { beginSession, continueSession, findByPassword } from '../store/sessions.ts';
import type { TokenMaker } from '../store/tokens.ts';

export interface AccountParts {
  readonly db: Kysely<Database>;
  readonly config: Pick<Config, 'refreshTokenSeconds'>;
  readonly tokens: TokenMaker;
}

/** Signing in and staying signed in: open to all, so it works on the tables that come before any branch. */
export async function accountRoutes(
  app: FastifyInstance,
  { db, config, tokens }: AccountParts,
): Promise<void> {
  const holdToLimit = await signInLimit(app);
  const untilUnused = () => new Date(Date.now() + config.refreshTokenSeconds * 1000);

  app.post(paths.login, async (request) => {
    const credentials = parseBody(loginBody, request.body);
    await holdToLimit(request);
    const person = await findByPassword(db, credentials);
    if (!person) {
      throw new Refusal(400, { non_field_errors: ['Email and password do not belong together.'] });
    }
    return tokens.pairFor(await beginSession(db, person, untilUnused()));
  });

  app.post(paths.refresh, async (request) => {
    const { refresh } = parseBody(refreshBody, request.body);
    const step = await tokens.readRefresh(refresh);
    const next = step && (await continueSession(db, step, untilUnused()));
    if (!next) throw new Refusal(401, { detail: 'Your session has ended. Sign in again.' });
    return tokens.pairFor(next);
  });
}
