import type { Person } from '../person.ts';
import type { Desk } from '../task.ts';
import { family } from './prepared.ts';

/** Creates a family whose debt stands on the first page of all debts: what earlier tasks used is settled. */
export async function firstDebt(desk: Desk) {
  const { name, student, course } = await family(desk, 100_000 - desk.serial);
  const settle = () => desk.api.patch(`/adult-course/${course}/`, { price: '0' });
  return { name, student, settle };
}

/** Opens the debts from the dashboard, and how to reach the parents of a student there. */
export async function debtOn({ page, tap }: Person, name: string): Promise<void> {
  const main = page.getByRole('main');
  await tap(main.getByRole('link', { name: 'All debts' }));
  await tap(main.getByRole('button', { name: `Contact ${name}` }));
}
