import { expect } from '@playwright/test';
import { CLOSES_PATH } from '#contract/closes.ts';
import { MONTH_TOGGLE_PATH } from '#contract/month.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import type { DeskTask } from '../task.ts';
import { payment } from './prepared.ts';
import { printed } from './printing.ts';

export const expense: DeskTask = {
  what: 'write down an expense from the drawer',
  bar: 6,
  async prepare({ api, word }) {
    const title = `${word} cleaning`;
    return {
      act: async ({ main, tap, type, see, go, cutNetwork }) => {
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

export const salary: DeskTask = {
  what: 'pay a salary and print its slip',
  bar: 9,
  async prepare({ api, word, serial }) {
    const factory = branchFactory(serial);
    const name = `${word} Fathy`;
    const employee = await api.post('/employees/', factory.employee({ name, salary: '4000' }));
    await api.post('/deductions/', factory.deduction(String(employee.id), { amount: '350' }));
    return {
      act: async (person) => {
        const { page, main, tap, see, go, pick, cutNetwork } = person;
        await go('Salary');
        await tap(main.getByRole('link', { name: 'Add Salary' }));
        await pick('Employee', name);
        await see(main.getByText('L.E. 3,650.00'));
        await cutNetwork();
        await tap(main.getByRole('button', { name: 'Add Salary', exact: true }));
        await tap(main.getByRole('link', { name: new RegExp(`^Edit ${name}`) }));
        await tap(main.getByRole('button', { name: 'Print the slip' }));
        await tap(page.getByRole('dialog').getByRole('button', { name: 'Print' }));
        await printed(person);
      },
      check: async () => {
        const salaries = await api.all('/salaries/');
        expect(salaries.filter((one) => one.employee === employee.id)).toMatchObject([{ amount: '3650.00' }]);
      },
    };
  },
};

export const closeTheDay: DeskTask = {
  what: 'close the day (counting apart)',
  bar: 6,
  async prepare(desk) {
    await payment(desk);
    let before = 0;
    return {
      act: async (person) => {
        const { main, tap, type, see, cutNetwork, restoreNetwork } = person;
        before = (await desk.api.all(CLOSES_PATH)).length;
        await tap(main.getByRole('link', { name: 'Close my drawer' }));
        const pieces = (value: string) =>
          main.getByRole('textbox', { name: `Pieces of ${value}`, exact: true });
        await person.apart(async () => {
          await type(pieces('200'), '1');
          await type(pieces('20'), '2');
        });
        if (await cutNetwork()) {
          await see(main.getByText('Your count stays on this device'));
          await restoreNetwork();
        }
        await tap(main.getByRole('button', { name: 'Compare', exact: true }));
        await type(main.getByRole('textbox', { name: 'Why does it differ?' }), 'Gave too much change');
        await tap(main.getByRole('button', { name: 'Finish', exact: true }));
        await tap(main.getByRole('button', { name: 'Print', exact: true }));
        await printed(person);
        await tap(main.getByRole('button', { name: 'Done', exact: true }));
      },
      check: async () => {
        const closes = await desk.api.all(CLOSES_PATH);
        expect(closes).toHaveLength(before + 1);
        expect(closes[0]).toMatchObject({ counted: '240.00', reason: 'Gave too much change' });
      },
    };
  },
};

export const endTheMonth: DeskTask = {
  what: 'end the month after its checklist, and print the report',
  bar: 7,
  async prepare({ api }) {
    return {
      act: async (person) => {
        const { page, main, tap, see, go, cutNetwork, restoreNetwork } = person;
        await go('Work History');
        await see(main.getByRole('heading', { level: 1, name: 'Work History' }));
        await tap(main.getByRole('button', { name: 'End Month' }));
        const question = page.getByRole('alertdialog');
        await see(
          question.getByText(/without a salary|not closed|with a debt|without a payment|Nothing is open/),
        );
        if (await cutNetwork()) {
          await tap(question.getByRole('button', { name: 'End Month' }));
          await see(question.getByRole('alert'));
          await restoreNetwork();
        }
        await tap(question.getByRole('button', { name: 'End Month' }));
        await see(main.getByRole('button', { name: 'Undo Month' }));
        await tap(main.getByRole('button', { name: /^Print the report of/ }));
        await tap(page.getByRole('dialog').getByRole('button', { name: 'Print' }));
      },
      check: async () => {
        const { id, status } = await api.newestMonth();
        expect(status).toBe('ended');
        await api.post(MONTH_TOGGLE_PATH, { expect: 'ended', month: String(id), reason: 'the next run' });
      },
    };
  },
};
