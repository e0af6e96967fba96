import { expect, type Page, test } from '@playwright/test';
import { SETTINGS_PATH } from '#contract/branch-settings.ts';
import { paths } from '#contract/http.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { signIn } from '../support/browser.ts';
import { printedText, printPdf } from '../support/printed-pdf.ts';
import { auditScreen } from './a11y/audit-page.ts';
import { api, branch, withBranch } from './own-branch.ts';
import { goWithin } from './page-actions.ts';

const factory = branchFactory(17);
const ROWS = 13;

withBranch();

const openSheet = async (page: Page, name: string, button = 'Print') => {
  await page.getByRole('main').getByRole('button', { name: button, exact: true }).click();
  return page.getByRole('dialog', { name });
};

test('a list prints all rows as it is filtered, with branch, day, filters in words and totals', async ({
  page,
}) => {
  await api.patch(SETTINGS_PATH, { phone: '02 2555 1234', address: '12 Tahrir Street' });
  await api.post(paths.months, { name: 'November' });
  const mona = await api.post('/students/', factory.student({ name: 'منى عادل الشافعي', phone: '' }));
  const omar = await api.post('/students/', factory.student({ name: 'Omar Fouad', phone: '01012345678' }));
  const money = { price: '300', paid_amount: '100' };
  for (let count = 1; count <= ROWS; count++)
    await api.post(
      '/nursery/',
      factory.enrolment('nursery', String(mona.id), { ...money, receipt_number: `12-${count}` }),
    );
  await api.post(
    '/nursery/',
    factory.enrolment('nursery', String(omar.id), { ...money, receipt_number: '99' }),
  );
  await signIn(page, branch.origin, branch.user);

  await test.step('filtered by a student', async () => {
    await goWithin(page, `/courses/nursery?student=${mona.id}`);
    await expect(page.getByText(`${ROWS} records`)).toBeVisible();
    const dialog = await openSheet(page, 'Nursery on paper');
    await expect(dialog.getByRole('button', { name: 'Print' })).toBeEnabled();
    await expect(dialog.getByText('3,900.00')).toHaveCount(1);
    await auditScreen(page, 'a list on paper');
    const text = await printedText(page);
    for (const part of [
      '12 Tahrir Street',
      '0225551234',
      'Printed on',
      `${ROWS} rows`,
      'Student: منى عادل الشافعي',
    ])
      expect(text).toContain(part);
    for (let count = 1; count <= ROWS; count++) expect(text).toContain(`12-${count}`);
    for (const total of ['3,900.00', '1,300.00', '2,600.00']) expect(text).toContain(`L.E. ${total}`);
    expect(text).not.toMatch(/Omar|Take payment|Export/);
    const { pages } = await printPdf(page);
    expect(pages[0]?.width).toBe(297);
    await dialog.getByRole('button', { name: 'Close' }).click();
  });
});

test('an account on paper says how much is due when, and each number stands beside its word', async ({
  page,
}) => {
  const father_name = 'عبدالرحمن'.repeat(14);
  const student = await api.post(
    '/students/',
    factory.student({ name: 'Hana Adel', father_name, father_phone: '01012345678 / 01112345678' }),
  );
  const { id } = await api.post(
    '/nursery/',
    factory.enrolment('nursery', String(student.id), {
      price: '900',
      paid_amount: '300',
      receipt_number: '1221',
    }),
  );
  await api.post('/plans/', {
    student: student.id,
    enrolment: id,
    parts: [
      { due_day: '2030-01-05', amount: '400.00' },
      { due_day: '2030-02-05', amount: '200.00' },
    ],
  });
  await signIn(page, branch.origin, branch.user);
  await goWithin(page, `/students/${student.id}`);
  await expect(page.getByRole('link', { name: '01112345678' })).toHaveAttribute('href', 'tel:01112345678');
  // A long name stays within its card.
  const card = page.getByRole('region', { name: 'Person' });
  expect(await card.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  const sheet = await openSheet(page, 'Account on paper', 'Print the account');
  await expect(sheet).toContainText('خطة الدفع: كم ومتى');
  await auditScreen(page, 'an account on paper');
  expect((await printPdf(page)).pages).toEqual([{ width: 210, height: 297 }]);
  const text = await printedText(page);
  for (const part of ['خطة الدفع: كم ومتى', 'كشف حساب / Account', 'Hana Adel', '600.00 ج.م'])
    expect(text).toContain(part);
  expect(text).toContain('5/1/2030 · 400.00');
  expect(text).toContain('5/2/2030 · 200.00');
  expect(text.replace(/\s+/g, ' ')).toContain('إيصال 1221 / receipt 1221 حضانة / Nursery -300.00 600.00');
});
