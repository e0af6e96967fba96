import { expect } from '@playwright/test';
import { branchFactory } from '#server/demo/branch-factory.ts';
import type { DeskTask } from '../task.ts';
import { enrolledByName } from './checks.ts';

/** Sells two different books to one student, both paid in full. */
export const twoBooks: DeskTask = {
  what: 'a student buys two different books',
  bar: 8,
  async prepare({ api, word, serial }) {
    const factory = branchFactory(serial);
    const name = `${word} Samir`;
    await api.post('/students/', factory.student({ name }));
    const titles = [`${word} Reader`, `${word} Workbook`] as const;
    for (const title of titles) {
      const book = await api.post('/books/', factory.book({ name: title, sell_price: '100' }));
      await api.post('/book-order/', factory.bookOrder(String(book.id), { quantity: '6', paid_amount: '0' }));
    }
    return {
      act: async ({ page, tap, go, see, pick, cutNetwork }) => {
        const main = page.getByRole('main');
        await go('Books Payout');
        for (const title of titles) {
          await tap(main.getByRole('link', { name: 'Create Book Payout' }));
          await pick('Book', title);
          await pick('Student', name);
          if (title === titles[1]) await cutNetwork();
          await tap(main.getByRole('button', { name: 'Paid in full' }));
          await tap(main.getByRole('button', { name: 'Create Book Payout', exact: true }));
          await see(main.getByText(title).first());
        }
      },
      check: async () => {
        const paid = { paid_amount: '100.00', remaining_amount: '0.00' };
        expect(await enrolledByName(api, '/book-payout/', name)).toMatchObject([paid, paid]);
      },
    };
  },
};
