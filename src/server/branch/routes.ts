import type { FastifyInstance } from 'fastify';
import { branchDetails } from '#contract/branch.ts';
import { branchSettings, SETTINGS_PATH, settingsChange } from '#contract/branch-settings.ts';
import { dashboard } from '#contract/dashboard.ts';
import { HISTORY_PATH, historyEntry } from '#contract/history.ts';
import { paths } from '#contract/http.ts';
import { historyFilters } from '#contract/list-filters.ts';
import { pageOf } from '#contract/paging.ts';
import { PEOPLE_PATH, people } from '#contract/people.ts';
import { GETTING_STARTED_PATH, gettingStarted } from '#contract/setup.ts';
import { readPeople } from '#server/accounts/users.ts';
import { historyList } from '#server/history/history.ts';
import { userOf } from '#server/http/authenticate.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { changeBody, operation, pagesOf } from '#server/http/route-schemas.ts';
import { dashboardOf, readBranchDetails, readGettingStarted } from '#server/months/months.ts';
import { changeSettings, readSettings } from './branch-settings.ts';

export function branchRoutes(app: FastifyInstance, context: RequestContext): void {
  app.get(
    paths.branch,
    operation(null, 'The branch and its current month', { 200: branchDetails }),
    async (request) => ({ ...(await readBranchDetails(context.read(request))), events: true }),
  );

  app.get(
    GETTING_STARTED_PATH,
    operation(null, 'What a new branch has done already', { 200: gettingStarted }),
    (request) => readGettingStarted(context.read(request)),
  );

  app.get(
    paths.dashboard,
    operation('months.figures', "The current month's sums", { 200: dashboard }),
    (request) => dashboardOf(context.read(request)),
  );

  app.get(
    PEOPLE_PATH,
    operation('records.read', 'What the users of the branch are called, by the id that records name', {
      200: people,
    }),
    (request) => readPeople(context.read(request)),
  );

  app.get(
    HISTORY_PATH,
    operation(
      'history.read',
      'Who wrote what, newest first: of a record, a month, a person',
      { 200: pageOf(historyEntry) },
      { querystring: pagesOf(historyFilters) },
    ),
    (request, reply) => context.list(request, reply, historyList),
  );
}

/** `forget` ends the trust in looked up sessions of the branch: it has another calendar. */
export function settingsRoutes(
  app: FastifyInstance,
  context: RequestContext,
  forget: (branchId: bigint) => void,
): void {
  app.get(
    SETTINGS_PATH,
    operation('records.read', 'What the branch prints on receipts and writes in reminders', {
      200: branchSettings,
    }),
    (request) => readSettings(context.read(request)),
  );

  app.patch(
    SETTINGS_PATH,
    operation(
      'settings.manage',
      'Change the settings of the branch, for managers; absent fields stay',
      { 200: branchSettings },
      { body: changeBody(settingsChange) },
    ),
    async (request, reply) => {
      await context.write(request, reply, async (scope) => ({
        status: 200,
        body: await changeSettings(scope, request.body),
      }));
      // Other processes read it from the database.
      forget(userOf(request).branchId);
      return reply;
    },
  );
}
