import type { FastifyInstance } from 'fastify';
import { paths } from '#contract/wire.ts';
import { branchDetails, dashboardOf } from '../store/branch-details.ts';
import { changeProfile, readProfile } from '../store/profile.ts';
import type { Desk } from './desk.ts';

/** What belongs to the person and the branch of the token: profile, details, dashboard. */
export function branchRoutes(app: FastifyInstance, desk: Desk): void {
  app.get(paths.branch, (request) => branchDetails(desk.read(request)));

  app.get(paths.dashboard, (request) => dashboardOf(desk.read(request)));

  app.get(paths.user, (request) => readProfile(desk.read(request)));

  app.patch(paths.user, (request, reply) =>
    desk.write(request, reply, async (scope) => ({
      status: 200,
      body: await changeProfile(scope, request.body),
    })),
  );
}
