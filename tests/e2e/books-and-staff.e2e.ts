import { expect, type Page, test } from '@playwright/test';
import { signedInApi } from '../support/api.ts';
import { signIn } from '../support/browser.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { type OwnBranch, ownBranch } from '../support/shared-server.ts';
import {
  addStudent,
  choose,
  createMonth,
  expectIncome,
  expectNothingPending,
  goTo,
  pick,
  readyForOffline,
  row,
  submit,
} from './page-actions.ts';

/** Installs the app, which opens screens without a connection. */
test.use({ serviceWorkers: 'allow' });

let branch: OwnBranch;
let proxy: FaultProxy;

test.beforeAll(async () => {
  branch = await ownBranch();
  proxy = await startFaultProxy(branch.origin);
});
test.afterAll(async () => {
  await proxy?.close();
});

/** Opens a form by the button of its list. */
async function openForm(page: Page, entry: string, button: string): Promise<void> {
  await goTo(page, entry);
  await page.getByRole('main').getByRole('link', { name: button }).first().click();
  await expect(page.getByRole('main').getByRole('button', { name: button })).toBeVisible();
}

/** Saves the form and returns to its list. */
async function saveForm(page: Page, button: string): Promise<void> {
  await submit(page, button);
  await expect(page).not.toHaveURL(/\/add-[a-z]+$/);
}

async function orderNewBook(page: Page): Promise<void> {
  await openForm(page, 'Books', 'Create Book');
  await page.getByLabel('Name').fill('Starter One');
  await choose(page, 'Category', 'Kids Courses');
  await choose(page, 'Subject', 'English');
  await choose(page, 'Level', 'Level 1');
  await page.getByLabel('Sell Price').fill('50');
  await saveForm(page, 'Create Book');
  await openForm(page, 'Books Order', 'Create Book Order');
  await pick(page, 'Book', 'Starter');
  await page.getByLabel('Quantity').fill('6');
  await page.getByLabel('Price').fill('180');
  await page.getByLabel('Paid Amount').fill('100');
  await saveForm(page, 'Create Book Order');
}

async function payOutBook(page: Page): Promise<void> {
  await openForm(page, 'Books Payout', 'Create Book Payout');
  await pick(page, 'Book', 'Starter');
  await pick(page, 'Student', 'Mona Adel');
  await page.getByLabel('Paid Amount').fill('60');
  await page.getByLabel('Quantity').fill('7');
  await submit(page, 'Create Book Payout');
  await expect(page.getByText('Only 6 copies in stock.')).toBeVisible();
  await page.getByLabel('Quantity').fill('٢');
  await expect(page.getByText('L.E. 40.00')).toBeVisible();
  await saveForm(page, 'Create Book Payout');
}

async function payNewEmployee(page: Page): Promise<void> {
  await openForm(page, 'Employees', 'Add Employee');
  await page.getByLabel('Name').fill('Sara Nabil');
  await page.getByLabel('Job Title').fill('Teacher');
  await page.getByLabel('Salary').fill('4000');
  await page.getByLabel('Phone').fill('01001112223');
  await saveForm(page, 'Add Employee');
  await openForm(page, 'Deductions', 'Add Deduction');
  await pick(page, 'Employee', 'Sara');
  await page.getByLabel('Amount').fill('350');
  await page.getByLabel('Reason').fill('Two days away');
  await saveForm(page, 'Add Deduction');
  await openForm(page, 'Salary', 'Add Salary');
  await pick(page, 'Employee', 'Sara');
  await expect(page.getByText('L.E. 3,650.00')).toBeVisible();
  await saveForm(page, 'Add Salary');
}

/** Checks the values on every screen, which are the same before and after sending. */
async function expectScreensAgree(page: Page): Promise<void> {
  await goTo(page, 'Books Payout');
  await expect(row(page, 'Mona Adel')).toContainText('L.E. 40.00');
  await goTo(page, 'Books');
  await expect(row(page, 'Starter One').getByRole('cell', { name: '4', exact: true })).toBeVisible();
  await goTo(page, 'Salary');
  await expect(row(page, 'Sara Nabil')).toContainText('L.E. 3,650.00');
  await goTo(page, 'Deductions');
  await expect(row(page, 'Sara Nabil')).toContainText('Settled by a salary');
  await expectIncome(page, 'L.E. 60.00');
  const profit = page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: 'Total profit' }) });
  await expect(profit).toContainText('L.E. -3,690.00');
}

test('books and salaries are entered offline on new records and arrive in order', async ({
  page,
  context,
}) => {
  await signIn(page, proxy.origin, branch.user);
  await createMonth(page, 'November');
  await addStudent(page, { name: 'Mona Adel' });
  await readyForOffline(page, proxy);

  await test.step('each entry refers to records that only this device has', async () => {
    await context.setOffline(true);
    await orderNewBook(page);
    await payOutBook(page);
    await payNewEmployee(page);
    await expectScreensAgree(page);
  });

  await test.step('all entries arrive in order and every screen shows the same values', async () => {
    proxy.next({ method: 'POST', path: /^\/api\/book-order\/$/ }, { kind: 'swallow' });
    await context.setOffline(false);
    await expectNothingPending(page);
    await expectScreensAgree(page);
    const api = await signedInApi(branch.origin, branch.user);
    for (const path of [
      '/books/',
      '/book-order/',
      '/book-payout/',
      '/employees/',
      '/deductions/',
      '/salaries/',
    ]) {
      expect(await api.all(path), path).toHaveLength(1);
    }
    expect(await api.newestMonth()).toMatchObject({
      book_expenses: '100.00',
      salaries: '3650.00',
      book_revenue: '60.00',
      total_net_profit: '-3690.00',
      book_debts: '40.00',
    });
  });
});
