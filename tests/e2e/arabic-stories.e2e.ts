import { expect, type Page, test } from '@playwright/test';
import { paths } from '#contract/http.ts';
import { auditScreen } from './a11y/audit-page.ts';
import { api, branch, proxy, withBranch } from './own-branch.ts';
import { goWithin, readyForOffline } from './page-actions.ts';
import { prepareEnrolment } from './prepared-enrolment.ts';

test.use({ locale: 'ar-EG' });
withBranch();

/** Signs in on a device whose browser speaks Arabic, and chooses Arabic-Indic digits. */
async function signInInArabic(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/auth`);
  await page.getByLabel('البريد الإلكتروني').fill(branch.user.email);
  await page.getByLabel('كلمة المرور', { exact: true }).fill(branch.user.password);
  await page.getByRole('button', { name: 'دخول', exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'القائمة الرئيسية' })).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: 'حسابي' }).click();
  await page.getByRole('menuitemradio', { name: '١٢٣' }).click();
  await expect(page.getByRole('menuitemradio').first()).toBeHidden();
}

const main = (page: Page) => page.getByRole('main');

/** Opens a screen through the menu. */
async function goTo(page: Page, entry: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'القائمة الرئيسية' })
    .getByRole('link', { name: entry, exact: true })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

test('in Arabic, with Arabic-Indic digits: a payment, one that the server refuses, and the end of the month', async ({
  page,
  context,
}) => {
  const course = await prepareEnrolment(api, {
    student: 'منى عادل',
    receipt: '1041',
    price: '3000',
    paid: '1000',
  });
  const paid = async () =>
    (await api.all('/adult-course/')).map((one) => `${one.receipt_number} ${one.paid_amount}`).sort();
  await signInInArabic(page, proxy.origin);
  await readyForOffline(page, proxy);

  await test.step('a payment for what is owed', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'تحصيل' }).click();
    await page.getByRole('combobox', { name: 'الطالب' }).fill('منى');
    await page.getByRole('option', { name: /منى عادل/ }).click();
    await page.getByRole('textbox', { name: 'المبلغ المستلم' }).fill('٥٠٠');
    await page.getByRole('textbox', { name: 'رقم الإيصال' }).fill('١٠٤٢');
    await main(page)
      .getByRole('button', { name: /^حفظ [^و].*٥٠٠٫٠٠/ })
      .click();
    await expect(page.getByRole('heading', { name: 'تم حفظ الدفعة' })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: '١٠٤٢' })).toBeVisible();
    expect(await paid()).toEqual(['1041 1000.00', '1042 500.00']);
  });

  await test.step('an installment without a connection, while another desk takes most of the rest', async () => {
    await context.setOffline(true);
    await goTo(page, 'كورسات الكبار');
    await main(page).getByRole('link', { name: 'تسجيل قسط' }).first().click();
    await page.getByRole('combobox', { name: 'القسط عن' }).click();
    await page
      .getByRole('option', { name: /منى عادل/ })
      .first()
      .click();
    await page.getByLabel('رقم الإيصال').fill('١٠٤٣');
    await page.getByLabel('المدفوع').fill('٧٥٠');
    await main(page).getByRole('button', { name: 'تسجيل قسط', exact: true }).click();
    await expect(page).toHaveURL(/\/courses\/adult$/);
    await api.post('/adult-course/', {
      is_installment: true,
      related_record: course.id,
      receipt_number: '1044',
      paid_amount: '1200',
    });
    await context.setOffline(false);
  });

  await test.step('its card names what remains, and one tap takes that instead', async () => {
    await page
      .getByRole('banner')
      .getByRole('button', { name: /مطلوبة? منك|مطلوبتان منك/ })
      .click();
    const card = page.getByRole('dialog').getByRole('listitem', { name: /١٠٤٣/ });
    await expect(card.getByRole('group', { name: 'ما كُتب هنا' })).toContainText('٧٥٠٫٠٠');
    const now = card.getByRole('group', { name: 'على السيرفر الآن' });
    for (const amount of ['٣٬٠٠٠٫٠٠', '٢٬٧٠٠٫٠٠', '٣٠٠٫٠٠']) await expect(now).toContainText(amount);
    await auditScreen(page, 'a card that needs a person');
    await card.getByRole('button', { name: /^تحصيل.*٣٠٠٫٠٠/ }).click();
    await expect(page.getByText('أُرسل كل شيء')).toBeVisible();
    await page.keyboard.press('Escape');
    expect(await paid()).toEqual(['1041 1000.00', '1042 500.00', '1043 300.00', '1044 1200.00']);
  });

  await test.step('the month is ended with its figures', async () => {
    await goTo(page, 'سجل الشهور');
    await expect(main(page)).toContainText('٣٬٠٠٠٫٠٠');
    await main(page).getByRole('button', { name: 'إنهاء الشهر' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'إنهاء الشهر' }).click();
    await expect(main(page).getByRole('button', { name: 'التراجع عن الإنهاء' })).toBeVisible();
    expect((await api.all(paths.months))[0]).toMatchObject({ revenue: '3000.00', debts: '0.00' });
  });

  await test.step('on a phone, a toast leaves the first line of the Sync panel in sight', async () => {
    await goTo(page, 'الطلاب');
    await page.setViewportSize({ width: 390, height: 844 });
    await main(page).getByRole('link', { name: 'إضافة طالب' }).click();
    await context.setOffline(true);
    await page.getByLabel('الاسم', { exact: true }).fill('سلمى فوزي');
    await main(page).getByRole('button', { name: 'إضافة طالب' }).click();
    const toast = page.getByRole('status').filter({ hasText: 'ويُرسل عند عودة الاتصال' });
    await expect(toast).toBeVisible();
    // The pointer over it keeps it.
    await toast.hover();
    await page
      .getByRole('banner')
      .getByRole('button', { name: /لوحة المزامنة/ })
      .press('Enter');
    const first = page.getByRole('dialog').getByText(/^لا يوجد اتصال الآن/);
    await expect(first).toBeVisible();
    const box = await first.boundingBox();
    expect((await toast.boundingBox())?.y).toBeGreaterThan((box?.y ?? 0) + (box?.height ?? 0));
    await page.keyboard.press('Escape');
    await context.setOffline(false);
  });

  await test.step('in the calendar, the ring of a day in the first week is below the name of its day', async () => {
    await goWithin(page, '/students/add-student');
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
  });
});
