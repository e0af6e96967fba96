import { expect } from '@playwright/test';
import { MONTH_TOGGLE_PATH } from '#contract/month.ts';
import type { DeskTask } from '../task.ts';

/** Reads what is still open, ends the month, and prints its report. */
export const endTheMonth: DeskTask = {
  what: 'end the month after its checklist, and print the report',
  bar: 7,
  async prepare({ api }) {
    return {
      act: async (person) => {
        const { page, tap, see, go, cutNetwork, restoreNetwork } = person;
        const main = page.getByRole('main');
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
