import { DEBTS_PATH, debtFilters } from './debts.ts';
import { exportPath } from './exports.ts';
import { HISTORY_PATH } from './history.ts';
import { type Filters, filtersOf, historyFilters } from './list-filters.ts';
import { MONTH_PATH } from './month.ts';
import { permissionFor } from './record-permissions.ts';
import { allResourceNames } from './resource-names.ts';
import { resourceOf } from './resources/registry.ts';

const exportQuery = {
  format: 'csv or xlsx',
  lang: 'ar: the sheet of an xlsx file runs from right to left',
  time_zone: 'The zone of times, such as Africa/Cairo; without it UTC',
};

const fileOf = <Needs>(list: string, plural: string, needs: Needs, filters: Filters) =>
  ({
    method: 'GET',
    path: exportPath(list),
    needs,
    summary: `${plural} as a file`,
    query: { ...exportQuery, ...filters },
    file: true,
  }) as const;

/** Lists the endpoints that answer a whole list as a file (decision 56). */
export const exportEndpoints = [
  ...allResourceNames.map(resourceOf).map((resource) => {
    const { totals: _sums, ...filters } = filtersOf(resource);
    return fileOf(resource.path, resource.plural, permissionFor(resource, 'read'), filters);
  }),
  fileOf(MONTH_PATH, 'Months', 'months.read' as const, {}),
  fileOf(DEBTS_PATH, 'Who owes what', 'records.read' as const, debtFilters),
  fileOf(HISTORY_PATH, 'The history of a record, a month, a person', 'history.read' as const, historyFilters),
];
