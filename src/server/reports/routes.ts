import type { FastifyInstance } from 'fastify';
import { REPORTS_PATH, report } from '#contract/reports.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { operation, queryOf } from '#server/http/route-schemas.ts';
import { readReport } from './reports.ts';

const { config, schema } = operation(
  'months.figures',
  'The money of any period by kind, method and person',
  { 200: report },
  { querystring: queryOf({ from: 'The first day, yyyy-MM-dd', until: 'The last day, yyyy-MM-dd' }) },
);

export function reportRoutes(app: FastifyInstance, context: RequestContext): void {
  app.get<{ readonly Querystring: Readonly<Record<string, unknown>> }>(
    REPORTS_PATH,
    { config: { ...config, spreadsheets: 'header' }, schema },
    (request) => context.readTogether(request, (scope) => readReport(scope, request.query)),
  );
}
