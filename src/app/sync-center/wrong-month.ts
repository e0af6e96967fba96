import type { QueryClient } from '@tanstack/react-query';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { onOutboxChange, outboxView } from '#app/outbox/store/outbox-view.ts';
import { monthsQuery } from '#app/reads/branch-queries.ts';
import { notify } from '#app/ui/toast/notify.ts';
import type { Month } from '#contract/month.ts';

type Named = Pick<Month, 'id' | 'name' | 'status'>;

/**
 * A settled entry whose month is another than the one that ran when it was made, in a sentence (decision 30); undefined where it is the
 * same, or nobody can tell: a host that names no month, a month that was only renamed since.
 * @param months the newest months, as last read
 */
export function wrongMonthMessage(row: OutboxEntry, months: readonly Named[]): string | undefined {
  const { madeIn, result, state, operation } = row;
  if (state !== 'done' || operation.kind !== 'create' || madeIn === undefined) return undefined;
  const landed = result?.month;
  const ended = months.some(({ name, status }) => name === madeIn && status === 'ended');
  if (landed === undefined || !ended) return undefined;
  if (landed === null) return `Recorded for the next month: ${madeIn} had ended.`;
  const month = months.find(({ id }) => id === landed);
  if (!month || month.name === madeIn) return undefined;
  return `Recorded in ${month.name}: ${madeIn} had ended.`;
}

/** Whether a settled entry is worth asking the months about. */
export function mayBeWrongMonth({ state, operation, madeIn, result }: OutboxEntry): boolean {
  return (
    state === 'done' && operation.kind === 'create' && madeIn !== undefined && result?.month !== undefined
  );
}

/** Looks up the months' names and says which of these settled entries landed in another month than theirs. */
async function notifyWrongMonth(client: QueryClient, rows: readonly OutboxEntry[]): Promise<void> {
  // Fetched when there is something to look into; without it the panel still says it.
  const loading = import('./describe.ts').catch(() => undefined);
  const months = await client.fetchQuery({ ...monthsQuery(1), staleTime: 0 }).catch(() => undefined);
  const described = await loading;
  if (!months || !described) return;
  for (const row of rows) {
    const words = wrongMonthMessage(row, months.results);
    if (words) notify(`${described.describe(row)}. ${words}`, { kind: 'info' });
  }
}

/**
 * Says so, at the acknowledgement, when what was made in one month was recorded in another (decision 30), until stopped. The Sync panel
 * goes on saying it at the entry.
 */
export function watchWrongMonth(client: QueryClient): () => void {
  let known: ReadonlySet<string> | undefined;
  const look = () => {
    const { rows, loaded } = outboxView();
    if (!loaded) return;
    const done = rows.filter(mayBeWrongMonth);
    const fresh = done.filter(({ id }) => known && !known.has(id));
    known = new Set(done.map(({ id }) => id));
    if (fresh.length > 0) void notifyWrongMonth(client, fresh);
  };
  look();
  return onOutboxChange(look);
}
