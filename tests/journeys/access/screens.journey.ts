import { expect, type Page, test } from '@playwright/test';
import { installed } from '../../support/browser.ts';
import { listScreens } from '../every-route/written-down.ts';
import { demoDesk } from './demo-desk.ts';
import { examinePage, loaded } from './examine.ts';

test.describe.configure({ mode: 'parallel' });
test.setTimeout(240_000);

const desk = demoDesk();

/** Goes on to a page with another heading within the app, as its links do: without starting it anew. */
async function walkTo(page: Page, path: string): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 });
  if ((await heading.count()) === 0) return void (await page.goto(desk.at(path)));
  const left = await heading.innerText();
  await page.evaluate((next) => {
    history.pushState(null, '', next);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
  await expect(heading).not.toHaveText(left);
}

async function examineAt(page: Page, path: string, care?: Parameters<typeof examinePage>[2]): Promise<void> {
  await page.goto(desk.at(path));
  await examinePage(page, path, care);
}

test('everyone can sign in and ask for a new password', async ({ browser }) => {
  const page = await desk.strangersPage(browser);
  await page.goto(desk.at('/auth'));
  await installed(page);
  for (const path of ['/auth', '/auth/reset-password', '/auth/reset-password?token=spent'])
    await examineAt(page, path);
  await page.context().close();
});

const PARTS = 3;
for (let part = 0; part < PARTS; part++) {
  const screens = listScreens.filter((_, index) => index % PARTS === part);
  test(`everyone can use the lists and forms of ${screens.map(({ menu }) => menu).join(', ')}`, async ({
    browser,
  }) => {
    const page = await desk.page(browser);
    for (const { path, add } of screens) {
      await walkTo(page, path);
      await examinePage(page, path);
      // A settled deduction has none: it cannot be changed.
      const edits = page.getByRole('main').getByRole('link', { name: /^Edit/ });
      const edit = (await edits.count()) > 0 ? await edits.first().getAttribute('href') : null;
      for (const form of [add.path, ...(edit ? [edit] : [])]) {
        await walkTo(page, form);
        await examinePage(page, form, { phone: false, night: false });
      }
    }
    await page.context().close();
  });
}

test('everyone can use the other screens', async ({ browser }) => {
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
  for (const path of places) await examineAt(page, path);
  await page.context().close();
});
