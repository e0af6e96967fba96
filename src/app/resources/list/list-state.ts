import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ListRequest } from '#app/cache/query-keys.ts';
import { useShallowStable } from '#app/lib/held-values.ts';
import { isDay } from '#contract/days.ts';
import type { Resource } from '#contract/define-resource.ts';
import type { Field } from '#contract/fields.ts';
import { declaredFilters, type FilterKind, summedColumns } from '#contract/list-filters.ts';

export interface ListFilters {
  readonly search: string;
  /** A column, prefixed with - for descending; '' for newest first. */
  readonly ordering: string;
  readonly filters: Readonly<Record<string, string>>;
}

/** Stored in the address alone, so that Back and a reload restore it. */
interface ListState extends ListFilters {
  readonly page: number;
}

/** Keys are the names in the address; '' removes a value. */
export type SetFilters = (change: Readonly<Record<string, string>>) => void;

export const EVERYBODY = 'all';

export const chosenFilters = (resource: Resource): readonly (readonly [string, FilterKind])[] =>
  Object.entries(declaredFilters(resource)).flatMap(([name, { kind }]) =>
    kind ? [[name, kind] as const] : [],
  );

export const chipsOf = ({ filters }: ListFilters, hasTabs: boolean): readonly (readonly [string, string])[] =>
  Object.entries(filters).filter(([name]) => !(hasTabs && name === 'is_installment'));

export function readPage(text: string | null): number {
  return text !== null && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1;
}

const isYesOrNo = (value: string) => value === 'true' || value === 'false';
const isId = (value: string) => value.length > 0 && value.length <= 64;

/** Users can edit the address. */
const isValue: Readonly<Record<FilterKind, (value: string) => boolean>> = {
  day: isDay,
  end: isDay,
  listed: isId,
  method: isId,
  month: isId,
  owing: (value) => value === 'true',
  person: isId,
  present: (value) => isYesOrNo(value) || value === EVERYBODY,
  record: isId,
  rows: isYesOrNo,
  value: isId,
};

export function readListState(resource: Resource, address: URLSearchParams): ListState {
  const filters = chosenFilters(resource).flatMap(([name, kind]) => {
    const value = address.get(name);
    return value !== null && isValue[kind](value) ? [[name, value]] : [];
  });
  const ordering = address.get('ordering') ?? '';
  return {
    page: readPage(address.get('page')),
    search: address.get('search') ?? '',
    ordering: resource.columns.includes(ordering.replace(/^-/, '')) ? ordering : '',
    filters: Object.fromEntries(filters),
  };
}

export const filteredPath = ({ screens }: Resource, name: string, id: string): string =>
  `${screens.list}?${new URLSearchParams({ [name]: id })}`;

const NARROWS_NOTHING: readonly string[] = ['page', 'ordering', 'totals'];

export const isFiltered = (request: ListRequest): boolean =>
  Object.keys(request).some(
    (name) => !NARROWS_NOTHING.includes(name) && !(name === 'present' && request.present),
  );

export const withoutFilters = (resource: Resource): Readonly<Record<string, string>> =>
  Object.fromEntries(['search', ...chosenFilters(resource).map(([name]) => name)].map((name) => [name, '']));

type Knows = (field: Field) => boolean;

const knowsNothing: Knows = () => false;

/** A list of people shows who is here, and everybody while words are searched (decision 133). */
export const presentByDefault = ({ search }: Pick<ListFilters, 'search'>): string =>
  search === '' ? 'true' : EVERYBODY;

export function sentFilters(
  { fields }: Resource,
  { search, filters }: Pick<ListFilters, 'search' | 'filters'>,
  knows: Knows,
): Readonly<Record<string, string>> {
  const { present = presentByDefault({ search }), ending_after, ending_before, ...others } = filters;
  const tellsWhoLeft = fields.left_on !== undefined && knows(fields.left_on);
  const tellsEnds = fields.ends_on !== undefined && knows(fields.ends_on);
  return {
    ...others,
    ...(tellsWhoLeft && present !== EVERYBODY && { present }),
    ...(tellsEnds && ending_before && { ending_before, ...(ending_after && { ending_after }) }),
  };
}

export function toQuery(
  resource: Resource,
  { page, search, ordering, filters }: ListState,
  knows = knowsNothing,
): ListRequest {
  const { owing, is_installment, present, ...others } = sentFilters(resource, { search, filters }, knows);
  const request = {
    ...others,
    ...(present && { present: present === 'true' }),
    page,
    ...(search !== '' && { search }),
    ...(ordering !== '' && { ordering }),
    ...(owing && { owing: true }),
    ...(is_installment && { is_installment: is_installment === 'true' }),
  };
  return isFiltered(request) && summedColumns(resource).length > 0 ? { ...request, totals: true } : request;
}

export const isFilteredByServer = ({ search, month }: Partial<ListRequest>): boolean =>
  Boolean(search || month);

type Params = ReturnType<typeof useSearchParams>;

/** The setter is stable, so that navigation renders no memoized part again. */
function useAddress(): Params {
  const [params, setParams] = useSearchParams();
  const latest = useRef(setParams);
  useEffect(() => {
    latest.current = setParams;
  }, [setParams]);
  const set = useCallback<Params[1]>((...change) => latest.current(...change), []);
  return [params, set];
}

export function usePage() {
  const [params, setParams] = useAddress();
  const goTo = useCallback(
    (page: number) =>
      setParams((current) => {
        const next = new URLSearchParams(current);
        if (page === 1) next.delete('page');
        else next.set('page', String(page));
        return next;
      }),
    [setParams],
  );
  return { page: readPage(params.get('page')), goTo };
}

/** The filters are the same object from page to page. */
export function useListState(resource: Resource) {
  const { page, goTo } = usePage();
  const [params, setParams] = useAddress();
  const { search, ordering, filters } = readListState(resource, params);
  const listFilters: ListFilters = useShallowStable({
    search,
    ordering,
    filters: useShallowStable(filters),
  });
  const setFilters = useCallback<SetFilters>(
    (change) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          next.delete('page');
          for (const [name, value] of Object.entries(change)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  return { page, listFilters, goTo, setFilters };
}
