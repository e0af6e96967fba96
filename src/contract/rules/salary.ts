import { defineMessages } from '../messages.ts';
import { formatMoney, type Piastres, sum } from '../money.ts';

/** Holds the parts of a salary before it is saved, in piastres (decision 15). */
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

/** Subtracts the open deductions of an employee from the salary, in piastres. */
export function netSalary(salary: Piastres, openDeductions: readonly Piastres[]): NetSalary {
  const deducted = sum(openDeductions);
  return { base: salary, deducted, net: salary - deducted };
}

/** Refuses a salary that its deductions exceed (decision 35); undefined for one that is right. */
export function salaryRefusal(employee: string, { base, deducted, net }: NetSalary): string | undefined {
  if (net >= 0n) return undefined;
  return salaryMessages.deductionsAboveSalary({
    name: employee,
    deducted: formatMoney(deducted),
    salary: formatMoney(base),
  });
}
