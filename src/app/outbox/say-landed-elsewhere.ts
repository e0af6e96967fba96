import type { QueryClient } from '@tanstack/react-query';
import { monthsQuery } from '#app/data/branch-queries.ts';
import { notify } from '#app/shell/notify.ts';
import { describe } from './describe.ts';
import { landedWords, mayHaveLandedElsewhere } from './landed-elsewhere.ts';
import type { OutboxRow } from './outbox-row.ts';
import { onOutboxChange, outboxView } from './outbox-view.ts';

/**
 * Says so, at the acknowledgement, when what was made in one month was recorded in another (decision 30), until stopped. The Sync panel
 * goes on saying it at the entry.
 */
export function sayLandedElsewhere(client: QueryClient): () => void {
  let known: ReadonlySet<string> | undefined;
  let stopped = false;
  const say = async (rows: readonly OutboxRow[]) => {
    // An answer without the months' names is worth no toast: the panel asks again when it is opened.
    const months = await client.fetchQuery({ ...monthsQuery(1), staleTime: 0 }).catch(() => undefined);
    for (const row of stopped || !months ? [] : rows) {
      const words = landedWords(row, months?.results ?? []);
      if (words) notify(`${describe(row)}. ${words}`, { kind: 'info' });
    }
  };
  const look = () => {
    const { rows, loaded } = outboxView();
    if (!loaded) return;
    const done = rows.filter(mayHaveLandedElsewhere);
    const fresh = known && done.filter(({ id }) => !known?.has(id));
    known = new Set(done.map(({ id }) => id));
    if (fresh && fresh.length > 0) void say(fresh);
  };
  look();
  const unsubscribe = onOutboxChange(look);
  return () => {
    stopped = true;
    unsubscribe();
  };
}
