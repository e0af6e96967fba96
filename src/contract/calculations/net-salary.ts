import { type Piastres, piastres, sum } from '../money.ts';

/** What a salary comes to before it is saved, in piastres (decision 15). */
export interface NetSalary {
  readonly base: Piastres;
  readonly deducted: Piastres;
  /** Negative where the deductions are more than the salary, which is refused. */
  readonly net: Piastres;
}

/**
 * An employee's salary less the deductions that no salary has settled, each as decimal text.
 * @throws {RangeError} when an argument is not decimal text.
 */
export function netSalary(salary: string, openDeductions: readonly string[]): NetSalary {
  const base = piastres(salary);
  const deducted = sum(openDeductions.map(piastres));
  return { base, deducted, net: base - deducted };
}
