import type { FastifyInstance } from 'fastify';
import { HISTORY_PATH } from '#contract/history.ts';
import { paths } from '#contract/http.ts';
import { KNOWN_KEYS_PATH } from '#contract/known-keys.ts';
import { PEOPLE_PATH } from '#contract/people.ts';
import { GETTING_STARTED_PATH } from '#contract/setup.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { readPeople } from '#server/store/accounts/people.ts';
import { readKnownKeys } from '#server/store/known-keys.ts';
import { dashboardOf, readBranchDetails } from '#server/store/months/branch-details.ts';
import { readGettingStarted } from '#server/store/months/getting-started.ts';
import { historyList } from '../store/history.ts';

/** Types the query about known keys. */
interface KeysQuery {
  readonly Querystring: { readonly keys?: unknown };
}

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

  app.get(paths.dashboard, (request, reply) => context.kept(request, reply, dashboardOf));

  app.get(PEOPLE_PATH, (request) => readPeople(context.read(request)));

  app.get<KeysQuery>(KNOWN_KEYS_PATH, (request) => readKnownKeys(context.read(request), request.query.keys));

  app.get(HISTORY_PATH, (request, reply) => context.list(request, reply, historyList));
}
