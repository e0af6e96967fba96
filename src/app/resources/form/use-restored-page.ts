import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keys } from '#app/cache/query-keys.ts';
import type { Resource } from '#contract/define-resource.ts';

/**
 * Reads a form's record again when the browser restores the page from its memory (fault 72). The outbox is
 * read again by its own subscription.
 */
export function useRestoredPage(resource: Resource): void {
  const client = useQueryClient();
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void client.invalidateQueries({ queryKey: keys.resource(resource.name) });
    };
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, [client, resource]);
}
