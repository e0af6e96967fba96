import { expect } from '@playwright/test';
import { branchFactory } from '#server/demo/branch-factory.ts';
import type { DeskTask } from '../task.ts';
import { printed } from './printing.ts';

/** Pays a salary less a deduction, and prints the slip to be signed. */
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
        const { page, tap, see, go, pick, cutNetwork } = person;
        const main = page.getByRole('main');
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
