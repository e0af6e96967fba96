import { expect } from '@playwright/test';
import type { DeskTask } from '../task.ts';

/** Writes down what was paid from the drawer. */
export const expense: DeskTask = {
  what: 'write down an expense from the drawer',
  bar: 6,
  async prepare({ api, word }) {
    const title = `${word} cleaning`;
    return {
      act: async ({ page, tap, type, see, go, cutNetwork }) => {
        const main = page.getByRole('main');
        await go('General Expenses');
        await tap(main.getByRole('link', { name: 'Add Expenses' }));
        await type(main.getByRole('textbox', { name: 'Title' }), title);
        await cutNetwork();
        await type(main.getByRole('textbox', { name: 'Amount' }), '75');
        await tap(main.getByRole('button', { name: 'Paid from the drawer' }));
        await tap(main.getByRole('button', { name: 'Add Expenses', exact: true }));
        await see(main.getByText(title));
      },
      check: async () => {
        const expenses = await api.all('/expenses/');
        expect(expenses.filter((one) => one.title === title)).toMatchObject([
          { amount: '75.00', from_drawer: true },
        ]);
      },
    };
  },
};
