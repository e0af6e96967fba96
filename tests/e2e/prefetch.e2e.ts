import { expect, type Page, test } from '@playwright/test';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { signIn } from '../support/browser.ts';
import { cachedQueries } from '../support/cached-queries.ts';
import { api, branch, proxy, withBranch } from './own-branch.ts';
import { goTo, pick, readyToStartOffline, row } from './page-actions.ts';

/** Installs the app, which opens screens without a connection. */
test.use({ serviceWorkers: 'allow' });

withBranch(async () => {
  await api.post('/month/', { name: 'November' });
  const student = await api.post('/students/', { name: 'Mona Adel', phone: '0100 123 4567' });
  for (let number = 1; number <= 11; number++) await api.post('/students/', { name: `Pupil ${number}` });
  await api.post('/bus/', { student: student.id, receipt_number: '3001', price: '700', paid_amount: '100' });
  await api.post('/expenses/', { title: 'Chalk', amount: '40' });
  await api.post('/employees/', { name: 'Sara Nabil', job_title: 'Teacher', salary: '5000', phone: '0100' });
});

/** Returns the resources whose first page is not stored on the device. */
async function missingOnDevice(page: Page): Promise<string[]> {
  const kept = await cachedQueries(page);
  const firstPage = (name: string) => JSON.stringify([name, 'list', { page: 1 }]);
  return resourceNames.filter((name) => !kept.some(({ hash }) => hash.includes(firstPage(name))));
}

test('screens that were never opened work offline', async ({ page, context }) => {
  await test.step('the app prefetches their data', async () => {
    await signIn(page, proxy.origin, branch.user);
    await readyToStartOffline(page, proxy);
    const read = (path: string) =>
      proxy.passages.some((one) => one.path === `/api${path}` && one.query === '?page=1');
    const lists = resourceNames.map((name) => resourceOf(name).path);
    await expect.poll(() => lists.filter((path) => !read(path))).toEqual([]);
    await expect.poll(() => proxy.passages.filter(({ status }) => status === undefined)).toEqual([]);
    await expect.poll(() => missingOnDevice(page)).toEqual([]);
    // Leaving the page writes the remaining queries to the device.
    await page.goto('about:blank');
  });

  await test.step('after an offline start they show rows', async () => {
    await context.setOffline(true);
    await page.goto(`${proxy.origin}/`);
    await goTo(page, 'Bus');
    await expect(row(page, '3001')).toContainText('600.00');
    await goTo(page, 'General Expenses');
    await expect(row(page, 'Chalk')).toBeVisible();
    await goTo(page, 'Employees');
    await expect(row(page, 'Sara Nabil')).toBeVisible();
    await goTo(page, 'Work History');
    await expect(row(page, 'November')).toBeVisible();
  });

  await test.step('pickers offer all students, and a record opens', async () => {
    await goTo(page, 'Nursery');
    await page.getByRole('link', { name: 'Create Nursery' }).first().click();
    await pick(page, 'Student', 'Mona');
    await expect(page.getByRole('combobox', { name: 'Student' })).toHaveValue('Mona Adel');
    await page.goto(`${proxy.origin}/busses`);
    await row(page, '3001').getByRole('link', { name: /^Edit/ }).click();
    await expect(page.getByLabel('Price')).toHaveValue('700.00');
  });
});
