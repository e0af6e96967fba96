import { expect, type Page, test } from '@playwright/test';
import { paths } from '#contract/http.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { signIn } from '../support/browser.ts';
import { auditScreen } from './a11y/audit-page.ts';
import { api, branch, proxy, withBranch } from './own-branch.ts';
import { goTo, readyForOffline } from './page-actions.ts';

withBranch(async () => {
  const factory = branchFactory(29);
  await api.post(paths.months, { name: 'November' });
  const student = await api.post('/students/', factory.student({ name: 'Amal Fathy' }));
  const ride = (given: object) =>
    api.post('/bus/', factory.enrolment('bus', String(student.id), { ...given }));
  await ride({ price: '400', paid_amount: '150.25' });
  await ride({ price: '400', paid_amount: '100', custom_date: '2020-02-03' });
  await api.post('/expenses/', factory.expense({ title: 'Water', amount: '40', category: null }));
});

const main = (page: Page) => page.getByRole('main');
const cells = (page: Page, figure: string) =>
  main(page)
    .getByRole('table', { name: 'Figures' })
    .getByRole('row', { name: new RegExp(`^${figure}`) });

test('a report has the money of its days; its figures open their rows; the last one is there offline', async ({
  page,
}) => {
  await signIn(page, proxy.origin, branch.user);
  await readyForOffline(page, proxy);
  await goTo(page, 'Reports');
  await main(page).getByRole('button', { name: 'Today' }).click();
  await expect(cells(page, 'Bus')).toContainText('150.25');
  await expect(cells(page, 'Total expenses')).toContainText('40.00');
  await expect(cells(page, 'Income less')).toContainText('110.25');
  await expect(cells(page, 'Owed at the end')).toContainText('549.75');
  await main(page).getByRole('button', { name: 'This year' }).click();
  await expect(main(page).getByRole('figure', { name: 'Revenue, expenses and profit' })).toContainText(
    'revenue L.E. 150.25, expenses L.E. 40.00, a profit of L.E. 110.25',
  );
  await auditScreen(page, 'a report');

  await test.step('its lines are a file', async () => {
    await main(page).getByRole('button', { name: 'Export' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('button', { name: 'CSV' }).click();
    const file = await (await saved).createReadStream();
    const text = Buffer.concat(await file.toArray()).toString();
    expect(text).toContain('Bus,Cash,');
    expect(text).toContain('150.25');
  });

  await test.step('any days, in the address', async () => {
    await main(page).getByRole('textbox', { name: 'From' }).fill('1/2/2020');
    await main(page).getByRole('textbox', { name: 'Until' }).fill('29/2/2020');
    await main(page).getByRole('button', { name: 'Show' }).click();
    await expect(cells(page, 'Bus')).toContainText('100.00');
    await expect(page).toHaveURL(/from=2020-02-01&until=2020-02-29/);
    await expect(main(page).getByRole('table', { name: 'Enrolments' })).toContainText('Bus');
  });

  await test.step('a figure opens its rows', async () => {
    await cells(page, 'Bus').getByRole('link', { name: 'Bus' }).click();
    await expect(page).toHaveURL(/busses\?created_after=2020-02-01&created_before=2020-02-29/);
    await expect(main(page).getByText('1 record')).toBeVisible();
    await expect(main(page)).toContainText('L.E. 100.00');
  });

  await test.step('offline', async () => {
    await page.context().setOffline(true);
    await goTo(page, 'Reports');
    await main(page).getByRole('button', { name: 'Today' }).click();
    await expect(cells(page, 'Bus')).toContainText('150.25');
    await main(page).getByRole('button', { name: 'This quarter' }).click();
    await expect(main(page)).toContainText('These days are not on this device.');
    await page.context().setOffline(false);
    await expect(cells(page, 'Bus')).toContainText('150.25');
  });
});
