import { resources } from '#contract/resources/registry.ts';
import type { DemoFill } from './demo-fill.ts';

const PEOPLE = 7;

/** The ids of who works at the branch. */
export type Staff = readonly string[];

export async function hireStaff({ desk, factory }: DemoFill): Promise<Staff> {
  const staff: string[] = [];
  for (let count = 0; count < PEOPLE; count++) {
    staff.push((await desk.post(resources.employee.path, factory.employee())).id);
  }
  return staff;
}

/** Something is bought now and then, and somebody comes late. */
export async function spendAndDeduct({ desk, factory }: DemoFill, staff: Staff): Promise<void> {
  const { chance } = factory;
  if (chance.happens(35)) await desk.post(resources.expense.path, factory.expense());
  if (chance.happens(12)) await desk.post(resources.deduction.path, factory.deduction(chance.pick(staff)));
}

/** Everybody gets this month's salary. */
export async function paySalaries({ desk }: DemoFill, staff: Staff): Promise<void> {
  for (const employee of staff) await desk.post(resources.salary.path, { employee });
}
