import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { textOf } from '#app/fields/field-control.ts';
import { currentDay } from '#app/lib/branch-day.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { isPending, type OutboxEntry, requiresUserAction } from '#app/outbox/model/entry.ts';
import { isPendingRecord } from '#app/outbox/store/pending-records.ts';
import { monthsQuery } from '#app/reads/branch-queries.ts';
import { useOutboxView } from '#app/reads/use-outbox.ts';
import { type ListResult, useAllRecords } from '#app/reads/use-records.ts';
import type { ListedRecord } from '#app/reads/with-pending.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { NetSalary } from '#contract/rules/salary.ts';
import { hasLeft } from '#contract/rules/term.ts';
import {
  computeSalary,
  isInEffect,
  openPayProblem,
  type PayKind,
  partInputs,
  type SalaryInputs,
  useRunningMonth,
} from './open-pay.ts';
import { messages } from './texts.en.ts';

type SalaryState = 'waiting' | 'needs-you';

function pendingIn(outbox: readonly OutboxEntry[]): ReadonlyMap<string, SalaryState> {
  const states = new Map<string, SalaryState>();
  for (const entry of outbox) {
    const { resource, kind } = entry.operation;
    if (resource !== 'salary' || kind !== 'create' || !isPending(entry)) continue;
    const employee = textOf(entry.body.employee);
    if (requiresUserAction(entry)) states.set(employee, 'needs-you');
    else if (!states.has(employee)) states.set(employee, 'waiting');
  }
  return states;
}

interface NotDue {
  readonly why: string;
  readonly tone: 'settled' | 'waiting' | 'refused' | undefined;
}

interface Pay {
  readonly employee: RecordRow;
  readonly inputs: SalaryInputs;
}

export interface DuePay extends Pay {
  readonly salary: NetSalary;
  readonly notDue?: undefined;
}

export type EmployeePay = DuePay | (Pay & { readonly notDue: NotDue });

function payOf(employee: RecordRow, inputs: SalaryInputs, state: SalaryState | undefined): EmployeePay {
  const notDue = (why: string, tone?: NotDue['tone']) => ({ employee, inputs, notDue: { why, tone } });
  if (state === 'needs-you') return notDue(messages.needsYou, 'refused');
  if (state === 'waiting') return notDue(appMessages.waitingToBeSent, 'waiting');
  const computed = computeSalary(inputs);
  if (!computed) return notDue(messages.unknown);
  if (computed.paidUp) return notDue(messages.isPaid, 'settled');
  const problem = openPayProblem(textOf(employee.name), computed);
  if (problem !== undefined) return notDue(problem, 'refused');
  const { salary } = computed;
  return salary.net > 0n ? { employee, inputs, salary } : notDue(messages.nothingLeft);
}

interface ByEmployee {
  readonly list: ListResult;
  readonly of: (employee: string) => readonly ListedRecord[] | undefined;
}

const NONE: readonly ListedRecord[] = [];

function useByEmployee(name: PayKind): ByEmployee {
  const list = useAllRecords(resourceOf(name));
  const isKnown = list.updatedAt > 0;
  const byEmployee = useMemo(() => {
    const found = new Map<string, ListedRecord[]>();
    for (const row of list.rows.filter(isInEffect)) {
      const employee = textOf(row.record.employee);
      found.set(employee, [...(found.get(employee) ?? []), row]);
    }
    return found;
  }, [list.rows]);
  const of = (employee: string) =>
    isKnown || isPendingRecord(employee) ? (byEmployee.get(employee) ?? NONE) : undefined;
  return { list, of };
}

interface EveryPay {
  readonly status: ListResult['status'];
  readonly error: Error | undefined;
  readonly refetch: () => void;
  /** Time of the oldest read, in milliseconds since 1970; 0 if something was never read. */
  readonly updatedAt: number;
  readonly pays: readonly EmployeePay[] | undefined;
}

const nameOf = ({ employee }: EmployeePay) => textOf(employee.name);

export function useEveryPay(): EveryPay {
  const employees = useAllRecords(resourceOf('employee'));
  const deduction = useByEmployee('deduction');
  const advance = useByEmployee('advance');
  const bonus = useByEmployee('bonus');
  const salary = useByEmployee('salary');
  const months = useQuery(monthsQuery(1));
  const month = useRunningMonth(true);
  const { rows: outbox, loaded } = useOutboxView();
  const states = useMemo(() => pendingIn(outbox), [outbox]);
  const since = months.data?.results.find(({ id }) => id === month)?.start_date ?? currentDay();

  const ofEmployee = ({ record: employee }: ListedRecord): EmployeePay => {
    const { id } = employee;
    const known = {
      deduction: deduction.of(id),
      advance: advance.of(id),
      bonus: bonus.of(id),
      salary: salary.of(id),
    };
    return payOf(employee, { employee, ...partInputs(known, month) }, states.get(id));
  };
  const pays = employees.rows
    .filter((listed) => isInEffect(listed) && !hasLeft(listed.record, since))
    .map(ofEmployee)
    .toSorted((one, other) => nameOf(one).localeCompare(nameOf(other)));

  const lists = [employees, ...[deduction, advance, bonus, salary].map(({ list }) => list)];
  const error =
    lists.find(({ status }) => status === 'error')?.error ?? (months.data ? undefined : months.error);
  // Offline nothing arrives, and what is unknown says so.
  const isReading =
    lists.some(({ updatedAt, fetching, paused }) => updatedAt === 0 && fetching && !paused) ||
    (months.isLoading && !employees.paused);
  return {
    status: error ? 'error' : !loaded || isReading ? 'loading' : 'ready',
    error: error ?? undefined,
    refetch: () => {
      for (const { updatedAt, refetch } of lists) if (updatedAt === 0) refetch();
      if (!months.data) void months.refetch();
    },
    updatedAt: Math.min(...lists.map(({ updatedAt }) => updatedAt)),
    pays: employees.updatedAt > 0 || pays.length > 0 ? pays : undefined,
  };
}
