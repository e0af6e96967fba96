import { expect } from '@playwright/test';
import type { Person } from '../person.ts';
import type { DeskTask } from '../task.ts';
import { enrolledByName } from './checks.ts';
import { payment } from './prepared.ts';

/** From the dashboard to the page of a student, through the search. */
async function findStudent({ page, tap, see }: Person, name: string): Promise<void> {
  await tap(page.getByRole('banner').getByRole('button', { name: /^Search/ }));
  const found = page.getByRole('dialog');
  await found.getByRole('combobox').pressSequentially(name);
  await tap(found.getByRole('option', { name: new RegExp(name) }).first());
  await see(page.getByRole('heading', { level: 1, name }));
}

/** Pays a part of a payment back, in cash. */
export const refund: DeskTask = {
  what: 'pay a part of a payment back',
  bar: 7,
  async prepare(desk) {
    const { name } = await payment(desk);
    return {
      act: async (person) => {
        const { page, tap, type, see, cutNetwork } = person;
        const main = page.getByRole('main');
        await findStudent(person, name);
        await tap(main.getByRole('link', { name: 'Refund', exact: true }));
        await see(main.getByText('L.E. 250.00'));
        await cutNetwork();
        await type(main.getByRole('textbox', { name: 'Amount' }), '100');
        await tap(main.getByRole('button', { name: 'Paid twice', exact: true }));
        await tap(main.getByText('Still owed', { exact: true }));
        await tap(main.getByRole('button', { name: 'Add Refund', exact: true }));
        await see(page.getByRole('heading', { level: 1, name }));
      },
      check: async () => {
        expect(await enrolledByName(desk.api, '/refunds/', name)).toMatchObject([{ amount: '100.00' }]);
        expect(await enrolledByName(desk.api, '/bus/', name)).toMatchObject([{ refunded: '100.00' }]);
      },
    };
  },
};

/** A student leaves, a part is kept and the rest paid back. */
export const leaveCourse: DeskTask = {
  what: 'a student leaves a course and gets money back',
  bar: 9,
  async prepare(desk) {
    const { name } = await payment(desk);
    return {
      act: async (person) => {
        const { page, tap, type, see, cutNetwork } = person;
        const main = page.getByRole('main');
        await findStudent(person, name);
        await tap(main.getByRole('link', { name: /^Leaves the course/ }));
        await see(main.getByRole('heading', { level: 1, name: 'Leaves the course' }));
        await cutNetwork();
        await type(main.getByRole('textbox', { name: 'Kept of the price' }), '150');
        await tap(main.getByRole('button', { name: 'Moves away', exact: true }));
        await tap(main.getByRole('button', { name: 'Leaves the course', exact: true }));
        await see(page.getByRole('heading', { level: 1, name }));
      },
      check: async () => {
        expect(await enrolledByName(desk.api, '/bus/', name)).toMatchObject([
          { kept: '150.00', refunded: '100.00', remaining_amount: '0.00' },
        ]);
      },
    };
  },
};
