import { textOf } from '#app/fields/field-control.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { Draft, FormDefinition, Rule } from '#contract/define-resource.ts';
import { formatDecimal, readPiastres } from '#contract/money.ts';
import { type NetSalary, netSalary, salaryRefusal } from '#contract/rules/salary.ts';

/** The inputs of the chosen employee's next salary, as known on this device. */
export interface SalaryInputs {
  readonly employee: RecordRow | undefined;
  /** The open deductions; undefined if this device does not know them. */
  readonly open: readonly RecordRow[] | undefined;
}

/** Computes the salary as the server will set it (decision 15); undefined if an input is unknown. */
export function computeSalary({ employee, open }: SalaryInputs): NetSalary | undefined {
  const salary = readPiastres(employee?.salary);
  const deductions = open?.map(({ amount }) => readPiastres(amount));
  if (salary === undefined || !deductions?.every((amount) => amount !== undefined)) return undefined;
  return netSalary(salary, deductions);
}

/** Adds the rule that the open deductions must not exceed the salary. */
export function salaryFormDefinition(definition: FormDefinition, inputs: SalaryInputs): FormDefinition {
  const withinSalary: Rule = (draft) => {
    const net = draft.employee === inputs.employee?.id ? computeSalary(inputs) : undefined;
    const message = net && salaryRefusal(textOf(inputs.employee?.name), net);
    return message === undefined ? undefined : { field: 'employee', message };
  };
  return { ...definition, rules: [...definition.rules, withinSalary] };
}

/** Returns the values that the server will set on a salary; undefined if unknown. */
export function optimisticSalary(inputs: SalaryInputs, body: Draft): Draft | undefined {
  const net = body.employee === inputs.employee?.id ? computeSalary(inputs) : undefined;
  if (!net) return undefined;
  return {
    amount: formatDecimal(net.net),
    base_salary: formatDecimal(net.base),
    deducted: formatDecimal(net.deducted),
  };
}
