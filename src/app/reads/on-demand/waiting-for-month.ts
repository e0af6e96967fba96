import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { keys } from '#app/cache/query-keys.ts';
import { NEVER_READ, type Snapshot } from '#app/cache/snapshot.ts';
import { isUnsettled, type OutboxEntry } from '#app/outbox/model/entry.ts';
import { withLines } from '#app/outbox/model/lines.ts';
import { formatDecimal, readPiastres } from '#contract/money.ts';
import { WAITING_PATH, type WaitingForMonth, waitingForMonth } from '#contract/month-checklist.ts';
import { branchQuery, dashboardSnapshotQuery } from '../branch-queries.ts';
import { readSnapshot } from '../read-snapshot.ts';
import { useOutboxView } from '../use-outbox-view.ts';
import { monthOfFigures, waitsForNextMonth } from './month-of-figures.ts';
import { type PendingCash, pendingCash } from './pending-cash.ts';

/** Returns the query of what waits for the next month, as the server has it now. */
function waitingQuery() {
  return queryOptions({
    queryKey: [...keys.figures, 'waiting'],
    queryFn: (context) => readSnapshot(context, 'figures', { path: WAITING_PATH, answer: waitingForMonth }),
    meta: { persist: true },
  });
}

/** What waits for the next month. */
interface Waiting {
  /** What the server has; undefined until it has said so, and on a server that does not tell. */
  readonly stored: WaitingForMonth | undefined;
  /** What this device has not sent, if no month runs. */
  readonly unsent: PendingCash;
}

/** Adds what this device has sent since the read began. */
function withSent(read: Snapshot<WaitingForMonth>, entries: readonly OutboxEntry[]): WaitingForMonth {
  const sent = entries.filter((entry) => entry.state === 'done' && waitsForNextMonth(entry));
  const { count, income } = pendingCash(sent, read);
  const known = readPiastres(read.data.income);
  return {
    ...read.data,
    count: read.data.count + count,
    ...(known !== undefined && { income: formatDecimal(known + income) }),
  };
}

/** Returns what waits for the next month: as the server says it, with what it has not said yet (decision 43). */
export function useWaitingForMonth(): Waiting {
  const { rows } = useOutboxView();
  const { data: branch } = useQuery({ ...branchQuery(), enabled: false });
  const { data: figures } = useQuery({ ...dashboardSnapshotQuery(), enabled: false });
  const { data: read } = useQuery({ ...waitingQuery(), enabled: branch?.month_waiting === true });
  const { running } = monthOfFigures(figures?.data, branch);
  return useMemo(() => {
    const entries = withLines(rows);
    const unsent = running ? [] : entries.filter((entry) => isUnsettled(entry) && waitsForNextMonth(entry));
    return {
      stored: read && withSent(read, entries),
      unsent: pendingCash(unsent, read ?? NEVER_READ),
    };
  }, [rows, read, running]);
}
