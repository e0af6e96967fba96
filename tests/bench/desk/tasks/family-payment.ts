import { expect } from '@playwright/test';
import { paths } from '#contract/http.ts';
import type { Person } from '../person.ts';
import type { DeskTask } from '../task.ts';
import { family } from './prepared.ts';

/** Takes one sum for the debts of two children. */
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
          const { page, tap, type, see, cutNetwork } = person;
          const main = page.getByRole('main');
          before = (await desk.api.all(paths.collections)).length;
          await tap(page.getByRole('banner').getByRole('link', { name: 'Take payment' }));
          await type(page.getByRole('combobox', { name: 'Student' }), name);
          await tap(page.getByRole('option', { name: new RegExp(`^${name}`) }));
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
  async ({ page, choose, type }) => {
    await choose('Payment Method', 'InstaPay');
    await type(page.getByRole('main').getByRole('textbox', { name: /^Payment Reference/ }), 'TX-100');
  },
);
