import { expect } from '@playwright/test';
import { CLOSES_PATH } from '#contract/closes.ts';
import type { DeskTask } from '../task.ts';
import { payment } from './prepared.ts';
import { printed } from './printing.ts';

/** Counts the drawer, says why it differs, and prints the close. */
export const closeTheDay: DeskTask = {
  what: 'close the day (counting apart)',
  bar: 6,
  async prepare(desk) {
    await payment(desk);
    let before = 0;
    return {
      act: async (person) => {
        const { page, tap, type, see, cutNetwork, restoreNetwork } = person;
        const main = page.getByRole('main');
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
