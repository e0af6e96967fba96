import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { connection } from '#app/api/connection.ts';
import { isTemporaryId } from '#app/outbox/model/ids.ts';
import { recordQuery } from '#app/reads/resource-queries.ts';
import type { Resource } from '#contract/define-resource.ts';

/** A pointer that stays this long means it, in milliseconds; one that only passes costs no request. */
const MEANT = 120;
/** A record read this short a time ago, in milliseconds, is not read again for a guess. */
const FRESH = 60_000;

/** Fetches the form and the record of a row that a hand or the focus rests on, so that it opens at once. */
export function useHoverPrefetch(resource: Resource): (id: string) => void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (id) => {
      clearTimeout(timer.current);
      if (isTemporaryId(id) || connection() !== 'online') return;
      timer.current = setTimeout(() => {
        void import('../resource-form-page.tsx').catch(() => undefined);
        client.prefetchQuery({ ...recordQuery(resource, id), staleTime: FRESH }).catch(() => undefined);
      }, MEANT);
    },
    [client, resource],
  );
}
