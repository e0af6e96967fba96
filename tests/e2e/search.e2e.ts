import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { screens, signIn } from '../support/browser.ts';
import { auditScreen, sharedColours } from './a11y/audit-page.ts';
import { api, branch, proxy, withBranch } from './own-branch.ts';
import { goWithin, openMenu } from './page-actions.ts';

let tablet: BrowserContext;
let page: Page;

// The tests share a page: starting the app takes longer than most of them.
withBranch(async ({ browser }) => {
  tablet = await browser.newContext();
  const factory = branchFactory(61);
  await api.post('/month/', { name: 'November' });
  const none = { phone: '', father_phone: '', mother_phone: '' };
  const names = { 'منى عبد الله': '+20 101 234 5678', 'Omar Adel': '' };
  for (const [name, phone] of Object.entries(names)) {
    const { id } = await api.post('/students/', factory.student({ ...none, name, phone }));
    const money = { price: '500', paid_amount: '200', receipt_number: phone ? '1213' : 'K7QM-77' };
    await api.post('/bus/', factory.enrolment('bus', String(id), money));
  }
  await api.post('/books/', factory.book({ name: 'Starter Reader' }));
  page = await tablet.newPage();
  await signIn(page, proxy.origin, branch.user);
});
test.afterAll(async () => {
  await tablet?.close();
});

const field = () => page.getByRole('combobox', { name: /^Name, parent, code, phone/ });
const options = () => page.getByRole('option');

async function search(typed: string): Promise<void> {
  if (!(await field().isVisible())) await page.keyboard.press('/');
  await expect(field()).toBeFocused();
  await field().fill(typed);
}

test('the key "/" finds a student, receipt or book from any screen, by keys alone', async () => {
  await goWithin(page, '/expenses');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await search('عبدالله');
  await expect(options().first()).toContainText('L.E. 300.00 remaining');
  await page.keyboard.press('Escape');
  await expect(field()).toBeHidden();

  await search('+2010 1234');
  await expect(options()).toHaveCount(2);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('منى عبد الله');

  await search('omar');
  await expect(options().first()).toContainText('Omar Adel');
  await page.keyboard.press('Shift+Enter');
  await expect(page).toHaveURL(/\/take-payment\?student=/);

  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
  await search('77');
  await expect(options()).toHaveText([/K7QM-77.*Omar Adel.*Bus.*L\.E\. 200\.00/]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/busses\/edit-bus\//);
  // The page that is left has such a field too, and the address changes first.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Bus');
  // Typed in a field the key is a letter.
  await page.getByLabel('Receipt Number').press('/');
  await expect(field()).toBeHidden();
});

test('it is accessible, and usable with a finger on a phone', async () => {
  await goWithin(page, '/students');
  await page.setViewportSize(screens.phone);
  await openMenu(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Search' }).click();
  await expect(field()).toBeFocused();
  await page.keyboard.type('r');
  await expect(field()).toHaveValue('r');
  await expect(page).toHaveURL(/\/students$/);
  await expect(page.getByText(/^Find a student/)).toBeVisible();
  await search('1213');
  await expect(options()).toHaveText([/1213.*منى عبد الله/]);
  await search('reader');
  await expect(options()).toHaveText([/Starter Reader.*0 in stock/]);
  await search('Adel');
  await expect(options()).toHaveCount(2);
  await auditScreen(page, 'search');
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  await auditScreen(page, 'search, right to left', sharedColours);
  await page.setViewportSize(screens.phone);
  await page.getByRole('option', { name: 'Take payment from Omar Adel' }).click();
  await expect(page).toHaveURL(/\/take-payment\?student=/);
});
