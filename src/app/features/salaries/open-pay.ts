import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { textOf } from '#app/fields/field-control.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { lastPartOf, openPayOf, paidPart } from '#app/lib/salary-of.ts';
import { monthsQuery } from '#app/reads/branch-queries.ts';
import { useReadStrategy } from '#app/reads/capabilities.ts';
import { useIsPendingRecord } from '#app/reads/use-outbox.ts';
import { type ListResult, useAllRecords } from '#app/reads/use-records.ts';
import type { ListedRecord } from '#app/reads/with-pending.ts';
import type { Draft, Resource } from '#contract/define-resource.ts';
import { formatDecimal, type Piastres, readPiastres, sum } from '#contract/money.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { isPaidUp, type NetSalary, netSalary, salaryProblem, settledNow } from '#contract/rules/salary.ts';
import { sentences } from '#contract/texts/sentences.en.ts';

const deductions = resourceOf('deduction');
export const advances = resourceOf('advance');
const bonuses = resourceOf('bonus');
const salaries = resourceOf('salary');

interface OpenRecords {
  readonly deduction: readonly RecordRow[];
  readonly advance?: readonly RecordRow[];
  readonly bonus?: readonly RecordRow[];
}

export interface SalaryInputs {
  readonly employee: RecordRow | undefined;
  readonly open: OpenRecords | undefined;
  readonly last: RecordRow | undefined;
}

interface ComputedSalary {
  readonly salary: NetSalary;
  readonly paidUp: boolean;
  readonly deductionsNow: readonly Piastres[];
  readonly deductedLater: Piastres;
}

/** Follows the server's rule (decisions 15 and 134); undefined if an input is unknown. */
export function computeSalary({ employee, open, last }: SalaryInputs): ComputedSalary | undefined {
  const base = readPiastres(employee?.salary);
  const pay = open && openPayOf({ ...open });
  const part = last && paidPart(last);
  if (base === undefined || !pay || (last && !part)) return undefined;
  const { deductions: deductionsNow } = settledNow(pay, part);
  return {
    salary: netSalary(base, pay, part),
    paidUp: isPaidUp(part, pay),
    deductionsNow,
    deductedLater: sum(pay.deductions) - sum(deductionsNow),
  };
}

export const openPayProblem = (name: string, { salary, paidUp }: ComputedSalary): string | undefined =>
  paidUp ? sentences.salaryPaidUp({ name }) : salaryProblem(name, salary);

export function expectedSalary(inputs: SalaryInputs, body: Draft): Draft | undefined {
  const computed = body.employee === inputs.employee?.id ? computeSalary(inputs) : undefined;
  if (!computed) return undefined;
  const { base, bonus, deducted, advanced, paidBefore, net } = computed.salary;
  return {
    amount: textOf(body.amount) || formatDecimal(net),
    base_salary: formatDecimal(base),
    bonus: formatDecimal(bonus),
    deducted: formatDecimal(deducted),
    advanced: formatDecimal(advanced),
    paid_before: formatDecimal(paidBefore),
    part: String(BigInt(textOf(inputs.last?.part) || '0') + 1n),
  };
}

/** A rejected create does not count; a rejected delete does. */
export const isInEffect = ({ pending }: ListedRecord) =>
  pending?.state === 'rejected' ? pending.kind !== 'create' : pending?.kind !== 'delete';

/** Some servers do not send the settlement (decision 31). */
const isSettlementKnown = ({ record, pending }: ListedRecord) =>
  pending?.kind === 'create' || record.settled_by !== undefined;

interface OfEmployee {
  readonly rows: readonly ListedRecord[] | undefined;
  readonly list: ListResult;
}

/** @param without id of a pending entry that is being edited and must not count */
function useOfEmployee(
  resource: Resource,
  employee: string,
  { without, enabled }: { readonly without: string | undefined; readonly enabled: boolean },
): OfEmployee {
  const isNew = useIsPendingRecord(employee);
  const filter = useReadStrategy()?.filter({ employee }) ?? { employee };
  const reads = enabled && employee !== '' && !isNew;
  const ofEmployee = useAllRecords(resource, filter, { without, enabled: reads });
  const cached = useAllRecords(resource, {}, { without, enabled: false });
  const list = ofEmployee.updatedAt > 0 || cached.updatedAt === 0 ? ofEmployee : cached;
  const known = employee !== '' && (isNew || list.updatedAt > 0);
  const rows = useMemo(
    () =>
      known ? list.rows.filter(isInEffect).filter(({ record }) => record.employee === employee) : undefined,
    [known, list.rows, employee],
  );
  return { rows, list };
}

function openOf(rows: readonly ListedRecord[] | undefined): readonly RecordRow[] | undefined {
  if (!rows?.every(isSettlementKnown)) return undefined;
  return rows.map(({ record }) => record).filter(({ settled_by }) => !settled_by);
}

export function useRunningMonth(enabled: boolean): string | null | undefined {
  const { data } = useQuery({ ...monthsQuery(1), enabled });
  return data && (data.results.find(({ status }) => status === 'running')?.id ?? null);
}

type PartInputs = Pick<SalaryInputs, 'open' | 'last'>;

const UNKNOWN: PartInputs = { open: undefined, last: undefined };

export type PayKind = 'deduction' | 'advance' | 'bonus' | 'salary';

type KnownOfEmployee = Readonly<Record<PayKind, readonly ListedRecord[] | undefined>>;

export function partInputs(known: KnownOfEmployee, month: string | null | undefined): PartInputs {
  const [deduction, advance, bonus] = [openOf(known.deduction), openOf(known.advance), openOf(known.bonus)];
  const isUnknown = !deduction || !advance || !bonus || !known.salary || month === undefined;
  if (isUnknown) return UNKNOWN;
  // A part that the server does not know yet belongs to the running month.
  const isOfMonth = ({ record, pending }: ListedRecord) =>
    pending?.kind === 'create' || (textOf(record.month) || null) === month;
  const parts = known.salary.filter(isOfMonth).map(({ record }) => record);
  return { open: { deduction, advance, bonus }, last: lastPartOf(parts) };
}

interface OpenPayResult extends PartInputs {
  readonly list: ListResult;
}

export function useOpenPay(
  employee: string,
  { without, inParts }: { readonly without: string | undefined; readonly inParts: boolean },
): OpenPayResult {
  const options = { without, enabled: inParts };
  const deducted = useOfEmployee(deductions, employee, { without, enabled: true });
  const { rows: advance } = useOfEmployee(advances, employee, options);
  const { rows: bonus } = useOfEmployee(bonuses, employee, options);
  const { rows: salary } = useOfEmployee(salaries, employee, options);
  const month = useRunningMonth(inParts);
  const known = useMemo(() => {
    if (inParts) return partInputs({ deduction: deducted.rows, advance, bonus, salary }, month);
    const deduction = openOf(deducted.rows);
    return { open: deduction && { deduction }, last: undefined };
  }, [inParts, deducted.rows, advance, bonus, salary, month]);
  return { ...known, list: deducted.list };
}
