import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { connection } from '#app/api/connection.ts';
import { isTemporaryId } from '#app/outbox/model/ids.ts';
import { recordQuery } from '#app/reads/resource-queries.ts';
import type { Resource } from '#contract/define-resource.ts';

/** Delays the prefetch, in milliseconds, so that a passing pointer costs no request. */
const HOVER_DELAY_MS = 120;
/** Skips the prefetch of a record that was read this recently, in milliseconds. */
const FRESH_MS = 60_000;

/** Prefetches the form and the record of a row that is hovered or focused. */
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
        client.prefetchQuery({ ...recordQuery(resource, id), staleTime: FRESH_MS }).catch(() => undefined);
      }, HOVER_DELAY_MS);
    },
    [client, resource],
  );
}
