import { expect, test } from '@playwright/test';
import { signedInApi } from '../support/api.ts';
import { signIn } from '../support/browser.ts';
import { textsWith } from '../support/digit-texts.ts';
import { demoUser, type RunningServer, startDemo } from '../support/running-server.ts';
import { goWithin } from './page-actions.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startDemo();
});
test.afterAll(() => server?.remove());

test('one set of digits on every screen, Arabic-Indic by choice and Latin again', async ({ page }) => {
  const api = await signedInApi(server.origin, demoUser);
  const [course] = await api.all('/adult-course/');
  await signIn(page, server.origin, demoUser);
  const paths = [
    '/',
    '/students',
    `/students/${String(course?.student)}`,
    '/courses/adult',
    `/courses/adult/edit-course/${String(course?.id)}`,
    `/take-payment?student=${String(course?.student)}`,
    '/work-history',
    '/debts',
    '/closes',
    '/close-day',
    '/books/payout',
    '/employees/salaries',
    '/profile',
  ];
  const choose = async (digits: string) => {
    await page.getByRole('banner').getByRole('button', { name: 'Profile' }).click();
    await page.getByRole('menuitemradio', { name: digits }).click();
    await expect(page.getByRole('menuitemradio').first()).toBeHidden();
  };
  const open = async (path: string) => {
    // The first screen is loaded anew: the choice outlives that.
    if (path === '/') await page.goto(server.origin);
    else await goWithin(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  };

  await choose('١٢٣');
  await expect(page.getByText(/L\.E\. [٠-٩٬]+٫[٠-٩]{2}/).first()).toBeVisible();
  for (const path of paths) {
    await open(path);
    expect(await textsWith(page, '[0-9]'), path).toEqual([]);
  }

  // A payment typed in either digits reaches the server in Latin ones.
  await open('/busses/add-bus');
  await page.getByLabel('Receipt Number').fill('٩٩٨');
  await page.getByLabel('Price').fill('1250.5');
  await page.getByLabel('Paid Amount').fill('٢٥٠');
  await page.getByRole('combobox', { name: 'Student' }).click();
  await page.getByRole('option').first().click();
  await expect(page.getByLabel('Price')).toHaveValue('١٬٢٥٠٫٥٠');
  const [request] = await Promise.all([
    page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith('/api/bus/')),
    page.getByRole('button', { name: 'Create Bus' }).click(),
  ]);
  expect(request.postDataJSON()).toMatchObject({
    receipt_number: '998',
    price: '1250.50',
    paid_amount: '250.00',
  });
  await expect(page.getByText('٩٩٨').first()).toBeVisible();

  // The choice is the person's: it is kept on the server.
  expect(await (await signedInApi(server.origin, demoUser)).get('/auth/user/')).toMatchObject({
    digits: 'arabic-indic',
  });
  await choose('123');
  // All screens with Latin digits are walked by arabic-words.e2e.ts.
  await open('/work-history');
  expect(await textsWith(page, '[٠-٩]')).toEqual([]);
});
