import type { QueryClient } from '@tanstack/react-query';
import { connection, onConnectionChange } from '#app/api/connection.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { writtenResources } from '#app/outbox/model/entry.ts';
import { onOutboxChange, outboxView } from '#app/outbox/store/outbox-view.ts';
import { branchQuery, dashboardSnapshotQuery } from '#app/reads/branch-queries.ts';
import { monthOfFigures, waitsForNextMonth } from '#app/reads/figures.ts';
import { notify } from '#app/ui/toast/notify.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { messages } from './texts.en.ts';

const movesCash = (entry: OutboxEntry) =>
  writtenResources(entry).some((name) => isResourceName(name) && resourceOf(name).cash !== undefined);

/** Returns whether no month runs, as far as this device knows. */
function isBetweenMonths(client: QueryClient): boolean {
  const branch = client.getQueryData(branchQuery().queryKey);
  if (branch?.current_month === 'running') return false;
  return !monthOfFigures(client.getQueryData(dashboardSnapshotQuery().queryKey)?.data, branch).running;
}

/** Returns whether it is certain that an entry is saved: the server has it, or it is kept for later. */
const isSaved = ({ state }: OutboxEntry) =>
  state === 'done' || (connection() === 'offline' && (state === 'queued' || state === 'unknown'));

/** Notifies that the money of an entry waits for the next month. */
async function notifyWaits(entry: OutboxEntry): Promise<void> {
  const described = await import('./describe.ts').catch(() => undefined);
  if (described) notify(messages.waitsForMonth({ title: described.describe(entry) }), { kind: 'info' });
}

/**
 * Notifies at once that saved money waits for the next month because none runs (decision 43). An entry that
 * was made for a month that has ended meanwhile is left to `watchWrongMonth`.
 * @returns stops watching
 */
export function watchNextMonth(client: QueryClient): () => void {
  const told = new Set<string>();
  const concerns = (entry: OutboxEntry) =>
    entry.createdAt >= performance.timeOrigin &&
    entry.madeIn === undefined &&
    movesCash(entry) &&
    waitsForNextMonth(entry) &&
    isSaved(entry) &&
    (entry.state === 'done' || isBetweenMonths(client));
  const check = () => {
    for (const entry of outboxView().rows) {
      if (told.has(entry.id) || !concerns(entry)) continue;
      told.add(entry.id);
      void notifyWaits(entry);
    }
  };
  check();
  // The connection may be lost after the last change of the entry.
  const stops = [onOutboxChange(check), onConnectionChange(check)];
  return () => {
    for (const stop of stops) stop();
  };
}
