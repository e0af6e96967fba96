import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useShallowStable } from '#app/lib/use-shallow-stable.ts';
import type { Resource } from '#contract/define-resource.ts';
import { type ListFilters, readListState, readPage, type SetFilters } from './list-state.ts';

type Params = ReturnType<typeof useSearchParams>;

/** Returns the search parameters with a stable setter. Navigation then renders no memoized part again. */
function useAddress(): Params {
  const [params, setParams] = useSearchParams();
  const latest = useRef(setParams);
  useEffect(() => {
    latest.current = setParams;
  }, [setParams]);
  const set = useCallback<Params[1]>((...change) => latest.current(...change), []);
  return [params, set];
}

/** Returns the page number of a list, stored in the address. */
export function usePage(): { readonly page: number; readonly goTo: (page: number) => void } {
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

/**
 * Returns the list state and its setters. A new search, filter or order starts at page 1 and replaces the
 * history entry. The filters are the same object from page to page.
 */
export function useListState(resource: Resource): {
  readonly page: number;
  readonly listFilters: ListFilters;
  readonly goTo: (page: number) => void;
  readonly setFilters: SetFilters;
} {
  const { page, goTo } = usePage();
  const [params, setParams] = useAddress();
  const { search, ordering, filters } = useMemo(() => readListState(resource, params), [resource, params]);
  const listFilters = useShallowStable({ search, ordering, filters: useShallowStable(filters) });
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
