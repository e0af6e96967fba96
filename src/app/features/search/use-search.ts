import { queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { request } from '#app/api/client.ts';
import { useConnection } from '#app/api/connection.ts';
import { bootCache } from '#app/cache/boot-cache.ts';
import { useDebouncedValue } from '#app/lib/use-debounced-value.ts';
import { branchQuery } from '#app/reads/branch-queries.ts';
import { knownRecords } from '#app/reads/known-records.ts';
import type { CachedRecord } from '#app/reads/on-demand/cached-records.ts';
import { cachedRecordsQuery } from '#app/reads/resource-queries.ts';
import { useOutboxView } from '#app/reads/use-outbox-view.ts';
import { MIN_SEARCH_LENGTH, SEARCH_PATH, searchAnswer } from '#contract/search.ts';
import { type Hits, hitsOfAnswer } from './hits.ts';
import { messages } from './messages.ts';
import { type Known, searchedResources, searchKnown, withKnown } from './search-known.ts';

const DEBOUNCE_MS = 150;
const FRESH_MS = 10_000;

/** What a search shows: rows, and where they come from if not from the server. */
export interface SearchResult {
  readonly status: 'idle' | 'loading' | 'ready';
  readonly hits: Hits;
  /** Says what was searched if not everything. */
  readonly note: string | undefined;
}

const searchQuery = (words: string) =>
  queryOptions({
    queryKey: ['search', words] as const,
    queryFn: ({ signal }) =>
      request({ method: 'GET', path: SEARCH_PATH, query: { q: words }, answer: searchAnswer, signal }),
    staleTime: FRESH_MS,
    retry: false,
  });

const NOTHING: readonly CachedRecord[] = [];

/** Returns what this device knows of all searched resources; undefined while it is read. */
function useKnown(cached: boolean): Known | undefined {
  const client = useQueryClient();
  const { rows: outbox } = useOutboxView();
  const answers = useQueries({
    queries: searchedResources.map((resource) => ({
      ...cachedRecordsQuery(client, resource),
      enabled: cached,
    })),
    combine: (all) => ({
      lists: all.map(({ data }) => data),
      isLoading: all.some(({ isLoading }) => isLoading),
    }),
  });
  return useMemo(() => {
    if (cached && answers.isLoading) return undefined;
    return new Map(
      searchedResources.map((resource, place) => [
        resource,
        knownRecords(resource, (cached && answers.lists[place]) || NOTHING, outbox),
      ]),
    );
  }, [cached, answers, outbox]);
}

/**
 * Searches students, receipts and books: on a server that declares `search` in one request, else among what this device keeps
 * (decision 61). What waits on this device is found in both cases.
 */
export function useSearch(typed: string): SearchResult {
  const { data: branch = bootCache().branch } = useQuery(branchQuery());
  const offline = useConnection() === 'offline';
  const words = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  const isLongEnough = [...words].length >= MIN_SEARCH_LENGTH;
  const declared = branch?.search;
  const online = useQuery({
    ...searchQuery(words),
    enabled: declared === true && !offline && isLongEnough,
    placeholderData: (previous) => previous,
  });
  const onDevice = offline || declared === false || online.isError;
  const known = useKnown(onDevice);
  const own = useMemo(() => known && searchKnown(known, words), [known, words]);
  const answer = useMemo(() => online.data && hitsOfAnswer(online.data), [online.data]);

  const hits = useMemo(() => {
    const none: Hits = { students: [], receipts: [], books: [] };
    if (!isLongEnough || !own) return none;
    return onDevice || !answer ? own : withKnown(answer, own);
  }, [isLongEnough, own, onDevice, answer]);
  if (typed.trim() === '' || (!isLongEnough && words === typed.trim()))
    return { status: 'idle', hits, note: undefined };
  const isReady = words === typed.trim() && own !== undefined && (onDevice || online.isSuccess);
  const source = offline ? messages.onlyOnDevice : online.isError ? messages.failed : messages.hostCannot;
  return {
    status: isReady && !online.isPlaceholderData ? 'ready' : 'loading',
    hits,
    note: onDevice ? source : undefined,
  };
}
