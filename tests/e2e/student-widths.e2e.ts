import { expect, type Page, test } from '@playwright/test';
import { signIn } from '../support/browser.ts';
import { gate } from '../support/gate.ts';
import { api, branch, withBranch } from './own-branch.ts';

/** Long enough for every part of a row: names, phones of the parents, a debt, courses. */
const LONG = 'عبد الرحمن Abdelrahman Mohamed Elsayed Abdelfattah-Elgendy';

withBranch();

/** In every frame, because a state may last for one alone. */
const watchWidths = (page: Page) =>
  page.addInitScript(() => {
    const wide = new Set<string>();
    Object.assign(window, { wide });
    const look = () => {
      const { scrollWidth, clientWidth } = document.documentElement;
      if (scrollWidth > clientWidth)
        for (const one of document.querySelectorAll('body *')) {
          const { left, right } = one.getBoundingClientRect();
          if (right > clientWidth + 1 || left < -1)
            wide.add(`${one.tagName}.${one.className} ${Math.round(left)}–${Math.round(right)}`);
        }
      requestAnimationFrame(look);
    };
    document.addEventListener('DOMContentLoaded', look);
  });

async function expectNothingWide(page: Page, state: string): Promise<void> {
  // Two frames, so that the present one was looked at.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await page.evaluate(() => [...(window as unknown as { wide: Set<string> }).wide]), state).toEqual(
    [],
  );
}

for (const language of ['en', 'ar'])
  test(`no state of the students on a phone is wider than the screen (${language})`, async ({
    page,
    context,
  }) => {
    await watchWidths(page);
    await signIn(page, branch.origin, branch.user);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate((chosen) => localStorage.setItem('branch-desk.language', chosen), language);
    const main = page.getByRole('main');
    const students = /\/api\/students\/\?/;

    await test.step('empty at first, then one student', async () => {
      await page.goto(`${branch.origin}/students`);
      await expect(main.locator('h2, h3, [data-title]').first()).toBeVisible();
      await expectNothingWide(page, 'empty');
      const { id } = await api.post('/students/', {
        name: LONG,
        phone: '01001234567',
        father_phone: '01101234567',
        mother_phone: '01201234567',
      });
      await api.post('/month/', { name: `Month ${language}` }).catch(() => undefined);
      await api.post('/adult-course/', {
        level: '1',
        transportation_type: 'our_bus',
        period: '12',
        price: '1234567.89',
        paid_amount: '1',
        receipt_number: `1041-${language}`,
        student: id,
      });
      await expect(main).toContainText('Abdelfattah');
      await expectNothingWide(page, 'arrived');
    });

    await test.step('loading, then its late parts', async () => {
      const { letGo, until } = gate();
      await page.route(students, (route) => until.then(() => route.continue()));
      await page.evaluate(() =>
        indexedDB.databases().then((all) => all.map(({ name = '' }) => indexedDB.deleteDatabase(name))),
      );
      await page.reload();
      await expect(main.locator('h1')).toBeVisible();
      await expectNothingWide(page, 'loading');
      letGo();
      await expect(main).toContainText('1,234,566.89');
      await page.unroute(students);
      await expectNothingWide(page, 'late parts');
    });

    await test.step('filters, and nobody found', async () => {
      await page.goto(`${branch.origin}/students?created_after=2030-01-01&search=nobody`);
      await expect(main.locator('h2, h3').first()).toBeVisible();
      await main
        .getByRole('button', { name: /Filters|فلتر/ })
        .first()
        .click();
      await expectNothingWide(page, 'filters');
    });

    await test.step('an error, and offline', async () => {
      await page.route(students, (route) =>
        route.fulfill({ status: 500, json: { detail: 'x'.repeat(300) } }),
      );
      await page.goto(`${branch.origin}/students?search=abdel`);
      await expect(main.getByRole('alert').first()).toBeVisible();
      await expectNothingWide(page, 'error');
      await context.setOffline(true);
      await expect(page.getByRole('banner')).toContainText(/Offline|بدون اتصال/);
      await expectNothingWide(page, 'offline');
      await context.setOffline(false);
    });
  });
