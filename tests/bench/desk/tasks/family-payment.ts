import { expect } from '@playwright/test';
import { paths } from '#contract/http.ts';
import type { DeskTask } from '../task.ts';
import { family } from './prepared.ts';

/** Takes one sum for the debts of two children. */
export const familyPayment: DeskTask = {
  what: 'a family pays three debts with one sum',
  bar: 6,
  async prepare(desk) {
    const { name } = await family(desk);
    let before = 0;
    return {
      act: async ({ page, tap, type, see, cutNetwork }) => {
        const main = page.getByRole('main');
        before = (await desk.api.all(paths.collections)).length;
        await tap(page.getByRole('banner').getByRole('link', { name: 'Take payment' }));
        await type(page.getByRole('combobox', { name: 'Student' }), name);
        await tap(page.getByRole('option', { name: new RegExp(`^${name}`) }));
        await see(main.getByRole('checkbox').nth(2));
        await cutNetwork();
        await type(main.getByRole('textbox', { name: 'Amount received' }), '450');
        await tap(main.getByRole('button', { name: 'Next number' }));
        await tap(main.getByRole('button', { name: 'Save L.E. 450.00' }));
        await see(main.getByRole('heading', { name: /^Payment saved/ }));
        await tap(main.getByRole('button', { name: 'Done' }));
      },
      check: async () => {
        const all = await desk.api.all(paths.collections);
        expect(all).toHaveLength(before + 1);
        expect(all[0]).toMatchObject({ total: '450.00' });
      },
    };
  },
};
