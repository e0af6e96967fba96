import { expect, type Page, test } from '@playwright/test';
import { SETTINGS_PATH } from '#contract/branch-settings.ts';
import { type Calendar, dayOf, displayDay, timeOf } from '#contract/days.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { signIn } from '../support/browser.ts';
import { printedText } from '../support/printed-pdf.ts';
import { auditScreen } from './a11y/audit-page.ts';
import { api, branch, proxy, withBranch } from './own-branch.ts';
import { expectNothingPending, goTo, goWithin, readyForOffline, row, submit } from './page-actions.ts';

const factory = branchFactory(173);

/** A zone in which it is between one and two in the night, and one in which it is two hours earlier, on the day before. */
function zonesAround(now: Date): { readonly night: Calendar; readonly evening: Calendar } {
  const away = (1 - now.getUTCHours() + 24) % 24;
  const offset = away > 14 ? away - 24 : away;
  const zone = (hours: number) => ({
    timeZone: `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`,
    dayBegins: 0,
  });
  return { night: zone(offset), evening: zone(offset - 2) };
}

const zones = zonesAround(new Date());
const today = displayDay(dayOf(new Date(), zones.night));
const yesterday = displayDay(dayOf(new Date(), zones.evening));

withBranch(async () => {
  await api.post('/month/', { name: 'The night' });
  await api.patch(SETTINGS_PATH, { time_zone: zones.night.timeZone });
});

const note = (page: Page) => page.getByText(/^The clock of this device/);

async function addExpense(page: Page, title: string): Promise<void> {
  await goTo(page, 'General Expenses');
  await page.getByRole('link', { name: 'Add Expenses' }).first().click();
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('textbox', { name: 'Amount' }).fill('20');
  await submit(page, 'Add Expenses');
  await expect(row(page, title)).toBeVisible();
}

test('a device in another zone records, shows and prints the day and time of the branch, online and offline', async ({
  browser,
}) => {
  expect(today).not.toBe(yesterday);
  const student = await api.post('/students/', factory.student({ name: 'Mona Adel' }));
  await api.post('/bus/', factory.enrolment('bus', String(student.id), { price: '300', paid_amount: '0' }));
  const context = await browser.newContext({ timezoneId: zones.evening.timeZone });
  const page = await context.newPage();
  await signIn(page, proxy.origin, branch.user);

  await test.step('it says that its clock shows another time, until that was read', async () => {
    await expect(note(page)).toContainText(`${today} ${timeOf(new Date(), zones.night).slice(0, 2)}`);
    await expect(note(page)).toContainText(yesterday);
    await auditScreen(page, 'the note about another zone');
    await page.getByRole('button', { name: 'Understood' }).click();
    await expect(note(page)).toBeHidden();
  });

  await readyForOffline(page, proxy, ['students']);
  await addExpense(page, 'Tea online');
  await expect(row(page, 'Tea online')).toContainText(today);
  const restore = proxy.cut();
  await addExpense(page, 'Tea offline');
  await expect(row(page, 'Tea offline')).toContainText(today);
  restore();
  await expectNothingPending(page);
  await expect(row(page, 'Tea offline')).toContainText(today);
  expect(await api.get('/expenses/')).toMatchObject({
    results: [{ title: 'Tea offline', custom_date: null }, { title: 'Tea online' }],
  });

  await test.step('a receipt has the day and the time of the branch', async () => {
    await goWithin(page, `/take-payment?student=${student.id}`);
    await page.getByRole('textbox', { name: 'Amount received' }).fill('100');
    await page.getByLabel('Receipt Number').fill('173');
    await page.getByRole('button', { name: 'Save L.E. 100.00' }).click();
    await page.getByRole('main').getByRole('button', { name: 'Print', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Receipt' })).toContainText(today);
    expect(await printedText(page)).toMatch(new RegExp(`${today} 0[12]:\\d\\d`));
  });
  await context.close();
});
