import { expect, type Page, test } from '@playwright/test';
import { SETTINGS_PATH } from '#contract/branch-settings.ts';
import { paths } from '#contract/http.ts';
import { PRINTS_PATH, RECEIPTS_PATH } from '#contract/receipts.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import type { Api } from '../support/api.ts';
import { signIn } from '../support/browser.ts';
import { printedText, printPdf } from '../support/printed-pdf.ts';
import { auditScreen } from './a11y/audit-page.ts';
import { api, branch, proxy, withBranch } from './own-branch.ts';
import { expectNothingPending, goWithin, readyForOffline, show } from './page-actions.ts';

const factory = branchFactory(5);
const A5 = { width: 148, height: 210 };

withBranch(async () => {
  await api.post(paths.months, { name: 'November' });
});

const family = ['منى عادل عبد الرحمن الشافعي المصري', 'Omar Adel Abdelrahman Elshafei Elmasry'] as const;

/** Creates a family of two with ten debts of L.E. 100 each. */
async function owe(api: Api): Promise<string> {
  const phone = { father_phone: '01012345678' };
  const [one, other] = [
    await api.post('/students/', factory.student({ name: family[0], ...phone })),
    await api.post('/students/', factory.student({ name: family[1], ...phone })),
  ];
  const price = { price: '100', paid_amount: '0' };
  for (const path of ['adult-course', 'bus', 'kids-course', 'nursery', 'home-schooling'] as const)
    for (const { id } of [one, other])
      await api.post(`/${path}/`, factory.enrolment(path, String(id), price));
  return String(one.id);
}

/** Counts the calls that open the browser's print dialog, which the test cannot close. */
const stubPrint = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, {
      printed: 0,
      print: () => Object.assign(window, { printed: Number(Reflect.get(window, 'printed')) + 1 }),
    });
  });
const openDialog = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click();
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Receipt' });
const choosePaper = (page: Page, name: string) => dialog(page).getByRole('radio', { name }).click();

test('a receipt is printed in place on A5 and on a roll, in both languages, counted, offline too', async ({
  browser,
}) => {
  await api.patch(SETTINGS_PATH, {
    phone: '02 2555 1234',
    address: '12 شارع التحرير، الدقي',
    receipt_footer: 'شكرًا لثقتكم',
  });
  const student = await owe(api);
  const context = await browser.newContext();
  const page = await context.newPage();
  await stubPrint(page);
  await signIn(page, proxy.origin, branch.user);
  await readyForOffline(page, proxy);

  await test.step('after a payment of ten debts, with everything that belongs on it', async () => {
    await goWithin(page, `/take-payment?student=${student}`);
    await page.getByRole('textbox', { name: 'Amount received' }).fill('950.50');
    await page.getByLabel('Receipt Number').fill('1213');
    await page.getByRole('button', { name: 'Save L.E. 950.50' }).click();
    await expect(page.getByRole('heading', { name: 'Payment saved' })).toBeVisible();
    await openDialog(page, 'Print');
    await expect(dialog(page).getByRole('button', { name: 'Print' })).toBeFocused();
    await expect(dialog(page)).toContainText('49.50 ج.م');
    await auditScreen(page, 'a receipt');
    const text = await printedText(page);
    for (const part of [
      '12 شارع التحرير، الدقي',
      '0225551234',
      '1213',
      family[0],
      family[1],
      'قسط',
      'Kids course',
      '950.50 ج.م',
      'فقط تسعمائة وخمسون جنيهًا وخمسون قرشًا لا غير',
      'Nine hundred and fifty Egyptian pounds and fifty piastres only',
      'إجمالي المتبقي / Remains to be paid in all',
      'شكرًا لثقتكم',
    ])
      expect(text).toContain(part);
    expect(text).not.toMatch(/Students|Take payment|Copy|Done/);
    const a5 = await printPdf(page);
    for (const size of a5.pages) expect(size).toEqual(A5);
    expect(a5.pages.length).toBeLessThanOrEqual(2);
    await choosePaper(page, '80 mm roll');
    const roll = await printPdf(page);
    // Each language of a line stands under the other one, without the sign that separates them on A5.
    expect(await printedText(page)).toContain('Bus · installment');
    expect(await printedText(page)).not.toMatch(/^ ?\/|\/ ?$/m);
    expect(roll.pages).toEqual([{ width: 80, height: expect.any(Number) }]);
  });

  await test.step('each print is counted, and the next one is marked as a copy', async () => {
    await dialog(page).getByRole('button', { name: 'Print' }).click();
    expect(await page.evaluate(() => Reflect.get(window, 'printed'))).toBe(1);
    expect(await printedText(page)).not.toContain('Copy');
    // Safari says so while the paper is still being drawn.
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    expect(await printedText(page)).not.toContain('Copy');
    await page.keyboard.press('Shift');
    await expect(dialog(page)).toContainText('Printed before: this is copy 2.');
    expect(await printedText(page)).toContain('نسخة 2 / Copy 2');
    const [code = 'no code'] = /[A-Z]{2}-[0-9A-F]{8}/.exec(await printedText(page)) ?? [];
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expectNothingPending(page);
    await page.keyboard.press('/');
    await page
      .getByRole('combobox', { name: /^Name, parent, code, phone/ })
      .fill(code.replace('-', '').toLowerCase());
    await page.getByRole('option', { name: /^1213 / }).click();
    await expect(page.getByLabel('Receipt Number')).toHaveValue('1213');
    await goWithin(page, `/take-payment?student=${student}`);
    const [{ id } = { id: '' }] = await api.all(paths.collections);
    expect(await api.get(`${RECEIPTS_PATH}?resource=collection&id=${id}`)).toMatchObject({ prints: 1 });
  });

  await test.step('offline the customer’s paper is like any other, the copy says that it waits, and prints are sent later', async () => {
    await api.post('/bus/', factory.enrolment('bus', student, { price: '500', paid_amount: '0' }));
    await api.patch(SETTINGS_PATH, { receipt_language: 'ar', paper: 'roll' });
    await goWithin(page, '/branch-settings');
    await expect(page.getByRole('radio', { name: 'Arabic' })).toBeChecked();
    await page.getByRole('banner').getByRole('link', { name: 'Take payment' }).click();
    await page.getByRole('combobox', { name: 'Student' }).fill('Omar Adel');
    await page
      .getByRole('option', { name: /^Omar Adel/ })
      .first()
      .click();
    await page.getByRole('textbox', { name: 'Amount received' }).fill('349.5');
    await page.getByLabel('Receipt Number').fill('1214');
    await expect(page.getByRole('button', { name: 'Save L.E. 349.50' })).toBeVisible();
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Save L.E. 349.50' }).click();
    await expect(page.getByRole('heading', { name: 'Payment saved on this device' })).toBeVisible();
    await openDialog(page, 'Print');
    await expect(dialog(page).getByRole('button', { name: 'Print' })).toBeVisible();
    const text = await printedText(page);
    await expect(dialog(page)).toContainText('Waiting to be sent.');
    expect(text).not.toContain('في انتظار الإرسال');
    expect(text).toContain('فقط ثلاثمائة وتسعة وأربعون جنيهًا وخمسون قرشًا لا غير');
    expect(text).not.toContain('Receipt');
    const { pages } = await printPdf(page);
    expect(pages).toEqual([{ width: 80, height: expect.any(Number) }]);
    await dialog(page).getByRole('button', { name: 'Print' }).click();
    await page.keyboard.press('Shift');
    await expect(dialog(page)).toContainText('this is copy 2');
    expect(await printedText(page)).toContain('في انتظار الإرسال');
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await context.setOffline(false);
    await show(page);
    await expectNothingPending(page);
    const [{ id: newest } = { id: '' }] = await api.all(paths.collections);
    expect(await api.get(`${RECEIPTS_PATH}?resource=collection&id=${newest}`)).toMatchObject({
      prints: 1,
      receipt_number: '1214',
    });
  });
  await context.close();
});

test('salary slips, months and every page are printed without what belongs to the screen', async ({
  page,
}) => {
  await api.patch(SETTINGS_PATH, { receipt_language: 'both', paper: 'a5' });
  const employee = await api.post('/employees/', factory.employee({ name: 'هاني سمير', salary: '5000' }));
  const salary = await api.post('/salaries/', { employee: employee.id });
  const student = await api.post('/students/', factory.student({ name: 'Laila Hany' }));
  const bus = await api.post(
    '/bus/',
    factory.enrolment('bus', String(student.id), { price: '500', paid_amount: '200' }),
  );
  await signIn(page, branch.origin, branch.user);

  const printed = async (size: { width: number; height: number }, parts: readonly string[]) => {
    const text = await printedText(page);
    for (const part of parts) expect(text).toContain(part);
    expect(text).not.toMatch(/Take payment|Log out|Work History\n|Cancel|Print the/);
    const { pages } = await printPdf(page);
    expect(pages).toEqual([size]);
  };
  const A4 = { width: 210, height: 297 };
  const open = async (button: string) => {
    await page.getByRole('main').getByRole('button', { name: button }).first().click();
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Print' })).toBeFocused();
  };

  await goWithin(page, `/employees/salaries/edit-salary/${salary.id}`);
  await open('Print the slip');
  await printed(A5, ['إيصال صرف مرتب', 'هاني سمير', '5,000.00 ج.م', 'فقط خمسة آلاف جنيه لا غير']);
  await goWithin(page, '/work-history');
  await open('Print the report of');
  await printed(A4, [
    'تقرير الشهر / Month report',
    'صافي الربح / Net profit',
    'Total revenue',
    'باص',
    '200.00',
  ]);
  await goWithin(page, '/busses');
  await expect(page.getByRole('main').getByText('Laila Hany').first()).toBeVisible();
  const list = await printedText(page);
  expect(list).toContain('Laila Hany');
  expect(list).toContain('L.E. 200.00');
  expect(list).not.toMatch(/Take payment|Add Bus|Home Schooling|Online/);

  // Every column of the months and every day of a chart is on the paper.
  await goWithin(page, '/work-history');
  await expect(page.getByRole('table', { name: 'Months' })).toBeVisible();
  const months = await printPdf(page);
  expect(months.pages[0]).toEqual({ width: 297, height: 210 });
  await goWithin(page, '/');
  const chart = page.getByRole('figure', { name: 'Income by day' }).getByRole('img');
  const width = async () => Number(await chart.getAttribute('width'));
  await expect.poll(width).toBeGreaterThan(700);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  expect(await width()).toBeLessThanOrEqual(600);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect.poll(width).toBeGreaterThan(700);
  await goWithin(page, '/busses');

  // A printed payment is deleted with a reason, and stands struck through for managers.
  await api.post(PRINTS_PATH, { resource: 'bus', record: bus.id });
  await page.getByRole('button', { name: /^Delete Laila Hany/ }).click();
  const question = page.getByRole('alertdialog');
  await question.getByLabel('Reason').fill('paid at the other branch');
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('1 cancelled payment').click();
  await expect(page.getByText(/^Cancelled by .* paid at the other branch$/)).toBeVisible();
  await page.getByRole('button', { name: /^Receipt of Laila Hany/ }).click();
  await expect(dialog(page).getByRole('button', { name: 'Print' })).toBeFocused();
  expect(await printedText(page)).toContain('ملغى / Cancelled');
  const paper = dialog(page).locator('.paper');
  for (const [part, line] of [
    [paper.locator('td .purpose').first(), 'line-through'],
    [paper.locator('td.money > span').first(), 'line-through'],
    [paper.locator('.why bdi').first(), 'none'],
    [paper.locator('.sum .money > span'), 'none'],
  ] as const)
    await expect(part).toHaveCSS('text-decoration-line', line);
});
