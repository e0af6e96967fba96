import type { DeskTask } from '../task.ts';
import { family } from './prepared.ts';

/** Says what a student owes, over the one search. */
export const findWhatIsOwed: DeskTask = {
  what: 'find what a student owes',
  bar: 3,
  async prepare(desk) {
    const { name } = await family(desk);
    return {
      act: async ({ page, tap, type, see, cutNetwork }) => {
        await tap(page.getByRole('banner').getByRole('button', { name: 'Search' }));
        await cutNetwork();
        await type(page.getByRole('combobox', { name: /^Name, parent, code, phone/ }), name);
        const row = page.getByRole('option', { name: new RegExp(`^${name}`) });
        await see(row.filter({ hasText: 'L.E. 300.00 remaining' }));
        await tap(row);
        await see(page.getByRole('main').getByText('L.E. 300.00').first());
      },
    };
  },
};
