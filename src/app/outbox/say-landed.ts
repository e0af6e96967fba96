import type { QueryClient } from '@tanstack/react-query';
import { monthsQuery } from '#app/data/branch-queries.ts';
import { notify } from '#app/shell/notify.ts';
import { describe } from './describe.ts';
import { landedWords } from './landed-elsewhere.ts';
import type { OutboxRow } from './outbox-row.ts';

/** Looks up the months' names and says which of these settled entries landed in another month than theirs. Never throws. */
export async function sayLanded(client: QueryClient, rows: readonly OutboxRow[]): Promise<void> {
  const months = await client.fetchQuery({ ...monthsQuery(1), staleTime: 0 }).catch(() => undefined);
  for (const row of months ? rows : []) {
    const words = landedWords(row, months?.results ?? []);
    if (words) notify(`${describe(row)}. ${words}`, { kind: 'info' });
  }
}
