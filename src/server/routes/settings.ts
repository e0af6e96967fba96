import type { FastifyInstance } from 'fastify';
import { branchSettings, SETTINGS_PATH, settingsChange } from '#contract/branch-settings.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { changeBody } from '#server/http/route-schemas.ts';
import { changeSettings, readSettings } from '#server/store/settings/branch-settings.ts';

/** Adds the routes of the settings of the branch (decision 52). */
export function settingsRoutes(app: FastifyInstance, context: RequestContext): void {
  app.get(
    SETTINGS_PATH,
    {
      config: { needs: 'records.read' },
      schema: {
        summary: 'What the branch prints on receipts and writes in reminders',
        response: { 200: branchSettings },
      },
    },
    (request) => readSettings(context.read(request)),
  );

  app.patch(
    SETTINGS_PATH,
    {
      config: { needs: 'settings.manage' },
      schema: {
        summary: 'Change the settings of the branch, for managers; absent fields stay',
        body: changeBody(settingsChange),
        response: { 200: branchSettings },
      },
    },
    (request, reply) =>
      context.write(request, reply, async (scope) => ({
        status: 200,
        body: await changeSettings(scope, request.body),
      })),
  );
}
