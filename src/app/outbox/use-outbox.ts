import { useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { dashboardSnapshotQuery } from '#app/data/branch-queries.ts';
import { NEVER_READ } from '#app/data/snapshot.ts';
import { isUnsettled, needsPerson, type OutboxRow } from './outbox-row.ts';
import { onOutboxChange, outboxView, useOutboxView } from './outbox-view.ts';
import { type PendingCash, pendingCash } from './pending-money.ts';

export interface OutboxReading {
  /** Mine and unsettled, in order of arrival. */
  readonly rows: readonly OutboxRow[];
  /** On their way without anyone's help, those being sent included. */
  readonly waiting: number;
  readonly needsYou: number;
  readonly sending: number;
}

const readings = new WeakMap<readonly OutboxRow[], OutboxReading>();

function readingOf(all: readonly OutboxRow[]): OutboxReading {
  const known = readings.get(all);
  if (known) return known;
  const rows = all.filter(isUnsettled);
  const needsYou = rows.filter(needsPerson).length;
  const sending = rows.filter(({ state }) => state === 'sending').length;
  const reading = { rows, waiting: rows.length - needsYou, needsYou, sending };
  readings.set(all, reading);
  return reading;
}

/** What is still on this device. */
export function useOutbox(): OutboxReading {
  return readingOf(useOutboxView().rows);
}

/** One thing about it; renders again only when that changes, not with each of hundreds of rows that are sent. */
export function useOutboxFact<T extends string | number | boolean>(of: (reading: OutboxReading) => T): T {
  return useSyncExternalStore(onOutboxChange, () => of(readingOf(outboxView().rows)));
}

/** Cash that was read too early, or not sent at all. */
export interface PendingCashReading extends PendingCash {
  /** The part of it that still waits on this device; the rest the host has acknowledged since. */
  readonly unsent: PendingCash;
}

/** The cash that the dashboard's figures, as last read, do not contain yet. */
export function usePendingCash(): PendingCashReading {
  const { rows } = useOutboxView();
  const { data } = useQuery({ ...dashboardSnapshotQuery(), enabled: false });
  return useMemo(() => {
    const span = data ?? NEVER_READ;
    return { ...pendingCash(rows, span), unsent: pendingCash(rows.filter(isUnsettled), span) };
  }, [rows, data]);
}
