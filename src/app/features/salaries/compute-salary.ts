import { textOf } from '#app/fields/field-control.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { type NetSalary, netSalary } from '#contract/calculations/net-salary.ts';
import type { Draft, FormDefinition, Rule } from '#contract/define-resource.ts';
import { formatDecimal, formatMoney, readPiastres } from '#contract/money.ts';

/** What this device knows of the chosen employee's next salary. */
export interface SalaryInputs {
  readonly employee: RecordRow | undefined;
  /** Deductions that no salary has settled; undefined where this device does not know them. */
  readonly open: readonly RecordRow[] | undefined;
}

/** What the salary will come to, as the server will stamp it (decision 15); undefined where that is not known here. */
export function computeSalary({ employee, open }: SalaryInputs): NetSalary | undefined {
  const salary = readPiastres(employee?.salary);
  const deductions = open?.map(({ amount }) => readPiastres(amount));
  if (salary === undefined || !deductions?.every((amount) => amount !== undefined)) return undefined;
  return netSalary(salary, deductions);
}

/** The refusal of deductions over the salary, in the server's words (decision 35). */
export function overSalary({ employee }: SalaryInputs, { base, deducted }: NetSalary): string {
  const whose = `The deductions of ${textOf(employee?.name)} come to ${formatMoney(deducted)}`;
  return `${whose}, more than the salary of ${formatMoney(base)}. Lower or delete a deduction first.`;
}

/** The salary form, which refuses deductions over the salary before anything is sent. */
export function salaryFormDefinition(facts: FormDefinition, ground: SalaryInputs): FormDefinition {
  const withinSalary: Rule = (draft) => {
    const net = draft.employee === ground.employee?.id ? computeSalary(ground) : undefined;
    if (!net || net.net >= 0n) return undefined;
    return { field: 'employee', message: overSalary(ground, net) };
  };
  return { ...facts, rules: [...facts.rules, withinSalary] };
}

/** What the server will stamp on a salary, as far as it is known here. */
export function optimisticSalary(ground: SalaryInputs, body: Draft): Draft | undefined {
  const net = body.employee === ground.employee?.id ? computeSalary(ground) : undefined;
  if (!net) return undefined;
  return {
    amount: formatDecimal(net.net),
    base_salary: formatDecimal(net.base),
    deducted: formatDecimal(net.deducted),
  };
}
