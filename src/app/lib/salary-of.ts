import { type Piastres, readPiastres } from '#contract/money.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import { leftAfter, type OpenPay, type PaidPart } from '#contract/rules/salary.ts';
import type { RecordRow } from './record-row.ts';

/** What a server without parts does not send is nothing. */
const amountOr0 = (value: unknown): Piastres | undefined =>
  value === null || value === undefined ? 0n : readPiastres(value);

/** Undefined if an amount is not known yet, such as that of a salary which the server works out. */
export function paidPart(record: RecordRow): PaidPart | undefined {
  const [amount, base] = [readPiastres(record.amount), readPiastres(record.base_salary)];
  const [bonus, deducted, advanced, paidBefore] = [
    record.bonus,
    record.deducted,
    record.advanced,
    record.paid_before,
  ].map(amountOr0);
  if (amount === undefined || base === undefined || bonus === undefined || deducted === undefined)
    return undefined;
  if (advanced === undefined || paidBefore === undefined) return undefined;
  return { amount, base, bonus, deducted, advanced, paidBefore };
}

const partOf = ({ part }: RecordRow) => (typeof part === 'string' ? Number(part) : 0);

/** The last part of a month's salary; the records are those of one employee and month. */
export const lastPartOf = (parts: readonly RecordRow[]): RecordRow | undefined =>
  parts.reduce<RecordRow | undefined>(
    (last, part) => (last === undefined || partOf(part) > partOf(last) ? part : last),
    undefined,
  );

/** Piastres that are left of a month's salary after a part; undefined if an amount is unknown. */
export function leftOfSalary(record: RecordRow): Piastres | undefined {
  const part = paidPart(record);
  return part && leftAfter(part);
}

export function openPayOf(
  open: Readonly<Partial<Record<ResourceName, readonly RecordRow[]>>>,
): OpenPay | undefined {
  const [deductions, advances, bonuses] = [open.deduction, open.advance, open.bonus].map((records = []) => {
    const amounts = records.map(({ amount }) => readPiastres(amount));
    return amounts.every((amount) => amount !== undefined) ? amounts : undefined;
  });
  return deductions && advances && bonuses ? { deductions, advances, bonuses } : undefined;
}
