import { expect } from '@playwright/test';
import type { Person } from '../person.ts';
import type { DeskTask } from '../task.ts';
import { enrolledByName } from './prepared.ts';
import { printReceipt } from './printing.ts';

function newStudentWith(
  what: string,
  bar: number,
  stored: object,
  discount: (person: Person) => Promise<void>,
): DeskTask {
  return {
    what,
    bar,
    async prepare({ api, word, serial }) {
      const name = `${word} Nabil`;
      return {
        act: async (person) => {
          const { page, main, tap, type, see, go, choose, cutNetwork } = person;
          await go('Students');
          await tap(main.getByRole('link', { name: 'Add Student' }));
          await type(main.getByLabel('Name', { exact: true }), name);
          await type(main.getByLabel(/^Phone/), `011${String(serial).padStart(8, '0')}`);
          await tap(main.getByRole('button', { name: 'Save and enrol' }));
          await see(page.getByRole('dialog').getByRole('link', { name: /^Adult Courses/ }));
          await cutNetwork();
          await tap(page.getByRole('dialog').getByRole('link', { name: /^Adult Courses/ }));
          await tap(main.getByRole('button', { name: 'Next number' }));
          await choose('Level', 'Level 3');
          await choose('Period', '3 Months');
          await choose('Transportation Type', 'Parent');
          await type(main.getByLabel('Price', { exact: true }), '1800');
          await discount(person);
          await type(main.getByLabel('Paid Amount'), '600');
          await tap(main.getByRole('button', { name: 'Create Course', exact: true }));
          await printReceipt(person, name);
        },
        check: async () => {
          expect(await enrolledByName(api, '/adult-course/', name)).toMatchObject([
            { paid_amount: '600.00', ...stored },
          ]);
        },
      };
    },
  };
}

export const newStudent = newStudentWith(
  'a new student is enrolled, pays and gets a receipt',
  14,
  { price: '1800.00' },
  async () => undefined,
);

export const newStudentWithDiscount = newStudentWith(
  'a new student is enrolled with a discount',
  17,
  // The list price of three months, whatever was typed before.
  { price: '2700.00', list_price: '3000.00', discount: '300.00', discount_reason: 'scholarship' },
  async ({ page, main, tap, choose }) => {
    await tap(main.getByRole('button', { name: 'Discount', exact: true }));
    await page.keyboard.type('10');
    await choose('Discount Reason', 'Scholarship');
  },
);
