import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DEBTS_PATH, debtFilters } from '#contract/debts.ts';
import { exportPath } from '#contract/exports.ts';
import { HISTORY_PATH } from '#contract/history.ts';
import { type Filters, filtersOf, historyFilters } from '#contract/list-filters.ts';
import { languages } from '#contract/messages.ts';
import { MONTH_PATH } from '#contract/month.ts';
import type { Permission } from '#contract/permissions.ts';
import { permissionFor } from '#contract/record-permissions.ts';
import { REPORTS_PATH } from '#contract/reports.ts';
import { allResourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { TOKEN_PARAMETER } from '#contract/spreadsheet-tokens.ts';
import { userOf } from '#server/http/authenticate.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { fileAnswer, queryOf } from '#server/http/route-schemas.ts';
import { messages } from '#server/messages/http.en.ts';
import { inLanguage } from '#server/messages/language.ts';
import { forbidden } from '#server/platform/http-error.ts';
import { exportedLists } from './exports.ts';

const formatQuery = {
  format: 'csv or xlsx',
  lang: 'ar: the sheet of an xlsx file runs from right to left; for spreadsheets, ar or en: the language of headings',
};

const tokenQuery = {
  [TOKEN_PARAMETER]: 'A token for spreadsheets, where no header can be sent; then format must be csv',
};

/** Of people, not of records: no spreadsheet reads it. */
const notForSpreadsheets: readonly string[] = [HISTORY_PATH];

interface ExportedFile {
  readonly summary: string;
  readonly needs: Permission;
  readonly filters: Filters;
}

const files = new Map<string, ExportedFile>([
  ...allResourceNames.map(resourceOf).map((resource) => {
    const { totals: _sums, ...filters } = filtersOf(resource);
    const needs = permissionFor(resource, 'read');
    return [resource.path, { summary: `${resource.plural} as a file`, needs, filters }] as const;
  }),
  [MONTH_PATH, { summary: 'Months as a file', needs: 'months.read', filters: {} }],
  [DEBTS_PATH, { summary: 'Who owes what as a file', needs: 'records.read', filters: debtFilters }],
  [
    REPORTS_PATH,
    {
      summary: 'The lines of a report as a file',
      needs: 'months.figures',
      filters: {
        from: 'The first day, yyyy-MM-dd',
        until: 'The last day, yyyy-MM-dd',
        payment_method: 'The id of a method',
        recorded_by: 'The id of a person',
      },
    },
  ],
  [
    HISTORY_PATH,
    {
      summary: 'The history of a record, a month, a person as a file',
      needs: 'history.read',
      filters: historyFilters,
    },
  ],
]);

const spreadsheetQuery = z.object({ format: z.string().catch(''), lang: z.enum(languages).catch('en') });

/** A spreadsheet sends no language, so the address names that of the headings. */
function asSpreadsheet<T>(request: FastifyRequest, send: () => T): T {
  const { format, lang } = spreadsheetQuery.parse(request.query);
  if (format !== 'csv') throw forbidden(messages.spreadsheetReadsOnly);
  return inLanguage(lang, send);
}

export function exportRoutes(app: FastifyInstance, context: RequestContext): void {
  for (const exported of exportedLists) {
    const { summary, needs, filters } = files.get(exported.path) ?? {};
    const isForSpreadsheets = !notForSpreadsheets.includes(exported.path);
    app.get(
      exportPath(exported.path),
      {
        exposeHeadRoute: false,
        config: { needs, ...(isForSpreadsheets && { spreadsheets: 'address' }) },
        schema: {
          summary,
          querystring: queryOf({ ...formatQuery, ...(isForSpreadsheets && tokenQuery), ...filters }),
          response: { 200: fileAnswer },
        },
      },
      (request, reply) => {
        const send = () => context.exportList(request, reply, exported);
        return userOf(request).spreadsheetToken === undefined ? send() : asSpreadsheet(request, send);
      },
    );
  }
}
