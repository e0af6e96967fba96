import type { QueryClient } from '@tanstack/react-query';
import { connection, onConnectionChange } from '#app/api/connection.ts';
import { type OutboxEntry, writtenResources } from '#app/outbox/model/entry.ts';
import { withLines } from '#app/outbox/model/lines.ts';
import { onOutboxChange, outboxView } from '#app/outbox/store/outbox-view.ts';
import { branchQuery, dashboardSnapshotQuery, monthsQuery } from '#app/reads/branch-queries.ts';
import { monthOfFigures, waitsForNextMonth } from '#app/reads/figures.ts';
import { notify } from '#app/ui/toast/notify.ts';
import type { Month } from '#contract/month.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { messages } from './texts.en.ts';

type NamedMonth = Pick<Month, 'id' | 'name' | 'status'>;

/**
 * Undefined if the month is the same or unknown: the server names no month, or it was only renamed since (decision 30).
 * @param months the newest months, as last read
 * @param recordedIn the id of the record's month as last read, null while it waits; by default as it was answered to
 *   the entry
 */
export function wrongMonthMessage(
  entry: OutboxEntry,
  months: readonly NamedMonth[],
  recordedIn: unknown = entry.result?.month,
): string | undefined {
  const { madeIn, state, operation } = entry;
  if (state !== 'done' || operation.kind !== 'create' || madeIn === undefined) return undefined;
  const ended = months.some(({ name, status }) => name === madeIn && status === 'ended');
  if (recordedIn === undefined || !ended) return undefined;
  if (recordedIn === null) return messages.recordedNextMonth({ ended: madeIn });
  const month = months.find(({ id }) => id === recordedIn);
  if (!month || month.name === madeIn) return undefined;
  return messages.recordedInMonth({ month: month.name, ended: madeIn });
}

function mayBeWrongMonth({ state, operation, madeIn, result }: OutboxEntry): boolean {
  return (
    state === 'done' && operation.kind === 'create' && madeIn !== undefined && result?.month !== undefined
  );
}

/** Of a collection, its lines. */
export const candidatesIn = (entries: readonly OutboxEntry[]): readonly OutboxEntry[] =>
  withLines(entries).filter(mayBeWrongMonth);

async function notifyWrongMonth(client: QueryClient, entries: readonly OutboxEntry[]): Promise<void> {
  // Loaded on demand. If that fails, the Sync panel still shows the notes.
  const loading = import('./describe.ts').catch(() => undefined);
  const months = await client.fetchQuery({ ...monthsQuery(1), staleTime: 0 }).catch(() => undefined);
  const described = await loading;
  if (!months || !described) return;
  for (const entry of entries) {
    const message = wrongMonthMessage(entry, months.results);
    if (!message) continue;
    notify(messages.wrongMonthToast({ title: described.describe(entry), message }), { kind: 'info' });
  }
}

/**
 * The Sync panel keeps showing it at the entry (decision 30).
 * @returns stops watching
 */
export function watchWrongMonth(client: QueryClient): () => void {
  let known: ReadonlySet<string> | undefined;
  const check = () => {
    const { rows, loaded } = outboxView();
    if (!loaded) return;
    const done = candidatesIn(rows);
    const newlyDone = done.filter(({ entityKey }) => known && !known.has(entityKey));
    known = new Set(done.map(({ entityKey }) => entityKey));
    if (newlyDone.length > 0) void notifyWrongMonth(client, newlyDone);
  };
  check();
  return onOutboxChange(check);
}

const movesCash = (entry: OutboxEntry) =>
  writtenResources(entry).some((name) => isResourceName(name) && resourceOf(name).cash !== undefined);

function isBetweenMonths(client: QueryClient): boolean {
  const branch = client.getQueryData(branchQuery().queryKey);
  if (branch?.current_month === 'running') return false;
  return !monthOfFigures(client.getQueryData(dashboardSnapshotQuery().queryKey)?.data, branch).running;
}

/** The server has it, or it is kept for later. */
const isSaved = ({ state }: OutboxEntry) =>
  state === 'done' || (connection() === 'offline' && (state === 'queued' || state === 'unknown'));

async function notifyWaits(entry: OutboxEntry): Promise<void> {
  const described = await import('./describe.ts').catch(() => undefined);
  if (described) notify(messages.waitsForMonth({ title: described.describe(entry) }), { kind: 'info' });
}

/**
 * Without a running month, money waits for the next one (decision 43). An entry for a month that has ended meanwhile is
 * left to `watchWrongMonth`.
 * @returns stops watching
 */
export function watchNextMonth(client: QueryClient): () => void {
  const noticed = new Set<string>();
  const concerns = (entry: OutboxEntry) =>
    entry.createdAt >= performance.timeOrigin &&
    entry.madeIn === undefined &&
    movesCash(entry) &&
    waitsForNextMonth(entry) &&
    isSaved(entry) &&
    (entry.state === 'done' || isBetweenMonths(client));
  const check = () => {
    for (const entry of outboxView().rows) {
      if (noticed.has(entry.id) || !concerns(entry)) continue;
      noticed.add(entry.id);
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
