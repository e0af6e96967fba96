import { expect } from '@playwright/test';
import { displayDay } from '#contract/days.ts';
import { branchToday } from '../../../support/branch-today.ts';
import type { DeskTask } from '../task.ts';
import { debtOn, firstDebt } from './debts.ts';

/** Remembers that a parent will pay today, and finds it on the dashboard. */
export const promiseOfToday: DeskTask = {
  what: 'remember a promised day, and find it that day',
  bar: 7,
  async prepare(desk) {
    const { name, student, settle } = await firstDebt(desk);
    return {
      act: async (person) => {
        const { page, tap, type, see, cutNetwork, restoreNetwork } = person;
        const main = page.getByRole('main');
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
