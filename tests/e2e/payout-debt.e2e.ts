import { expect, type Page, test } from '@playwright/test';
import { paths } from '#contract/http.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { type Api, signedInApi } from '../support/api.ts';
import { installed, signIn } from '../support/browser.ts';
import { type OwnBranch, ownBranch } from '../support/shared-server.ts';
import { editRow, expectIncome, expectNothingPending, goTo, row, submit } from './page-actions.ts';

/** Installs the app, which opens screens without a connection. */
test.use({ serviceWorkers: 'allow' });

let branch: OwnBranch;

test.beforeAll(async () => {
  branch = await ownBranch();
});
test.afterAll(async () => {});

/** Creates a payout of two copies at 50 with 60 paid, in a month that has ended. */
async function payOutInEndedMonth(api: Api): Promise<void> {
  const factory = branchFactory(1);
  await api.post(paths.months, { name: 'November' });
  const student = await api.post('/students/', factory.student({ name: 'Mona Adel' }));
  const book = await api.post('/books/', factory.book({ name: 'Starter One', sell_price: '50' }));
  await api.post('/book-order/', factory.bookOrder(String(book.id), { quantity: '6', paid_amount: '0' }));
  const payout = { quantity: '2', paid_amount: '60' };
  await api.post('/book-payout/', factory.bookPayout(String(book.id), String(student.id), payout));
  await api.post(paths.toggleMonth, {});
  await api.post(paths.months, { name: 'December' });
}

async function pay(page: Page, receipt: string, amount: string): Promise<void> {
  await expect(page).toHaveURL(/\/create-installment$/);
  await expect(page.getByRole('combobox', { name: 'Related Record' })).toHaveValue('Mona Adel');
  await page.getByLabel('Receipt Number').fill(receipt);
  await page.getByLabel('Paid Amount').fill(amount);
  await submit(page, 'Create Installment');
  await expect(page).toHaveURL(/\/books\/payout$/);
}

test('the debt of a book payout of an ended month is paid, online and offline', async ({ page, context }) => {
  const api = await signedInApi(branch.origin, branch.user);
  await payOutInEndedMonth(api);
  await signIn(page, branch.origin, branch.user);
  const main = page.getByRole('main');
  const payout = row(page, 'Mona Adel').filter({ hasText: 'L.E. 100.00' });

  await test.step('the form of the payout offers to take an installment', async () => {
    await goTo(page, 'Books Payout');
    await editRow(page, payout);
    await expect(main.getByText(/^November has ended, so what was paid then is final/)).toBeVisible();
    await main.getByRole('link', { name: 'Create Installment' }).click();
    await expect(page).toHaveURL(/\/create-installment$/);
    await expect(main.getByText('Remaining now: L.E. 40.00')).toBeAttached();
    await pay(page, '900', '30');
    await expect(payout).toContainText('L.E. 10.00');
    await expect(main.getByRole('link', { name: 'Installment, receipt 900' })).toBeVisible();
  });

  await test.step('the rest is paid offline, from the debt in the list', async () => {
    await installed(page);
    await context.setOffline(true);
    await payout.getByRole('link', { name: /^L\.E\. 10\.00 still owed/ }).click();
    await pay(page, '901', '10');
    await expect(payout).toContainText('L.E. 0.00');
    await expect(main.getByText('Waiting to be sent')).toBeVisible();
    await expectIncome(page, 'L.E. 40.00');
    await context.setOffline(false);
    await expectNothingPending(page);
  });

  await test.step('tile, account and both months agree', async () => {
    await expectIncome(page, 'L.E. 40.00');
    await goTo(page, 'Students');
    await main.getByRole('link', { name: 'Mona Adel' }).first().click();
    await expect(main.getByRole('region', { name: 'Account' })).toContainText('Nothing owed');
    for (const receipt of ['900', '901'])
      await expect(main.getByRole('link', { name: `receipt ${receipt}` })).toBeVisible();
    const months = await api.all(paths.months);
    expect(months).toMatchObject([
      { name: 'December', book_revenue: '40.00', book_debts: '0.00' },
      { name: 'November', book_revenue: '60.00', book_debts: '0.00' },
    ]);
    expect(await api.all('/books/')).toMatchObject([{ quantity: '4' }]);
  });
});
