import type { ListRequest } from '#app/cache/query-keys.ts';
import { isDay } from '#contract/days.ts';
import type { Resource } from '#contract/define-resource.ts';
import { filtersOf, summedColumns } from '#contract/list-filters.ts';

/** What a list is narrowed to and ordered by, whichever page of it is shown. */
export interface ListFilters {
  readonly search: string;
  /** A column, with - before it for descending; '' for newest first. */
  readonly ordering: string;
  /** What the list is narrowed to beside the search, by the name of the filter; only what is set. */
  readonly filters: Readonly<Record<string, string>>;
}

/** Where a person stands in a list. It lives in the address alone, so that Back and a reload find it again. */
export interface ListState extends ListFilters {
  readonly page: number;
}

/** What moves a person in a list: the new values by the names of the address, '' for none. */
export type SetFilters = (change: Readonly<Record<string, string>>) => void;

/** Asked for in their own way, and not among what the list is narrowed to. */
const NO_NARROWING: readonly string[] = ['search', 'ordering', 'totals'];

/** What the list of a resource can be narrowed to, by the names of the address and of the API alike. */
export function filterNames(resource: Resource): readonly string[] {
  return Object.keys(filtersOf(resource)).filter((name) => !NO_NARROWING.includes(name));
}

/** Reads a page number from the address; 1 for anything that is none. */
export function readPage(text: string | null): number {
  return text !== null && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1;
}

/** Whether a filter can have this value: an address can be typed by hand. */
function isValue(name: string, value: string): boolean {
  if (name === 'created_after' || name === 'created_before') return isDay(value);
  if (name === 'owing') return value === 'true';
  if (name === 'is_installment') return value === 'true' || value === 'false';
  return value.length > 0 && value.length <= 64;
}

/** The place that an address names; what it can't mean is left out. */
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

/** Where a list stands that is narrowed to the records of one other. */
export const filteredPath = ({ screens }: Resource, name: string, id: string): string =>
  `${screens.list}?${new URLSearchParams({ [name]: id })}`;

/** Whether anything keeps rows away. */
export const isFiltered = ({ search, filters }: ListFilters): boolean =>
  search !== '' || Object.keys(filters).length > 0;

/** What the server is asked for a place in the list: nothing is sent that neither narrows nor orders it. */
export function toQuery(resource: Resource, place: ListState): ListRequest {
  const { page, search, ordering, filters } = place;
  const { owing, is_installment, ...others } = filters;
  return {
    ...others,
    page,
    ...(search !== '' && { search }),
    ...(ordering !== '' && { ordering }),
    ...(owing && { owing: true }),
    ...(is_installment && { is_installment: is_installment === 'true' }),
    ...(isFiltered(place) && summedColumns(resource).length > 0 && { totals: true }),
  };
}
