import { expect, type Page } from '@playwright/test';
import { listScreens } from '../every-route/expected-screens.ts';
import { auditPage, loaded } from './audit-page.ts';
import { type DemoFixture, test } from './demo-fixture.ts';

test.describe.configure({ mode: 'parallel' });
test.setTimeout(240_000);

/** Goes on to a page with another heading within the app, as its links do: without starting it anew. */
async function walkTo(page: Page, desk: DemoFixture, path: string): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 });
  if ((await heading.count()) === 0) return void (await page.goto(desk.at(path)));
  const left = await heading.innerText();
  await page.evaluate((next) => {
    history.pushState(null, '', next);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
  await expect(heading).not.toHaveText(left);
}

async function examineAt(page: Page, desk: DemoFixture, path: string): Promise<void> {
  await page.goto(desk.at(path));
  await auditPage(page, path);
}

test('everyone can sign in and ask for a new password', async ({ browser, desk }) => {
  const page = await desk.strangersPage(browser);
  for (const path of ['/auth', '/auth/reset-password', '/auth/reset-password?token=spent'])
    await examineAt(page, desk, path);
  await page.context().close();
});

const PARTS = 3;
for (let part = 0; part < PARTS; part++) {
  const screens = listScreens.filter((_, index) => index % PARTS === part);
  test(`everyone can use the lists and forms of ${screens.map(({ menu }) => menu).join(', ')}`, async ({
    browser,
    desk,
  }) => {
    const page = await desk.page(browser);
    for (const { path, add } of screens) {
      await walkTo(page, desk, path);
      await auditPage(page, path);
      // A settled deduction has none: it cannot be changed.
      const edits = page.getByRole('main').getByRole('link', { name: /^Edit/ });
      const edit = (await edits.count()) > 0 ? await edits.first().getAttribute('href') : null;
      for (const form of [add.path, ...(edit ? [edit] : [])]) {
        await walkTo(page, desk, form);
        await auditPage(page, form, { phone: false, night: false });
      }
    }
    await page.context().close();
  });
}

test('everyone can use the other screens', async ({ browser, desk }) => {
  const page = await desk.page(browser);
  await page.goto(desk.at('/students'));
  await loaded(page);
  const student = await page
    .getByRole('main')
    .getByRole('link', { name: /^Edit/ })
    .first()
    .getAttribute('href');
  const places = [
    '/',
    '/work-history',
    '/profile',
    '/courses/adult/add-course',
    '/sync',
    '/create-installment',
    (student ?? '').replace('edit-student/', ''),
    '/students?page=2',
    '/students?search=nobody-has-this-name',
    '/students/edit-student/999999',
    '/coming-soon',
    '/no/such/page',
  ];
  for (const path of places) await examineAt(page, desk, path);
  await page.context().close();
});
