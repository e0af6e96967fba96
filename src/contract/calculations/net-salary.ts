import { type Piastres, sum } from '../money.ts';

/** Holds the parts of a salary before it is saved, in piastres (decision 15). */
export interface NetSalary {
  readonly base: Piastres;
  readonly deducted: Piastres;
  /** Negative when the deductions exceed the salary, which is refused. */
  readonly net: Piastres;
}

/** Subtracts the open deductions of an employee from the salary, in piastres. */
export function netSalary(salary: Piastres, openDeductions: readonly Piastres[]): NetSalary {
  const deducted = sum(openDeductions);
  return { base: salary, deducted, net: salary - deducted };
}
