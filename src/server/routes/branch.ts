import type { FastifyInstance } from 'fastify';
import { HISTORY_PATH } from '#contract/history.ts';
import { paths } from '#contract/http.ts';
import { listRequestOf, type RequestContext } from '#server/http/request-context.ts';
import { changeProfile, readProfile } from '#server/store/accounts/profile.ts';
import { branchDetails, dashboardOf } from '#server/store/months/branch-details.ts';
import { listHistory } from '../store/history.ts';

/** What belongs to the person and the branch of the token: profile, details, dashboard, history. */
export function branchRoutes(app: FastifyInstance, desk: RequestContext): void {
  app.get(paths.branch, (request) => branchDetails(desk.read(request)));

  app.get(paths.dashboard, (request) => dashboardOf(desk.read(request)));

  app.get(HISTORY_PATH, (request) => listHistory(desk.read(request), listRequestOf(request)));

  app.get(paths.user, (request) => readProfile(desk.read(request)));

  app.patch(paths.user, (request, reply) =>
    desk.write(request, reply, async (scope) => ({
      status: 200,
      body: await changeProfile(scope, request.body),
    })),
  );
}
