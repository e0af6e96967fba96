import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { keys } from '#app/cache/query-keys.ts';
import { NEVER_READ, type ReadInterval } from '#app/cache/snapshot.ts';
import { isPending, isStuck, type OutboxEntry } from '#app/outbox/model/entry.ts';
import { paidBackFor } from '#app/outbox/model/given-back.ts';
import { withLines } from '#app/outbox/model/lines.ts';
import { isMissingFrom } from '#app/outbox/model/visibility.ts';
import type { BranchDetails } from '#contract/branch.ts';
import type { Dashboard } from '#contract/dashboard.ts';
import type { Resource } from '#contract/define-resource.ts';
import { type Piastres, sum } from '#contract/money.ts';
import { figures, WAITING_PATH, type WaitingForMonth, waitingForMonth } from '#contract/month.ts';
import { CREDIT } from '#contract/payment-methods.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { branchQuery, dashboardSnapshotQuery } from './branch-queries.ts';
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

/** True for a new record, or a line of a collection, that is pending or was booked in no month. */
export function waitsForNextMonth(entry: OutboxEntry): boolean {
  if (entry.operation.kind !== 'create' || isStuck(entry)) return false;
  return entry.state !== 'done' || withLines([entry]).some(({ result }) => result?.month === null);
}

/** Money that this device has not sent. It stands beside a sum of the server, never in it (decision 178). */
export interface PendingMoney {
  /** All lines of one receipt count as one. */
  readonly count: number;
  /** In piastres, without amounts that only the server knows. */
  readonly received: Piastres;
  readonly spent: Piastres;
}

type Figure = (typeof figures)[number];

interface Cash {
  readonly group: Figure['group'];
  /** In piastres; undefined where only the server knows it. */
  readonly amount: Piastres | undefined;
}

function amountOf(line: OutboxEntry, { cash, givesBack }: Resource): Piastres | undefined {
  const field = cash?.field ?? '';
  const isKnown = line.operation.kind !== 'create' || field in valuesAfter(line);
  const amount = isKnown ? changeOf(line, field) : undefined;
  return givesBack && amount !== undefined ? -amount : amount;
}

/** Credit that is paid out moves no figure: that money came in before (decision 131). */
function cashOf(line: OutboxEntry): Cash | undefined {
  const { resource: name } = line.operation;
  if (!isResourceName(name)) return undefined;
  const resource = resourceOf(name);
  const paidFor = resource.givesBack ? paidBackFor(line)?.resource : name;
  const figure = paidFor && resourceOf(paidFor).cash?.figure;
  const group = figures.find((one) => one.name === figure)?.group;
  return group && { group, amount: amountOf(line, resource) };
}

/**
 * Refused and unreadable entries wait for a person, and are counted by the Sync panel.
 * @param lines of `withLines`
 * @param interval of the read whose sum it stands beside: an entry that the sum may contain is left out (fault 49)
 */
export function pendingMoney(
  lines: readonly OutboxEntry[],
  interval: ReadInterval = NEVER_READ,
): PendingMoney {
  const waiting = lines.filter((line) => isPending(line) && isMissingFrom(line, interval));
  const moved = waiting.flatMap((line) => {
    const cash = cashOf(line);
    return cash && cash.amount !== 0n ? [{ id: line.id, ...cash }] : [];
  });
  const sumOf = (group: Figure['group']) =>
    sum(moved.filter((one) => one.group === group).map(({ amount = 0n }) => amount));
  return {
    count: new Set(moved.map(({ id }) => id)).size,
    received: sumOf('revenue'),
    spent: sumOf('expenses'),
  };
}

/** Beside the totals of a list. */
export const pendingOfList = (
  { name }: Resource,
  outbox: readonly OutboxEntry[],
  interval: ReadInterval,
): PendingMoney =>
  pendingMoney(
    withLines(outbox).filter(({ operation }) => operation.resource === name),
    interval,
  );

const isByCredit = ({ body, before }: OutboxEntry): boolean =>
  body.payment_method === CREDIT || before?.payment_method === CREDIT;

/** Beside the sums of the dashboard. */
export function usePendingMoney(): PendingMoney {
  const { rows } = useOutboxView();
  const { data: read } = useQuery({ ...dashboardSnapshotQuery(), enabled: false });
  return useMemo(() => pendingMoney(withLines(rows), read), [rows, read]);
}

/** In piastres: money for a drawer, not by credit. */
export function usePendingTakings(read: ReadInterval | undefined): Piastres {
  const { rows } = useOutboxView();
  return useMemo(
    () =>
      pendingMoney(
        withLines(rows).filter((line) => !isByCredit(line)),
        read,
      ).received,
    [rows, read],
  );
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
  /** Of this device, while no month runs. */
  readonly pending: PendingMoney;
}

export function useWaitingForMonth(): Waiting {
  const { rows } = useOutboxView();
  const { data: figures } = useQuery({ ...dashboardSnapshotQuery(), enabled: false });
  const { data: branch } = useQuery({ ...branchQuery(), enabled: false });
  const { data: read } = useQuery({ ...waitingQuery(), enabled: branch?.month_waiting === true });
  const { running } = monthOfFigures(figures?.data, branch);
  return useMemo(
    () => ({
      stored: read?.data,
      pending: pendingMoney(running ? [] : withLines(rows).filter(waitsForNextMonth), read),
    }),
    [rows, read, running],
  );
}
