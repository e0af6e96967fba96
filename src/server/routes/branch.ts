import type { FastifyInstance } from 'fastify';
import { HISTORY_PATH } from '#contract/history.ts';
import { paths } from '#contract/http.ts';
import { PEOPLE_PATH } from '#contract/people.ts';
import { GETTING_STARTED_PATH } from '#contract/setup.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { readPeople } from '#server/store/accounts/users.ts';
import { dashboardOf, readBranchDetails, readGettingStarted } from '#server/store/months/branch-details.ts';
import { historyList } from '../store/history.ts';

/** Adds the routes of the branch: details, dashboard, history. */
export function branchRoutes(
  app: FastifyInstance,
  context: RequestContext,
  capabilities: { readonly events: boolean },
): void {
  app.get(paths.branch, async (request) => ({
    ...(await readBranchDetails(context.read(request))),
    ...capabilities,
  }));

  app.get(GETTING_STARTED_PATH, (request) => readGettingStarted(context.read(request)));

  app.get(paths.dashboard, (request) => dashboardOf(context.read(request)));

  app.get(PEOPLE_PATH, (request) => readPeople(context.read(request)));

  app.get(HISTORY_PATH, (request, reply) => context.list(request, reply, historyList));
}
