import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Resource } from '#contract/define-resource.ts';
import { type Narrow, type Place, readPage, readPlace } from './place.ts';

/** The page of a list, in the address. */
export function usePage(): { readonly page: number; readonly goTo: (page: number) => void } {
  const [params, setParams] = useSearchParams();
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

/** The place in a resource's list, and how to move. Any other search, filter or order starts at page 1 and replaces the history entry. */
export function usePlace(resource: Resource): {
  readonly place: Place;
  readonly goTo: (page: number) => void;
  readonly narrow: Narrow;
} {
  const { goTo } = usePage();
  const [params, setParams] = useSearchParams();
  const place = useMemo(() => readPlace(resource, params), [resource, params]);
  const narrow = useCallback<Narrow>(
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
  return { place, goTo, narrow };
}
