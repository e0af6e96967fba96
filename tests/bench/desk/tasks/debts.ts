import type { Person } from '../person.ts';

/** Opens the debts from the dashboard, and how to reach the parents of a student there. */
export async function debtOn({ page, tap }: Person, name: string): Promise<void> {
  const main = page.getByRole('main');
  await tap(main.getByRole('link', { name: 'All debts' }));
  await tap(main.getByRole('button', { name: `Contact ${name}` }));
}
