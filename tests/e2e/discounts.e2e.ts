import { expect, type Page, test } from '@playwright/test';
import { SETTINGS_PATH } from '#contract/branch-settings.ts';
import { paths } from '#contract/http.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { signIn } from '../support/browser.ts';
import { auditScreen, sharedColours } from './a11y/audit-page.ts';
import { api, branch, proxy, withBranch } from './own-branch.ts';
import { expectNothingPending, goWithin, pick, readyForOffline } from './page-actions.ts';

withBranch();

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click();
const field = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('textbox', { name, exact: true });

test('prices and reasons are set, a discount is given, also offline, and is printed', async ({
  page,
  context,
}) => {
  const factory = branchFactory(13);
  await api.post(paths.months, { name: 'November' });
  const phone = { father_phone: '01000000077' };
  await api.post('/students/', factory.student({ name: 'Mona Adel', ...phone }));
  const brother = await api.post('/students/', factory.student({ name: 'Omar Adel', ...phone }));
  await api.post('/bus/', factory.enrolment('bus', String(brother.id), { price: '900', paid_amount: '0' }));
  await signIn(page, proxy.origin, branch.user);
  const main = page.getByRole('main');
  const buses = async () =>
    (await api.all('/bus/')).filter(({ discount }) => typeof discount === 'string').map(Object);

  await test.step('settings: one tap adds a reason, and a price is typed', async () => {
    await goWithin(page, '/branch-settings');
    await press(page, 'Siblings');
    await press(page, 'Other');
    await main.getByRole('group', { name: 'Siblings' }).getByLabel('Usual percent').fill('10');
    await press(page, 'Add a price of Bus');
    await press(page, 'Save settings');
    await auditScreen(page, 'a price list without its price', sharedColours);
    await main.getByRole('group', { name: 'Bus, price 1' }).getByRole('textbox').fill('1,000');
    await press(page, 'Save settings');
    await expect(page.getByText('Branch settings saved.')).toBeVisible();
    expect(await api.get(SETTINGS_PATH)).toMatchObject({
      price_list: [{ resource: 'bus', price: '1000.00' }],
      discount_reasons: [
        { id: 'siblings', percent: '10' },
        { id: 'other', percent: null },
      ],
    });
  });

  await test.step('the list price and the discount for siblings are one tap each', async () => {
    await goWithin(page, '/busses/add-bus');
    await field(page, 'Receipt Number').fill('701');
    await pick(page, 'Student', 'Mona');
    await field(page, 'Paid Amount').fill('0');
    await press(page, 'List price L.E. 1,000.00');
    await expect(field(page, 'Price')).toHaveValue('1,000.00');
    await press(page, 'Siblings 10%: Omar Adel is enrolled');
    await expect(field(page, 'Price')).toHaveValue('900.00');
    await auditScreen(page, 'an enrolment with a discount', sharedColours);
    await press(page, 'Create Bus');
    await expect
      .poll(buses)
      .toMatchObject([{ price: '900.00', list_price: '1000.00', discount_reason: 'siblings' }]);
    await expect(main.getByRole('row').filter({ hasText: '701' })).toContainText('off: Siblings');
  });

  await test.step('any other discount is typed, and waits offline', async () => {
    await readyForOffline(page, proxy, ['students']);
    await goWithin(page, '/busses/add-bus');
    await field(page, 'Receipt Number').fill('702');
    await pick(page, 'Student', 'Omar');
    await field(page, 'Paid Amount').fill('100');
    await expect(main.getByRole('button', { name: 'Discount', exact: true })).toBeVisible();
    await context.setOffline(true);
    await press(page, 'List price L.E. 1,000.00');
    await press(page, 'Discount');
    await page.keyboard.type('150');
    await expect(main).toContainText('Enter a percentage from 0 to 100');
    await page.keyboard.press('Backspace');
    const other = main.getByRole('radio', { name: 'Other' });
    await other.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await other.check({ force: true });
    await expect(field(page, 'Price')).toHaveValue('850.00');
    await press(page, 'Create Bus');
    const listed = main.getByRole('row').filter({ hasText: '702' });
    await expect(listed).toContainText('off: Other');
    await context.setOffline(false);
    await expectNothingPending(page);
    await expect.poll(async () => (await buses()).length).toBe(2);
    await listed.getByRole('button', { name: /100\.00/ }).click();
    await expect(page.getByRole('dialog')).toContainText(/discount \(.?Other.?\) .?L\.E\. 150\.00/);
  });
});
