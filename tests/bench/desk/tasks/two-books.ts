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
      act: async ({ page, tap, type, see, cutNetwork }) => {
        const main = page.getByRole('main');
        await tap(page.getByRole('banner').getByRole('link', { name: 'Take payment' }));
        await type(page.getByRole('combobox', { name: 'Student' }), name);
        await tap(page.getByRole('option', { name: new RegExp(`^${name}`) }));
        await tap(main.getByRole('button', { name: 'Add to this receipt: Book Payout' }));
        for (const [title, field] of [
          [titles[0], main.getByRole('combobox', { name: 'Book', exact: true })],
          // It has the focus once a book was picked.
          [titles[1], main.getByRole('combobox', { name: 'Another book' })],
        ] as const) {
          await type(field, title);
          await tap(page.getByRole('option', { name: new RegExp(`^${title}`) }));
          await cutNetwork();
        }
        await type(main.getByRole('textbox', { name: 'Amount received' }), '200');
        await tap(main.getByRole('button', { name: 'Next number' }));
        await tap(main.getByRole('button', { name: 'Save L.E. 200.00' }));
        await see(main.getByRole('heading', { name: /^Payment saved/ }));
      },
      check: async () => {
        const paid = { paid_amount: '100.00', remaining_amount: '0.00' };
        expect(await enrolledByName(api, '/book-payout/', name)).toMatchObject([paid, paid]);
      },
    };
  },
};
