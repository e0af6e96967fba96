import { expect } from '@playwright/test';
import { RECEIPTS_PATH } from '#contract/receipts.ts';
import type { DeskTask } from '../task.ts';
import { payment } from './prepared.ts';
import { printed } from './printing.ts';

/** Prints a receipt of another day again, by the number on the paper. */
export const receiptAgain: DeskTask = {
  what: 'print the receipt of an earlier payment again',
  bar: 4,
  async prepare(desk) {
    const { receipt, bus, name } = await payment(desk);
    return {
      act: async (person) => {
        const { page, tap, type, see, cutNetwork } = person;
        await tap(page.getByRole('banner').getByRole('button', { name: 'Search' }));
        await type(page.getByRole('combobox', { name: /^Name, parent, code, phone/ }), receipt);
        await tap(page.getByRole('option', { name: new RegExp(`${receipt}.*${name}`) }));
        const open = page.getByRole('main').getByRole('button', { name: 'Receipt', exact: true });
        await see(open);
        await cutNetwork();
        await tap(open);
        await tap(page.getByRole('dialog', { name: 'Receipt' }).getByRole('button', { name: 'Print' }));
        await printed(person);
      },
      check: async () => {
        const read = await desk.api.get(`${RECEIPTS_PATH}?resource=bus&id=${bus}`);
        expect(read).toMatchObject({ prints: 1 });
      },
    };
  },
};
