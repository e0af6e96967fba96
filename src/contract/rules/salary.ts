import { formatMoney, type Piastres, sum } from '../money.ts';
import { sentences } from '../texts/sentences.en.ts';

/** Piastres (decision 15). */
export interface NetSalary {
  readonly base: Piastres;
  readonly deducted: Piastres;
  /** Negative when the deductions exceed the salary, which is refused. */
  readonly net: Piastres;
}

/** Piastres. */
export function netSalary(salary: Piastres, openDeductions: readonly Piastres[]): NetSalary {
  const deducted = sum(openDeductions);
  return { base: salary, deducted, net: salary - deducted };
}

/** Deductions must not exceed the salary (decision 35); undefined for a correct salary. */
export function salaryRefusal(employee: string, { base, deducted, net }: NetSalary): string | undefined {
  if (net >= 0n) return undefined;
  return sentences.deductionsAboveSalary({
    name: employee,
    deducted: formatMoney(deducted),
    salary: formatMoney(base),
  });
}
