import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { keys } from '#app/cache/query-keys.ts';
import { NEVER_READ, type ReadInterval, type Snapshot } from '#app/cache/snapshot.ts';
import { isStuck, isUnsettled, type OutboxEntry } from '#app/outbox/model/entry.ts';
import { paidBackFor, REFUND } from '#app/outbox/model/given-back.ts';
import { withLines } from '#app/outbox/model/lines.ts';
import { isMissingFrom } from '#app/outbox/model/visibility.ts';
import type { BranchDetails } from '#contract/branch.ts';
import type { Dashboard } from '#contract/dashboard.ts';
import { formatDecimal, type Piastres, readPiastres } from '#contract/money.ts';
import { type FigureName, figures } from '#contract/month.ts';
import { WAITING_PATH, type WaitingForMonth, waitingForMonth } from '#contract/month-checklist.ts';
import { CREDIT } from '#contract/payment-methods.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { branchQuery, dashboardSnapshotQuery } from './branch-queries.ts';
import { changeByRefund } from './overlay-given-back.ts';
import { readSnapshot } from './read-snapshot.ts';
import { useOutboxView } from './use-outbox.ts';
import { changeOf, valuesAfter } from './with-pending.ts';

interface MonthOfFigures {
  readonly id?: string;
  /** Whether money that arrives now counts in it (decision 18). */
  readonly running: boolean;
}

/**
 * Taken from the answer with the figures. If it names no month, the branch does; a branch that names none counts as
 * running.
 */
export function monthOfFigures(
  dashboard: Pick<Dashboard, 'month'> | undefined,
  branch: Pick<BranchDetails, 'current_month'> | undefined,
): MonthOfFigures {
  const month = dashboard?.month;
  if (month) return { id: month.id, running: month.status === 'running' };
  return { running: month === undefined && branch?.current_month !== 'ended' };
}

/**
 * Null while the record waits for the next month; undefined before the server answered, and on a server that names no
 * month.
 */
function monthOfEntry({ state, result, before }: OutboxEntry): string | null | undefined {
  const record = (state === 'done' ? result : undefined) ?? before;
  const month = record?.month;
  return typeof month === 'string' || month === null ? month : undefined;
}

function countsInMonth(entry: OutboxEntry, month: MonthOfFigures): boolean {
  const own = monthOfEntry(entry);
  if (own === null) return false;
  return own === undefined || month.id === undefined ? month.running : own === month.id;
}

/** True for a new record, or a line of a collection, that is unsent or was booked in no month. */
export function waitsForNextMonth(entry: OutboxEntry): boolean {
  if (entry.operation.kind !== 'create' || isStuck(entry)) return false;
  return entry.state !== 'done' || withLines([entry]).some((line) => monthOfEntry(line) === null);
}

export interface PendingCash {
  readonly income: Piastres;
  readonly byFigure: Partial<Record<FigureName, Piastres>>;
  readonly count: number;
  readonly unknown: readonly FigureName[];
}

/** What a refund takes off the revenue of its kind; undefined for credit that is paid out, which lowers none. */
function revenueBack(
  entry: OutboxEntry,
): { readonly figure: FigureName; readonly amount: Piastres | undefined } | undefined {
  const paidFor = paidBackFor(entry);
  const figure = paidFor && resourceOf(paidFor.resource).cash?.figure;
  return figure && { figure, amount: changeByRefund(entry)?.refunded };
}

function cashOf(entries: readonly OutboxEntry[]): PendingCash {
  const byFigure: Partial<Record<FigureName, Piastres>> = {};
  const unknown = new Set<FigureName>();
  let count = 0;
  for (const entry of entries) {
    const { resource, kind } = entry.operation;
    if (resource === REFUND) {
      const back = revenueBack(entry);
      if (!back || back.amount === 0n) continue;
      if (back.amount === undefined) unknown.add(back.figure);
      byFigure[back.figure] = (byFigure[back.figure] ?? 0n) - (back.amount ?? 0n);
      byFigure.refunds = (byFigure.refunds ?? 0n) + (back.amount ?? 0n);
      count += 1;
      continue;
    }
    const cash = isResourceName(resource) ? resourceOf(resource).cash : undefined;
    if (!cash) continue;
    const change = changeOf(entry, cash.field);
    if (change === undefined || (kind === 'create' && !(cash.field in valuesAfter(entry))))
      unknown.add(cash.figure);
    else if (change === 0n) continue;
    byFigure[cash.figure] = (byFigure[cash.figure] ?? 0n) + (change ?? 0n);
    count += 1;
  }
  let income = 0n;
  for (const { name, group } of figures) if (group === 'revenue') income += byFigure[name] ?? 0n;
  return { income, byFigure, count, unknown: [...unknown] };
}

/**
 * Sums by figure the pending cash that a read certainly lacks (decision 21). Every sum of a read and the outbox is made
 * here: cash that the read contains, or may contain, is not added (fault 49). Cash that the server counts in another
 * month, or in none yet, is left out (decision 18).
 * @param month the month of those figures; without it cash of any month is added
 */
export function pendingCash(
  entries: readonly OutboxEntry[],
  interval: ReadInterval,
  month?: MonthOfFigures,
): PendingCash {
  return cashOf(
    withLines(entries).filter(
      (entry) => isMissingFrom(entry, interval) && (month === undefined || countsInMonth(entry, month)),
    ),
  );
}

export interface PendingCashResult extends PendingCash {
  readonly unsent: PendingCash;
}

function cashBeyondRead(...[entries, ...read]: Parameters<typeof pendingCash>): PendingCashResult {
  return { ...pendingCash(entries, ...read), unsent: pendingCash(entries.filter(isUnsettled), ...read) };
}

function cashBeyond(
  entries: readonly OutboxEntry[],
  figures: Snapshot<Dashboard> | undefined,
  branch: BranchDetails | undefined,
): PendingCashResult {
  return cashBeyondRead(entries, figures ?? NEVER_READ, monthOfFigures(figures?.data, branch));
}

function useLastRead() {
  const { data: figures } = useQuery({ ...dashboardSnapshotQuery(), enabled: false });
  const { data: branch } = useQuery({ ...branchQuery(), enabled: false });
  return { figures, branch };
}

export function usePendingCash(): PendingCashResult {
  const { rows: entries } = useOutboxView();
  const { figures, branch } = useLastRead();
  return useMemo(() => cashBeyond(entries, figures, branch), [entries, figures, branch]);
}

/** Not by credit: that money came in before (decision 131). */
const isTakenIn = ({ operation: { resource }, body, before }: OutboxEntry): boolean => {
  const figure = isResourceName(resource) ? resourceOf(resource).cash?.figure : undefined;
  if (body.payment_method === CREDIT || before?.payment_method === CREDIT) return false;
  return figures.some(({ name, group }) => name === figure && group === 'revenue');
};

/** Money of any month, as it lies in a drawer. */
interface IncomeBeyond {
  /** In piastres; acknowledged since the read. */
  readonly acknowledged: Piastres;
  readonly payments: number;
  /** In piastres. */
  readonly unsent: Piastres;
}

export function useIncomeBeyond(read: ReadInterval = NEVER_READ): IncomeBeyond {
  const { rows } = useOutboxView();
  return useMemo(() => {
    const entries = withLines(rows).filter(isTakenIn);
    const { income, unsent } = cashBeyondRead(entries, read);
    // What one receipt pays is one payment.
    const made = rows.filter(({ state, operation }) => state === 'done' && operation.kind === 'create');
    const isMissing = (entry: OutboxEntry) =>
      pendingCash(withLines([entry]).filter(isTakenIn), read).count > 0;
    return {
      acknowledged: income - unsent.income,
      payments: made.filter(isMissing).length,
      unsent: unsent.income,
    };
  }, [rows, read]);
}

function waitingQuery() {
  return queryOptions({
    queryKey: [...keys.figures, 'waiting'],
    queryFn: (context) => readSnapshot(context, 'figures', { path: WAITING_PATH, answer: waitingForMonth }),
    meta: { persist: true },
  });
}

interface Waiting {
  readonly stored: WaitingForMonth | undefined;
  /** Cash that this device has not sent, while no month runs. */
  readonly unsent: PendingCash;
}

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

export function useWaitingForMonth(): Waiting {
  const { rows } = useOutboxView();
  const { figures, branch } = useLastRead();
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
