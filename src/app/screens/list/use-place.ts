import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Where a person stands in a list. It lives in the address alone, so that Back and a reload find it again. */
export interface Place {
  readonly page: number;
  readonly search: string;
  readonly month: string;
}

/** Reads a page number from the address; 1 for anything that is none. */
export function readPage(text: string | null): number {
  return text !== null && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1;
}

/** The place, and how to move. A new search or month starts at page 1 and replaces the history entry. */
export function usePlace(): Place & {
  goTo: (page: number) => void;
  narrow: (change: Partial<Pick<Place, 'search' | 'month'>>) => void;
} {
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

  const narrow = useCallback(
    (change: Partial<Pick<Place, 'search' | 'month'>>) =>
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

  return {
    page: readPage(params.get('page')),
    search: params.get('search') ?? '',
    month: params.get('month') ?? '',
    goTo,
    narrow,
  };
}
