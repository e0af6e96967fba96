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
import { publishCalendar } from '#server/accounts/sessions.ts';
import { readPeople } from '#server/accounts/users.ts';
import { historyList } from '#server/history/history.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { changeBody, operation, pagesOf } from '#server/http/route-schemas.ts';
import { dashboardOf, readBranchDetails, readGettingStarted } from '#server/months/months.ts';
import { changeSettings, readSettings } from './branch-settings.ts';

export function branchRoutes(
  app: FastifyInstance,
  context: RequestContext,
  capabilities: { readonly events: boolean },
): void {
  app.get(
    paths.branch,
    operation(null, 'The branch and its current month', { 200: branchDetails }),
    async (request) => ({ ...(await readBranchDetails(context.read(request))), ...capabilities }),
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

/** @param forget ends the trust in a session that was looked up: its branch has another calendar */
export function settingsRoutes(
  app: FastifyInstance,
  context: RequestContext,
  forget: (session: string) => void,
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
      let published: readonly string[] = [];
      await context.write(request, reply, async (scope) => {
        const body = await changeSettings(scope, request.body);
        const { timeZone, dayBegins } = scope.calendar;
        if (body.time_zone !== timeZone || body.day_begins !== String(dayBegins))
          published = await publishCalendar(scope);
        return { status: 200, body };
      });
      // Other processes hear of it from the database.
      for (const session of published) forget(session);
      return reply;
    },
  );
}
