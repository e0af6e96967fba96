import type { ListRequest } from '#app/cache/query-keys.ts';
import { isDay } from '#contract/days.ts';
import type { Resource } from '#contract/define-resource.ts';
import { filtersOf, summedColumns } from '#contract/list-filters.ts';

/** Holds the search, order and filters of a list, independent of its page. */
export interface ListFilters {
  readonly search: string;
  /** A column, prefixed with - for descending; '' for newest first. */
  readonly ordering: string;
  /** Values of the active filters, by name. */
  readonly filters: Readonly<Record<string, string>>;
}

/** Holds the state of a list. It is stored in the address alone, so that Back and a reload restore it. */
export interface ListState extends ListFilters {
  readonly page: number;
}

/** Changes values by their names in the address; '' removes one. */
export type SetFilters = (change: Readonly<Record<string, string>>) => void;

/** Lists the parameters that have controls of their own and are no filters. */
const NOT_FILTERS: readonly string[] = ['search', 'ordering', 'totals'];

/** Returns the filters of a resource, named as in the address and the API. */
export function filterNames(resource: Resource): readonly string[] {
  return Object.keys(filtersOf(resource)).filter((name) => !NOT_FILTERS.includes(name));
}

/** Parses a page number from the address; 1 if it is invalid. */
export function readPage(text: string | null): number {
  return text !== null && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1;
}

/** Validates a filter's value, because users can edit the address. */
function isValue(name: string, value: string): boolean {
  if (name === 'created_after' || name === 'created_before') return isDay(value);
  if (name === 'owing') return value === 'true';
  if (name === 'is_installment') return value === 'true' || value === 'false';
  return value.length > 0 && value.length <= 64;
}

/** Parses the list state from the address and ignores invalid parts. */
export function readListState(resource: Resource, address: URLSearchParams): ListState {
  const filters = filterNames(resource).flatMap((name) => {
    const value = address.get(name);
    return value !== null && isValue(name, value) ? [[name, value]] : [];
  });
  const ordering = address.get('ordering') ?? '';
  return {
    page: readPage(address.get('page')),
    search: address.get('search') ?? '',
    ordering: resource.columns.includes(ordering.replace(/^-/, '')) ? ordering : '',
    filters: Object.fromEntries(filters),
  };
}

/** Returns the path of a list that is filtered by one referenced record. */
export const filteredPath = ({ screens }: Resource, name: string, id: string): string =>
  `${screens.list}?${new URLSearchParams({ [name]: id })}`;

/** Tells whether a search or filter is active. */
export const isFiltered = ({ search, filters }: ListFilters): boolean =>
  search !== '' || Object.keys(filters).length > 0;

/** Converts the list state to a server request, without parameters that change nothing. */
export function toQuery(resource: Resource, state: ListState): ListRequest {
  const { page, search, ordering, filters } = state;
  const { owing, is_installment, ...others } = filters;
  return {
    ...others,
    page,
    ...(search !== '' && { search }),
    ...(ordering !== '' && { ordering }),
    ...(owing && { owing: true }),
    ...(is_installment && { is_installment: is_installment === 'true' }),
    ...(isFiltered(state) && summedColumns(resource).length > 0 && { totals: true }),
  };
}
