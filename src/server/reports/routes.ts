import type { FastifyInstance } from 'fastify';
import { BRANCH_REPORTS_PATH, branchReports, REPORTS_PATH, report } from '#contract/reports.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { operation, queryOf } from '#server/http/route-schemas.ts';
import { readBranchReports, readReport } from './reports.ts';

const days = {
  querystring: queryOf({ from: 'The first day, yyyy-MM-dd', until: 'The last day, yyyy-MM-dd' }),
};
const { config, schema } = operation(
  'months.figures',
  'The money of any period by kind, method and person',
  { 200: report },
  days,
);

export function reportRoutes(app: FastifyInstance, context: RequestContext): void {
  app.get<{ readonly Querystring: Readonly<Record<string, unknown>> }>(
    REPORTS_PATH,
    { config: { ...config, spreadsheets: 'header' }, schema },
    (request) => context.readTogether(request, (scope) => readReport(scope, request.query)),
  );

  app.get<{ readonly Querystring: Readonly<Record<string, unknown>> }>(
    BRANCH_REPORTS_PATH,
    operation('months.figures', 'The same for each branch of the person', { 200: branchReports }, days),
    (request) => context.readTogether(request, (scope) => readBranchReports(scope, request.query)),
  );
}
