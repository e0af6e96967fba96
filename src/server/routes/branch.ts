import type { FastifyInstance } from 'fastify';
import { HISTORY_PATH } from '#contract/history.ts';
import { paths } from '#contract/http.ts';
import { branchDetails, dashboardOf } from '../store/branch-details.ts';
import { listHistory } from '../store/history.ts';
import { changeProfile, readProfile } from '../store/profile.ts';
import { askedOf, type Desk } from './desk.ts';

/** What belongs to the person and the branch of the token: profile, details, dashboard, history. */
export function branchRoutes(app: FastifyInstance, desk: Desk): void {
  app.get(paths.branch, (request) => branchDetails(desk.read(request)));

  app.get(paths.dashboard, (request) => dashboardOf(desk.read(request)));

  app.get(HISTORY_PATH, (request) => listHistory(desk.read(request), askedOf(request)));

  app.get(paths.user, (request) => readProfile(desk.read(request)));

  app.patch(paths.user, (request, reply) =>
    desk.write(request, reply, async (scope) => ({
      status: 200,
      body: await changeProfile(scope, request.body),
    })),
  );
}
