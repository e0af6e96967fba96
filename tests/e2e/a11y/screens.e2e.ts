import { expect, type Locator, type Page, test } from '@playwright/test';
import { screens as sizes } from '../../support/browser.ts';
import { listScreens } from '../../support/expected-screens.ts';
import { auditPage, listColours, loaded, otherWords, sharedColours } from './audit-page.ts';
import { demo, navigateTo } from './demo.ts';

/** The rows that a phone shows at least without scrolling, if the list has as many. */
const ROWS = 5;

/** Expects whole rows in the window, between the bars at its top and bottom, by hit tests at the upper and lower edge of each. */
async function expectRowsInSight(rows: Locator, where: string): Promise<void> {
  await expect(rows.first()).toBeAttached();
  const whole = () =>
    rows.evaluateAll(
      (all) =>
        all.filter((row) => {
          const { left, width, top, bottom } = row.getBoundingClientRect();
          return [top + 3, bottom - 3].every((y) =>
            row.contains(document.elementFromPoint(left + width / 2, y)),
          );
        }).length,
    );
  const least = Math.min(ROWS, await rows.count());
  await expect.poll(whole, `${where}: whole rows on a phone`).toBeGreaterThanOrEqual(least);
}

test.describe.configure({ mode: 'parallel' });

async function auditPageAt(page: Page, path: string): Promise<void> {
  await page.goto(demo.urlOf(path));
  await auditPage(page, path);
}

test('accessibility of the sign-in, password and first-run pages', async ({ browser }) => {
  const page = await demo.signedOutPage(browser);
  for (const path of ['/auth', '/auth/reset-password', '/auth/reset-password?token=spent'])
    await auditPageAt(page, path);
  await page.route('**/api/setup/', (route) => route.fulfill({ json: { required: true } }));
  await page.goto(demo.urlOf('/auth'));
  await expect(page.locator('[name=code]')).toBeVisible();
  await auditPage(page, 'first run');
  await page.context().close();
});

/** Enrolments whose lists and forms are those of adult courses with fewer or other fields. */
const likeCourses = [
  '/courses/kids',
  '/courses/home-schooling',
  '/courses/summer-course',
  '/courses/nursery',
];

const PARTS = 3;
for (let part = 0; part < PARTS; part++) {
  const screens = listScreens.filter((_, index) => index % PARTS === part);
  test(`accessibility of the lists and forms of ${screens.map(({ menu }) => menu).join(', ')}`, async ({
    browser,
  }) => {
    const page = await demo.page(browser);
    for (const [index, { path, add }] of screens.entries()) {
      await page.setViewportSize(sizes.phone);
      await navigateTo(page, path);
      await loaded(page);
      await expectRowsInSight(page.locator('main ul > li:has(> [data-head])'), path);
      // The lists share their components: the colours of one in each part are checked in every layout.
      const audit = index === 0 ? ({ phone: true, colours: 'phone too' } as const) : listColours;
      await auditPage(page, path, likeCourses.includes(path) ? otherWords : audit);
      // A settled deduction cannot be changed and has no form. The others have the colours of the form that adds one.
      const edits = page.locator('main a[href*="/edit-"]');
      const edit = (await edits.count()) > 0 ? await edits.first().getAttribute('href') : null;
      await navigateTo(page, add.path);
      if (likeCourses.includes(path)) {
        await auditPage(page, add.path, otherWords);
        continue;
      }
      await auditPage(page, add.path, sharedColours);
      if (edit === null) continue;
      await navigateTo(page, edit);
      await auditPage(page, edit, { phone: false, colours: 'none' });
    }
    await page.context().close();
  });
}

test('accessibility of the other screens', async ({ browser }) => {
  const page = await demo.page(browser);
  await page.goto(demo.urlOf('/students'));
  await loaded(page);
  const student = await page.locator('main a[href*="/edit-"]').first().getAttribute('href');
  await navigateTo(page, '/courses/adult');
  const course = await page.locator('main a[href*="/edit-course/"]').first().getAttribute('href');
  await page.setViewportSize(sizes.phone);
  await navigateTo(page, '/debts');
  const debts = page.getByRole('list', { name: 'Students who owe something' }).locator('> li');
  await expectRowsInSight(debts, 'debts');
  await navigateTo(page, '/work-history');
  const month = await page.locator('main a[href^="/work-history/"]').first().getAttribute('href');
  const places = [
    ['/'],
    ['/work-history'],
    ['/reports'],
    [month ?? '/work-history/0'],
    ['/profile', sharedColours],
    ['/sync', listColours],
    ['/renewals', listColours],
    ['/close-day', sharedColours],
    ['/closes', listColours],
    [`/leave-course/adult-course/${course?.split('/').pop()}`, sharedColours],
    ['/backups', listColours],
    ['/branch-settings', sharedColours],
    ['/users', listColours],
    ['/permissions', listColours],
    ['/create-installment', sharedColours],
    ['/take-payment'],
    [(student ?? '').replace('edit-student/', '')],
    [`${(student ?? '').replace('edit-student/', '')}/statement`, listColours],
    ['/students?page=2', listColours],
    ['/students/edit-student/999999', sharedColours],
    ['/students?search=nobody-has-this-name', sharedColours],
    ['/coming-soon', sharedColours],
    ['/no/such/page', sharedColours],
  ] as const;
  // Loading each anew would take a third of the time.
  for (const [path, options] of places) {
    await navigateTo(page, path);
    await auditPage(page, path, options);
  }
  await page.context().close();
});
