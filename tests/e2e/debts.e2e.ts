import { expect, type Page, test } from '@playwright/test';
import { dayAfter } from '#contract/days.ts';
import { paths } from '#contract/http.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import type { Api } from '../support/api.ts';
import { branchToday } from '../support/branch-today.ts';
import { screens, signIn } from '../support/browser.ts';
import { printedText } from '../support/printed-pdf.ts';
import { auditScreen, listColours } from './a11y/audit-page.ts';
import { api, branch, withBranch } from './own-branch.ts';
import { expectNothingPending, goWithin } from './page-actions.ts';

withBranch(async () => {
  await api.post(paths.months, { name: 'November' });
  await owe(api);
});

const daysAgo = (days: number) => dayAfter(branchToday(), -days);

const factory = branchFactory(4);

async function oweForBus(
  api: Api,
  name: string,
  price: string,
  days: number,
  phone: string,
): Promise<string> {
  const { id } = await api.post(
    '/students/',
    factory.student({ name, father_phone: phone, mother_phone: '' }),
  );
  const day = { custom_date: daysAgo(days) };
  await api.post('/bus/', factory.enrolment('bus', String(id), { price, paid_amount: '0', ...day }));
  return String(id);
}

/** Creates three students who owe L.E. 300 since long ago and promised 150, 200 since last month and 100 since today. */
async function owe(api: Api): Promise<void> {
  const mona = await oweForBus(api, 'Mona Adel', '300', 120, '01001234567');
  await api.post('/promises/', factory.promise(mona, { due_day: daysAgo(-9), amount: '150' }));
  await oweForBus(api, 'Omar Hany', '200', 40, '01119876543');
  await oweForBus(api, 'Salma Nour', '100', 0, '01225554443');
}

const main = (page: Page) => page.getByRole('main');
const rows = (page: Page) => page.getByRole('list', { name: 'Students who owe something' }).locator('> li');
const row = (page: Page, name: string) => rows(page).filter({ hasText: name });

test('debts are listed by age, a plan moves one, and a promise is withdrawn on a phone', async ({ page }) => {
  await signIn(page, branch.origin, branch.user);

  await test.step('the dashboard leads to all debts, with the sum of each age', async () => {
    await main(page).getByRole('link', { name: 'All debts' }).click();
    await expect(rows(page)).toHaveText([/Mona Adel/, /Omar Hany/, /Salma Nour/]);
    await expect(page.getByRole('button', { name: /^All/ })).toContainText('L.E. 600.00');
    await auditScreen(page, 'all debts');
    await page.getByRole('button', { name: /^31–60 days/ }).click();
    await expect(rows(page)).toHaveText([/Omar Hany/]);
    await expect(page).toHaveURL(/age=31-60/);
    await page.getByRole('button', { name: /^All/ }).click();
    await expect(rows(page)).toHaveCount(3);
  });

  await test.step('a plan of the enrolment moves the age, and shows its next day', async () => {
    await row(page, 'Salma Nour')
      .getByRole('link', { name: /^Salma Nour/ })
      .click();
    await page.getByRole('link', { name: /^Payment plan for/ }).click();
    await expect(main(page)).toContainText('To be planned: L.E. 100.00');
    await page.getByRole('button', { name: '3 parts' }).click();
    await expect(page.getByRole('textbox', { name: 'Amount of part 1' })).toHaveValue('33.34');
    await expect(main(page)).toContainText('The parts come to exactly that.');
    await auditScreen(page, 'a payment plan');
    await main(page).getByRole('button', { name: 'Add Payment Plan' }).click();
    await expect(page.getByRole('region', { name: 'Plans and promises' })).toContainText('L.E. 33.33 on');
    await goWithin(page, '/debts');
    await expect(row(page, 'Salma Nour')).toContainText('L.E. 33.34 due on');
    await expect(row(page, 'Salma Nour')).toContainText('1 debt, nothing due yet');
    await expect(row(page, 'Omar Hany')).toContainText('1 debt since');
  });

  await test.step('whom to contact, and what was promised', async () => {
    await page.setViewportSize(screens.phone);
    await row(page, 'Mona Adel').getByRole('button', { name: 'Contact Mona Adel' }).click();
    await auditScreen(page, 'how to reach the parents of a student');
    const topOf = async (name: RegExp) => (await page.getByRole('link', { name }).boundingBox())?.y;
    expect(await topOf(/^WhatsApp to Father/)).toBe(await topOf(/^Call Father/));
    await page.getByRole('button', { name: 'Withdraw the promise' }).click();
    await expect(row(page, 'Mona Adel')).not.toContainText('Will pay L.E.');
    await auditScreen(page, 'debts on a phone', listColours);
    await expectNothingPending(page);
    expect(await api.get('/promises/')).toMatchObject({ results: [{ withdrawn_on: daysAgo(0) }] });
  });
});

test('all debts are printed with their phones, not only those of the page', async ({ page }) => {
  for (let number = 10; number < 20; number++)
    await oweForBus(api, `Laila ${number}`, '900', 5, `010000000${number}`);
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  await signIn(page, branch.origin, branch.user);
  await goWithin(page, '/debts');
  await expect(rows(page)).toHaveCount(10);
  await expect(rows(page).first()).not.toContainText('01000000', { useInnerText: true });
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await expect(rows(page)).toHaveCount(13);
  const paper = await printedText(page);
  for (const part of ['Laila 10', 'Father 01000000010', 'Salma Nour', 'Father 01225554443'])
    expect(paper).toContain(part);
  // Safari says that it has printed while it still draws the paper; the next touch shows the page again.
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(rows(page)).toHaveCount(13);
  await page.mouse.click(5, 400);
  await expect(rows(page)).toHaveCount(10);
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await expect(rows(page)).toHaveCount(13);
  await page.keyboard.press('Escape');
  await expect(rows(page)).toHaveCount(10);
});
