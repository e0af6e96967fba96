import { expect } from '@playwright/test';
import { paths } from '#contract/http.ts';
import { PRINTS_PATH, RECEIPTS_PATH } from '#contract/receipts.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import type { Person } from '../person.ts';
import type { DeskTask } from '../task.ts';
import { enrolledByName, family, payment } from './prepared.ts';
import { printed } from './printing.ts';

export const findWhatIsOwed: DeskTask = {
  what: 'find what a student owes',
  bar: 3,
  async prepare(desk) {
    const { name } = await family(desk);
    return {
      act: async ({ page, main, tap, type, see, cutNetwork }) => {
        await tap(page.getByRole('banner').getByRole('button', { name: 'Search' }));
        await cutNetwork();
        await type(page.getByRole('combobox', { name: /^Name, parent, code, phone/ }), name);
        const row = page.getByRole('option', { name: new RegExp(`^${name}`) });
        await see(row.filter({ hasText: 'L.E. 300.00 remaining' }));
        await tap(row);
        await see(main.getByText('L.E. 300.00'));
      },
    };
  },
};

async function takePaymentFrom({ page, tap, pick }: Person, name: string): Promise<void> {
  await tap(page.getByRole('banner').getByRole('link', { name: 'Take payment' }));
  await pick('Student', name);
}

function familyPaymentWith(
  what: string,
  bar: number,
  tender: object,
  choose: (person: Person) => Promise<void>,
): DeskTask {
  return {
    what,
    bar,
    async prepare(desk) {
      const { name } = await family(desk);
      let before = 0;
      return {
        act: async (person) => {
          const { main, tap, type, see, cutNetwork } = person;
          before = (await desk.api.all(paths.collections)).length;
          await takePaymentFrom(person, name);
          await see(main.getByRole('checkbox').nth(2));
          await cutNetwork();
          await type(main.getByRole('textbox', { name: 'Amount received' }), '450');
          await tap(main.getByRole('button', { name: 'Next number' }));
          await choose(person);
          await tap(main.getByRole('button', { name: 'Save L.E. 450.00' }));
          await see(main.getByRole('heading', { name: /^Payment saved/ }));
          await tap(main.getByRole('button', { name: 'Next' }));
        },
        check: async () => {
          const all = await desk.api.all(paths.collections);
          expect(all).toHaveLength(before + 1);
          expect(all[0]).toMatchObject({ total: '450.00', ...tender });
        },
      };
    },
  };
}

export const familyPayment = familyPaymentWith(
  'a family pays three debts with one sum',
  6,
  { tenders: [{ payment_method: 'cash', amount: '450.00' }] },
  async () => undefined,
);

export const paymentByTransfer = familyPaymentWith(
  'a family pays with another method',
  8,
  { tenders: [{ payment_method: 'instapay', payment_reference: 'TX-100', amount: '450.00' }] },
  async ({ main, choose, type }) => {
    await choose('Payment Method', 'InstaPay');
    await type(main.getByRole('textbox', { name: /^Payment Reference/ }), 'TX-100');
  },
);

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
      act: async (person) => {
        const { page, main, tap, type, see, cutNetwork } = person;
        await takePaymentFrom(person, name);
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

export const receiptAgain: DeskTask = {
  what: 'print the receipt of an earlier payment again',
  bar: 4,
  async prepare(desk) {
    const { receipt, bus, name } = await payment(desk);
    return {
      act: async (person) => {
        const { page, main, tap, type, see, cutNetwork } = person;
        await tap(page.getByRole('banner').getByRole('button', { name: 'Search' }));
        await type(page.getByRole('combobox', { name: /^Name, parent, code, phone/ }), receipt);
        await tap(page.getByRole('option', { name: new RegExp(`${receipt}.*${name}`) }));
        const open = main.getByRole('button', { name: 'Receipt', exact: true });
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

/** Cancels a payment that was typed for the wrong student; its receipt was printed, so it needs a reason. */
export const cancelPayment: DeskTask = {
  what: 'cancel a wrong payment, with its reason',
  bar: 6,
  async prepare(desk) {
    const { name, bus, receipt } = await payment(desk);
    await desk.api.post(PRINTS_PATH, { resource: 'bus', record: bus });
    return {
      act: async ({ page, main, tap, type, see, go, cutNetwork }) => {
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

/** From the dashboard to the page of a student, through the search. */
async function findStudent({ page, tap, see }: Person, name: string): Promise<void> {
  await tap(page.getByRole('banner').getByRole('button', { name: /^Search/ }));
  const found = page.getByRole('dialog');
  await found.getByRole('combobox').pressSequentially(name);
  await tap(found.getByRole('option', { name: new RegExp(name) }).first());
  await see(page.getByRole('heading', { level: 1, name }));
}

export const refund: DeskTask = {
  what: 'pay a part of a payment back',
  bar: 7,
  async prepare(desk) {
    const { name } = await payment(desk);
    return {
      act: async (person) => {
        const { page, main, tap, type, see, cutNetwork } = person;
        await findStudent(person, name);
        await tap(main.getByRole('link', { name: 'Refund', exact: true }));
        await see(main.getByText('L.E. 250.00'));
        await cutNetwork();
        await type(main.getByRole('textbox', { name: 'Amount' }), '100');
        await tap(main.getByRole('button', { name: 'Paid twice', exact: true }));
        await tap(main.getByText('Still owed', { exact: true }));
        await tap(main.getByRole('button', { name: 'Add Refund', exact: true }));
        await see(page.getByRole('heading', { level: 1, name }));
      },
      check: async () => {
        expect(await enrolledByName(desk.api, '/refunds/', name)).toMatchObject([{ amount: '100.00' }]);
        expect(await enrolledByName(desk.api, '/bus/', name)).toMatchObject([{ refunded: '100.00' }]);
      },
    };
  },
};

export const leaveCourse: DeskTask = {
  what: 'a student leaves a course and gets money back',
  bar: 9,
  async prepare(desk) {
    const { name } = await payment(desk);
    return {
      act: async (person) => {
        const { page, main, tap, type, see, cutNetwork } = person;
        await findStudent(person, name);
        await tap(main.getByRole('link', { name: /^Leaves the course/ }));
        await see(main.getByRole('heading', { level: 1, name: 'Leaves the course' }));
        await cutNetwork();
        await type(main.getByRole('textbox', { name: 'Kept of the price' }), '150');
        await tap(main.getByRole('button', { name: 'Moves away', exact: true }));
        await tap(main.getByRole('button', { name: 'Leaves the course', exact: true }));
        await see(page.getByRole('heading', { level: 1, name }));
      },
      check: async () => {
        expect(await enrolledByName(desk.api, '/bus/', name)).toMatchObject([
          { kept: '150.00', refunded: '100.00', remaining_amount: '0.00' },
        ]);
      },
    };
  },
};
