import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { request } from '#app/api/client.ts';
import { PEOPLE_PATH, people } from '#contract/people.ts';
import { branchQuery } from './branch-queries.ts';

const STALE_TIME = 5 * 60_000;

const peopleQuery = queryOptions({
  queryKey: ['account', 'people'],
  queryFn: ({ signal }) => request({ method: 'GET', path: PEOPLE_PATH, answer: people, signal }),
  staleTime: STALE_TIME,
  meta: { persist: true },
});

const nobody: ReadonlyMap<string, string> = new Map();

/** Returns what the users of the branch are called, by their ids; nobody on a server that does not tell. */
export function usePeople(): ReadonlyMap<string, string> {
  const { data: branch } = useQuery({ ...branchQuery(), staleTime: Number.POSITIVE_INFINITY });
  const { data } = useQuery({ ...peopleQuery, enabled: branch?.people === true });
  return useMemo(
    () => (data ? new Map(data.results.map(({ id, name }) => [String(id), name])) : nobody),
    [data],
  );
}
