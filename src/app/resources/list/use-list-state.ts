import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useShallowStable } from '#app/lib/use-shallow-stable.ts';
import type { Resource } from '#contract/define-resource.ts';
import { type ListFilters, readListState, readPage, type SetFilters } from './list-state.ts';

type Params = ReturnType<typeof useSearchParams>;

/** The address, and what changes it: that stays the same function wherever one stands, so that what only moves is not drawn again. */
function useAddress(): Params {
  const [params, setParams] = useSearchParams();
  const latest = useRef(setParams);
  useEffect(() => {
    latest.current = setParams;
  }, [setParams]);
  const set = useCallback<Params[1]>((...change) => latest.current(...change), []);
  return [params, set];
}

/** The page of a list, in the address. */
export function usePage(): { readonly page: number; readonly goTo: (page: number) => void } {
  const [params, setParams] = useAddress();
  const goTo = useCallback(
    (page: number) =>
      setParams((before) => {
        const next = new URLSearchParams(before);
        if (page === 1) next.delete('page');
        else next.set('page', String(page));
        return next;
      }),
    [setParams],
  );
  return { page: readPage(params.get('page')), goTo };
}

/**
 * The place in a resource's list, and how to move. Any other search, filter or order starts at page 1 and replaces the history entry.
 * What it is narrowed to is the same object from page to page.
 */
export function useListState(resource: Resource): {
  readonly page: number;
  readonly narrowing: ListFilters;
  readonly goTo: (page: number) => void;
  readonly narrow: SetFilters;
} {
  const { page, goTo } = usePage();
  const [params, setParams] = useAddress();
  const { search, ordering, filters } = useMemo(() => readListState(resource, params), [resource, params]);
  const narrowing = useShallowStable({ search, ordering, filters: useShallowStable(filters) });
  const narrow = useCallback<SetFilters>(
    (change) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
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
  return { page, narrowing, goTo, narrow };
}
