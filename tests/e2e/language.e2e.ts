import { expect, test } from '@playwright/test';
import { installed, screens } from '../support/browser.ts';
import { branch, withBranch } from './own-branch.ts';
import { submit } from './page-actions.ts';

/** Installs the app, which opens screens without a connection. */
test.use({ serviceWorkers: 'allow' });

withBranch();

test('in Arabic from the sign-in page on: list, form, calendar and refusal; back to English without a connection', async ({
  page,
  context,
}) => {
  const html = page.locator('html');
  await page.goto(`${branch.origin}/auth`);
  await expect(html).toHaveAttribute('lang', 'en');
  await installed(page);

  await page.getByRole('button', { name: 'العربية' }).click();
  await expect(page.getByRole('heading', { name: 'أهلًا بعودتك' })).toBeVisible();
  await expect(html).toHaveAttribute('dir', 'rtl');
  await expect(page).toHaveTitle('تسجيل الدخول · Branch Desk');
  await page.reload();
  await expect(html).toHaveAttribute('lang', 'ar');
  // What is installed is named in the language of the page, on the same site.
  const manifest = page.locator('link[rel=manifest]');
  await expect(manifest).toHaveAttribute('href', '/manifest-ar.webmanifest');
  const installable = await (await page.request.get(`${branch.origin}/manifest-ar.webmanifest`)).json();
  expect(installable).toMatchObject({ id: '/', lang: 'ar', dir: 'rtl' });

  // The server answers in the language of the page.
  await page.getByLabel('البريد الإلكتروني').fill(branch.user.email);
  await page.getByLabel('كلمة المرور', { exact: true }).fill('not-the-password');
  await page.getByRole('button', { name: 'دخول', exact: true }).click();
  await expect(page.getByText('البريد أو كلمة المرور غير صحيحة.')).toBeVisible();
  await page.getByLabel('كلمة المرور', { exact: true }).fill(branch.user.password);
  await page.getByRole('button', { name: 'دخول', exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'القائمة الرئيسية' })).toBeVisible();

  await page.getByRole('link', { name: 'الطلاب' }).click();
  await expect(page.getByRole('heading', { name: 'الطلاب', level: 1 })).toBeVisible();
  const menu = await page.getByRole('navigation').first().boundingBox();
  const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
  expect(menu?.x ?? 0).toBeGreaterThan(heading?.x ?? Number.MAX_VALUE);

  await page.getByRole('link', { name: 'إضافة طالب' }).first().click();
  await page.getByRole('button', { name: 'إضافة طالب' }).click();
  await expect(page.getByText('هذا البيان مطلوب')).toBeVisible();

  await test.step('in the calendar, the ring of a day in the first week is below the name of its day', async () => {
    await page.getByRole('textbox', { name: /^تاريخ الميلاد/ }).fill('6/11/2026');
    await page.getByRole('button', { name: /تاريخ الميلاد/ }).click();
    const day = page.locator('.react-datepicker__day--selected');
    await day.focus();
    const name = await page.locator('.react-datepicker__day-name').last().boundingBox();
    const cell = await day.boundingBox();
    const ring = await day.evaluate((one) => {
      const { outlineWidth, outlineOffset } = getComputedStyle(one);
      return Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
    });
    expect((cell?.y ?? 0) - ring).toBeGreaterThanOrEqual((name?.y ?? 0) + (name?.height ?? 0));
    await page.keyboard.press('Escape');
  });

  await page.getByLabel('الاسم', { exact: true }).fill('منى عادل');
  // The input of a form is written a moment after the typing.
  await context.setOffline(true);
  await page.getByRole('button', { name: 'حسابي' }).click();
  await page.getByRole('menuitemradio', { name: 'English' }).click();
  await expect(html).toHaveAttribute('dir', 'ltr');
  await expect(page.getByRole('heading', { name: 'Add Student' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('منى عادل');

  await test.step('on a phone, a toast leaves the first line of the Sync panel in sight', async () => {
    await page.setViewportSize(screens.phone);
    await submit(page, 'Add Student');
    const toast = page.getByRole('status').filter({ hasText: 'It will be sent when the connection is back' });
    // The pointer over it keeps it.
    await toast.hover();
    await page
      .getByRole('banner')
      .getByRole('button', { name: /Sync panel/ })
      .press('Enter');
    const first = await page
      .getByRole('dialog')
      .getByText(/^No connection right now/)
      .first()
      .boundingBox();
    expect((await toast.boundingBox())?.y).toBeGreaterThan((first?.y ?? 0) + (first?.height ?? 0));
  });
});
