import type { QueryClient } from '@tanstack/react-query';
import { mayHaveLandedElsewhere } from './landed-elsewhere.ts';
import { onOutboxChange, outboxView } from './outbox-view.ts';

/**
 * Says so, at the acknowledgement, when what was made in one month was recorded in another (decision 30), until stopped. The Sync panel
 * goes on saying it at the entry.
 */
export function watchLanded(client: QueryClient): () => void {
  let known: ReadonlySet<string> | undefined;
  const look = () => {
    const { rows, loaded } = outboxView();
    if (!loaded) return;
    const done = rows.filter(mayHaveLandedElsewhere);
    const fresh = done.filter(({ id }) => known && !known.has(id));
    known = new Set(done.map(({ id }) => id));
    if (fresh.length === 0) return;
    // Fetched when there is something to look into; without it the panel still says it.
    import('./say-landed.ts').then(
      ({ sayLanded }) => sayLanded(client, fresh),
      () => undefined,
    );
  };
  look();
  return onOutboxChange(look);
}
