import { defineMessages } from '../messages.ts';
import { formatMoney, type Piastres, sum } from '../money.ts';

/** Piastres (decision 15). */
export interface NetSalary {
  readonly base: Piastres;
  readonly deducted: Piastres;
  /** Negative when the deductions exceed the salary, which is refused. */
  readonly net: Piastres;
}

export const salaryMessages = defineMessages('salaryRule', {
  deductionsAboveSalary: ({ name, deducted, salary }: { name: string; deducted: string; salary: string }) =>
    `The deductions of ${name} come to ${deducted}, more than the salary of ${salary}. Lower or delete a deduction first.`,
});

/** Piastres. */
export function netSalary(salary: Piastres, openDeductions: readonly Piastres[]): NetSalary {
  const deducted = sum(openDeductions);
  return { base: salary, deducted, net: salary - deducted };
}

/** Deductions must not exceed the salary (decision 35); undefined for a correct salary. */
export function salaryRefusal(employee: string, { base, deducted, net }: NetSalary): string | undefined {
  if (net >= 0n) return undefined;
  return salaryMessages.deductionsAboveSalary({
    name: employee,
    deducted: formatMoney(deducted),
    salary: formatMoney(base),
  });
}
