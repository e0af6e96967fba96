import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { dashboardSnapshotQuery } from '#app/data/branch-queries.ts';
import { NEVER_READ } from '#app/data/snapshot.ts';
import { isUnsettled, needsPerson, type OutboxRow } from './outbox-row.ts';
import { useOutboxView } from './outbox-view.ts';
import { type PendingCash, pendingCash } from './pending-money.ts';

export interface OutboxReading {
  /** Mine and unsettled, in order of arrival. */
  readonly rows: readonly OutboxRow[];
  /** On their way without anyone's help, those being sent included. */
  readonly waiting: number;
  readonly needsYou: number;
  readonly sending: number;
}

/** What is still on this device. */
export function useOutbox(): OutboxReading {
  const { rows } = useOutboxView();
  return useMemo(() => {
    const unsettled = rows.filter(isUnsettled);
    const needsYou = unsettled.filter(needsPerson).length;
    const sending = unsettled.filter(({ state }) => state === 'sending').length;
    return { rows: unsettled, waiting: unsettled.length - needsYou, needsYou, sending };
  }, [rows]);
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
