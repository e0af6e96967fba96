import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { SETUP_PATH, setupBody, setupDone, setupState } from '#contract/setup.ts';
import { newPassword } from '#server/accounts/passwords.ts';
import { messages } from '#server/accounts/texts.en.ts';
import type { FirstRun } from '#server/branch/first-run.ts';
import { loginRateLimits } from '#server/http/login-rate-limit.ts';
import type { SecurityLog } from '#server/http/security-log.ts';
import type { ServerConfig } from '#server/platform/config.ts';
import { badField, conflict } from '#server/platform/http-error.ts';

const body = setupBody.extend({ password: newPassword });

/** Codes are tried at most 20 times a minute from one address (decision 60). */
export async function setupRoutes(
  app: FastifyInstance,
  firstRun: FirstRun,
  securityLog: SecurityLog,
  { oidc }: Pick<ServerConfig, 'oidc'>,
): Promise<void> {
  const limits = await loginRateLimits(app, securityLog);
  const enforceLimit = limits.perKey(() => 'setup');

  app.get(
    SETUP_PATH,
    {
      schema: {
        summary: 'Whether nobody has used this server yet, and the name of its single sign-on',
        response: { 200: setupState },
      },
    },
    async () => ({
      required: await firstRun.isRequired(),
      ...(oidc && { single_sign_on: oidc.name }),
    }),
  );

  app.withTypeProvider<ZodTypeProvider>().post(
    SETUP_PATH,
    {
      schema: {
        summary: 'Set up the first branch and manager with the printed code; works once',
        body,
        response: { 201: setupDone },
      },
      onRequest: limits.perSource,
      preValidation: async (request) => {
        await enforceLimit(request);
        if (!(await firstRun.isRequired())) throw conflict(messages.setUpAlready);
      },
    },
    async (request, reply) => {
      const given = request.body;
      if (!(await firstRun.isCode(given.code))) throw badField('code', messages.setupCodeWrong);
      const user = await firstRun.claim(given);
      if (!user) throw conflict(messages.setUpAlready);
      securityLog.record('user-added', { user, role: 'manager' }, request);
      return reply.code(201).send({ detail: messages.setUp({ branch: given.branch }) });
    },
  );
}
