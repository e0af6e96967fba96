import type { FastifyInstance } from 'fastify';
import { SETTINGS_PATH } from '#contract/branch-settings.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { changeSettings, readSettings } from '#server/store/settings/branch-settings.ts';

/** Adds the routes of the settings of the branch (decision 52). */
export function settingsRoutes(app: FastifyInstance, context: RequestContext): void {
  app.get(SETTINGS_PATH, (request) => readSettings(context.read(request)));

  app.patch(SETTINGS_PATH, (request, reply) =>
    context.write(request, reply, async (scope) => ({
      status: 200,
      body: await changeSettings(scope, request.body),
    })),
  );
}
