import { expect } from '@playwright/test';
import { displayDay } from '#contract/days.ts';
import { branchToday } from '../../../support/branch-today.ts';
import type { Person } from '../person.ts';
import type { Desk, DeskTask } from '../task.ts';
import { family } from './prepared.ts';

/** Creates a family whose debt stands on the first page of all debts: what earlier tasks used is settled. */
async function firstDebt(desk: Desk) {
  const { name, student, course } = await family(desk, 100_000 - desk.serial);
  const settle = () => desk.api.patch(`/adult-course/${course}/`, { price: '0' });
  return { name, student, settle };
}

/** Opens the debts from the dashboard, and how to reach the parents of a student there. */
async function debtOn({ main, tap }: Person, name: string): Promise<void> {
  await tap(main.getByRole('link', { name: 'All debts' }));
  await tap(main.getByRole('button', { name: `Contact ${name}` }));
}

export const promiseOfToday: DeskTask = {
  what: 'remember a promised day, and find it that day',
  bar: 7,
  async prepare(desk) {
    const { name, student, settle } = await firstDebt(desk);
    return {
      act: async (person) => {
        const { page, main, tap, type, see, cutNetwork, restoreNetwork } = person;
        await debtOn(person, name);
        await cutNetwork();
        await tap(page.getByRole('link', { name: 'Will pay on…' }));
        await type(main.getByRole('textbox', { name: 'Will Pay On' }), displayDay(branchToday()));
        await type(main.getByRole('textbox', { name: 'Amount' }), '150');
        await tap(main.getByRole('button', { name: 'Add Promise' }));
        const row = page.getByRole('list', { name: 'Students who owe something' }).locator('> li');
        await see(row.filter({ hasText: name }).getByText('Will pay L.E. 150.00 on'));
        await restoreNetwork();
        await tap(page.getByRole('banner').getByRole('link', { name: /^Branch Desk/ }));
        await see(main.getByRole('region', { name: 'Promised for today' }).getByText(name));
      },
      check: async () => {
        const promises = await desk.api.all('/promises/');
        expect(promises.filter((one) => String(one.student) === student)).toMatchObject([
          { amount: '150.00' },
        ]);
        await settle();
      },
    };
  },
};

export const reminder: DeskTask = {
  what: 'remind a parent by WhatsApp, and remember it',
  bar: 4,
  async prepare(desk) {
    const { name, student, settle } = await firstDebt(desk);
    return {
      act: async (person) => {
        const { page, tap, see, cutNetwork } = person;
        await debtOn(person, name);
        const write = page.getByRole('link', { name: /^WhatsApp to Father/ });
        await see(write);
        expect(await write.getAttribute('href')).toMatch(/^https:\/\/wa\.me\/20\d+\?text=.*\d\.00/);
        await cutNetwork();
        await tap(write);
        await tap(page.getByRole('button', { name: 'Remember the WhatsApp' }));
        const row = page.getByRole('list', { name: 'Students who owe something' }).locator('> li');
        await see(row.filter({ hasText: name }).getByText(/Reminded .*WhatsApp/));
      },
      check: async () => {
        const reminders = await desk.api.all('/reminders/');
        expect(reminders.filter((one) => String(one.student) === student)).toMatchObject([
          { channel: 'whatsapp' },
        ]);
        await settle();
      },
    };
  },
};
