import { expect, type Page, test } from '@playwright/test';
import { SETTINGS_PATH } from '#contract/branch-settings.ts';
import { CLOSES_PATH } from '#contract/closes.ts';
import { paths } from '#contract/http.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { expectNoSidewaysScroll } from '../support/accessibility.ts';
import { screens, signIn } from '../support/browser.ts';
import { auditScreen, listColours, sharedColours } from './a11y/audit-page.ts';
import { api, branch, proxy, withBranch } from './own-branch.ts';
import { expectNothingPending, goWithin, readyForOffline } from './page-actions.ts';

withBranch();

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click();
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

test('a method is added, chosen in one more tap, queued offline in parts, printed and ticked off', async ({
  page,
}) => {
  const factory = branchFactory(11);
  await api.post(paths.months, { name: 'November' });
  const student = await api.post('/students/', factory.student({ name: 'Mona Adel' }));
  const bus = await api.post(
    '/bus/',
    factory.enrolment('bus', String(student.id), { price: '900', paid_amount: '0' }),
  );
  await signIn(page, proxy.origin, branch.user);
  const main = page.getByRole('main');
  const all = async () => (await api.all('/bus/')).filter((one) => one.is_installment === true);

  await test.step('settings: one tap adds a method that most branches have', async () => {
    await goWithin(page, '/branch-settings');
    await press(page, 'InstaPay');
    await press(page, 'Rent');
    await press(page, 'Another method');
    await press(page, 'Save settings');
    await expect(main).toContainText('Write what it is called');
    await auditScreen(page, 'methods of a branch, one without a name', sharedColours);
    await page.setViewportSize({ width: 360, height: 780 });
    await expectNoSidewaysScroll(page, 'methods of a branch, a narrow phone');
    await page.setViewportSize(screens.tablet);
    await press(page, 'Remove Method 2');
    await press(page, 'Save settings');
    await expect(page.getByText('Branch settings saved.')).toBeVisible();
    const stored = Object(await api.get(SETTINGS_PATH));
    expect(stored.payment_methods).toMatchObject([{ id: 'cash' }, { id: 'instapay', asks_reference: true }]);
  });

  await test.step('an expense says what it was for, and the list filters by it', async () => {
    await goWithin(page, '/expenses/add-expenses');
    await field(page, 'Title').fill('November');
    await field(page, 'Amount').fill('900');
    await main.getByRole('combobox', { name: /^Category/ }).selectOption('Rent');
    await auditScreen(page, 'an expense with a category', sharedColours);
    await press(page, 'Add Expenses');
    await expect.poll(() => api.all('/expenses/')).toMatchObject([{ category: 'rent' }]);
    await main.getByRole('button', { name: /^Filters/ }).click();
    await main.getByRole('combobox', { name: 'Category' }).selectOption('Rent');
    await expect(main.getByRole('row').filter({ hasText: 'November' })).toContainText('Rent');
  });

  await test.step('an installment by it: the reference is asked where the method asks for it', async () => {
    await goWithin(page, '/busses');
    await main
      .getByRole('link', { name: /still owed/ })
      .first()
      .click();
    await field(page, 'Receipt Number').fill('501');
    await field(page, 'Paid Amount').fill('100');
    await main.getByRole('radio', { name: 'InstaPay' }).check({ force: true });
    await press(page, 'Create Installment');
    await expect(main).toContainText('Write the reference of InstaPay');
    await auditScreen(page, 'an installment without its reference', sharedColours);
    await page.getByRole('textbox', { name: /^Payment Reference/ }).fill('TX-1');
    await press(page, 'Create Installment');
    await expect
      .poll(all)
      .toMatchObject([{ paid_amount: '100.00', payment_method: 'instapay', payment_reference: 'TX-1' }]);
    await expect(main.getByText('by InstaPay').first()).toBeVisible();
    await main.getByRole('button', { name: /^Filters/ }).click();
    await main.getByRole('combobox', { name: 'Payment Method' }).selectOption('InstaPay');
    await expect(main.getByRole('row')).toHaveCount(3);
    await auditScreen(page, 'a list of one method', listColours);
  });

  await test.step('a sum in two parts is queued offline, shown, sent and printed', async () => {
    await goWithin(page, `/take-payment?student=${String(student.id)}`);
    await expect(main.getByRole('checkbox').first()).toBeVisible();
    await readyForOffline(page, proxy, ['students']);
    await page.context().setOffline(true);
    await field(page, 'Amount received').fill('150');
    await field(page, 'Receipt Number').fill('502');
    await press(page, 'Pay in parts');
    await page.getByRole('textbox', { name: 'Amount of part 1' }).fill('60');
    await expect(main).toContainText('L.E. 90.00');
    await page.getByRole('textbox', { name: 'Payment Reference' }).fill('TX-2');
    // At the top of the page: elsewhere the top bar may cover half of a box.
    await page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      scrollTo(0, 0);
    });
    await auditScreen(page, 'a payment in parts', sharedColours);
    await press(page, /^Save L\.E\. 150\.00/);
    await expect(main).toContainText('Payment saved on this device');
    await page.context().setOffline(false);
    await expectNothingPending(page);
    // The page stays until the next payer, and does not say "on this device" of what the server has.
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Payment saved');
    await expect
      .poll(async () => (await all()).map((one) => [one.paid_amount, one.payment_method]))
      .toEqual(
        expect.arrayContaining([
          ['60.00', 'cash'],
          ['90.00', 'instapay'],
        ]),
      );
    expect(Object(await api.get(`/bus/${String(bus.id)}/`)).remaining_amount).toBe('650.00');
    await press(page, /^Print/);
    await expect(page.getByRole('dialog')).toContainText('إنستاباي');
    await expect(page.getByRole('dialog')).toContainText('TX-2');
  });

  await test.step('the close counts cash, and ticks off the rest', async () => {
    await goWithin(page, '/close-day');
    const insta = main.getByRole('group', { name: 'InstaPay' });
    await expect(insta).toContainText('L.E. 190.00');
    await field(page, 'Pieces of 20').fill('3');
    await field(page, 'Was in the drawer at the start').fill('0');
    await insta.getByRole('button', { name: 'Differs' }).click();
    await insta.getByRole('textbox', { name: 'The sum there' }).fill('180');
    await press(page, 'Compare');
    await expect(insta).toContainText('Say why the sum differs');
    await auditScreen(page, 'a method that differs', sharedColours);
    await insta.getByRole('button', { name: 'Agrees' }).click();
    await press(page, 'Compare');
    await expect(main).toContainText('The drawer is right. It is closed.');
    await expect(main).toContainText('agrees');
    await auditScreen(page, 'a close with other methods', sharedColours);
    expect(await api.all(CLOSES_PATH)).toMatchObject([{ expected: '60.00', difference: '0.00' }]);
  });
});
