import { resources } from '#contract/resources/registry.ts';
import type { DemoFill } from './demo-fill.ts';

const EMPLOYEE_COUNT = 7;

/** Lists the ids of the employees. */
export type EmployeeIds = readonly string[];

/** Creates the employees. */
export async function createEmployees({ api, factory }: DemoFill): Promise<EmployeeIds> {
  const employees: string[] = [];
  for (let count = 0; count < EMPLOYEE_COUNT; count++) {
    employees.push((await api.post(resources.employee.path, factory.employee())).id);
  }
  return employees;
}

/** Creates an expense or a deduction on some days. */
export async function spendAndDeduct({ api, factory }: DemoFill, employees: EmployeeIds): Promise<void> {
  const { chance } = factory;
  if (chance.happens(35)) await api.post(resources.expense.path, factory.expense());
  if (chance.happens(12)) await api.post(resources.deduction.path, factory.deduction(chance.pick(employees)));
}

/** Creates this month's salary of every employee. */
export async function paySalaries({ api }: DemoFill, employees: EmployeeIds): Promise<void> {
  for (const employee of employees) await api.post(resources.salary.path, { employee });
}
