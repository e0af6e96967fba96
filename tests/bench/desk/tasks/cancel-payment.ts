import { expect } from '@playwright/test';
import { PRINTS_PATH } from '#contract/receipts.ts';
import type { DeskTask } from '../task.ts';
import { enrolledByName } from './checks.ts';
import { payment } from './prepared.ts';

/** Cancels a payment that was typed for the wrong student; its receipt was printed, so it needs a reason. */
export const cancelPayment: DeskTask = {
  what: 'cancel a wrong payment, with its reason',
  bar: 6,
  async prepare(desk) {
    const { name, bus, receipt } = await payment(desk);
    await desk.api.post(PRINTS_PATH, { resource: 'bus', record: bus });
    return {
      act: async ({ page, tap, type, see, go, cutNetwork }) => {
        const main = page.getByRole('main');
        await go('Bus');
        await type(main.getByRole('searchbox'), receipt);
        await tap(main.getByRole('button', { name: new RegExp(`^Delete ${name}`) }));
        const question = page.getByRole('alertdialog');
        await see(question.getByLabel('Reason'));
        await cutNetwork();
        await type(question.getByLabel('Reason'), 'typed for the wrong student');
        await tap(question.getByRole('button', { name: 'Delete' }));
        await question.waitFor({ state: 'hidden' });
      },
      check: async () => {
        expect(await enrolledByName(desk.api, '/bus/', name)).toEqual([]);
      },
    };
  },
};
