import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { z } from 'zod';
import { SETTINGS_PATH } from '#contract/branch-settings.ts';
import { dayAfter, displayDay } from '#contract/days.ts';
import { paths } from '#contract/http.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { branchToday } from '../support/branch-today.ts';
import { signIn } from '../support/browser.ts';
import { printedText, printPdf } from '../support/printed-pdf.ts';
import { auditScreen } from './a11y/audit-page.ts';
import { api, branch, proxy, withBranch } from './own-branch.ts';
import { expectNothingPending, goWithin, readyForOffline } from './page-actions.ts';

const names = ['Amal Fathy', 'Basma Nabil', 'Camelia Saad', 'Dalia Kamal'];
const students = new Map<string, string>();

withBranch(async () => {
  const factory = branchFactory(23);
  await api.patch(SETTINGS_PATH, { paper: 'a5' });
  await api.post(paths.months, { name: 'November' });
  for (const [place, name] of names.entries()) {
    const student = await api.post('/students/', factory.student({ name, phone: `0100000000${place}` }));
    students.set(name, String(student.id));
    const ride = { price: '400', paid_amount: '100', receipt_number: `77-${place}` };
    await api.post('/bus/', factory.enrolment('bus', String(student.id), ride));
  }
});

const main = (page: Page) => page.getByRole('main');
const bar = (page: Page) => page.getByRole('group', { name: 'What to do with the selected rows' });
const tick = (page: Page, title: string) =>
  main(page)
    .getByRole('checkbox', { name: new RegExp(`^Select .*${title}`) })
    .check();

test('receipts of several rows are printed at once, a page each, and every print is counted', async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await signIn(page, branch.origin, branch.user);
  await goWithin(page, '/busses');
  await main(page).getByRole('button', { name: 'Select' }).click();
  await expect(bar(page)).toContainText('0 rows selected');
  await tick(page, 'Amal');
  // The row itself reacts too, and opens nothing.
  await main(page)
    .getByRole('row', { name: /Camelia/ })
    .getByText('77-2')
    .click();
  await expect(bar(page)).toContainText('2 rows selected');
  await expect(page).toHaveURL(/\/busses$/);
  await auditScreen(page, 'rows to choose');
  await bar(page).getByRole('button', { name: 'Print 2 receipts' }).click();
  await expect(page.locator('body[data-printed]')).toBeAttached();
  const text = await printedText(page);
  for (const part of ['77-0', '77-2', 'Amal Fathy', 'Camelia Saad']) expect(text).toContain(part);
  expect(text).not.toContain('77-1');
  const a5 = { width: 148, height: 210 };
  expect((await printPdf(page)).pages).toEqual([a5, a5]);
  const buses = await api.all('/bus/');
  const printed = async () => {
    const receipts = buses.map(({ id }) => api.get(`/receipts/?resource=bus&id=${String(id)}`));
    return (await Promise.all(receipts))
      .map((receipt) => z.looseObject({ receipt_number: z.string(), prints: z.number() }).parse(receipt))
      .map(({ receipt_number, prints }) => `${receipt_number}: ${prints}`)
      .sort();
  };
  await expect.poll(printed).toEqual(['77-0: 1', '77-1: 0', '77-2: 1', '77-3: 0']);
});

test('selected rows are exported and printed as a list; they stay selected while the list is searched', async ({
  page,
}) => {
  await signIn(page, branch.origin, branch.user);
  await goWithin(page, '/students');
  await main(page).getByRole('button', { name: 'Select' }).click();
  const search = main(page).getByRole('searchbox');
  await search.fill('Amal');
  await expect(main(page).getByRole('row', { name: /Basma/ })).toHaveCount(0);
  await tick(page, 'Amal');
  await search.fill('Dalia');
  await tick(page, 'Dalia');
  await expect(bar(page)).toContainText('2 rows selected');

  await bar(page).getByRole('button', { name: 'Export' }).click();
  const file = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'CSV file' }).click();
  const csv = readFileSync(await (await file).path(), 'utf8');
  expect(names.filter((name) => csv.includes(name))).toEqual(['Amal Fathy', 'Dalia Kamal']);

  await bar(page).getByRole('button', { name: 'Print list' }).click();
  await expect(page.getByRole('dialog', { name: 'Students on paper' })).toBeVisible();
  const text = await printedText(page);
  expect(names.filter((name) => text.includes(name))).toEqual(['Amal Fathy', 'Dalia Kamal']);
  await page
    .getByRole('dialog', { name: 'Students on paper' })
    .getByRole('button', { name: 'Close' })
    .click();
  await bar(page).getByRole('button', { name: 'Done' }).click();
  await expect(bar(page)).toHaveCount(0);
  await expect(main(page).getByRole('link', { name: /^Edit Dalia/ })).toBeVisible();
});

test('several students are marked as left offline; each is sent once, and the lists leave them out', async ({
  page,
}) => {
  await signIn(page, proxy.origin, branch.user);
  await readyForOffline(page, proxy);
  await goWithin(page, '/students');
  await main(page).getByRole('button', { name: 'Select' }).click();
  await tick(page, 'Basma');
  await tick(page, 'Dalia');
  await page.context().setOffline(true);
  await bar(page).getByRole('button', { name: 'Mark as left' }).click();
  const dialog = page.getByRole('dialog', { name: '2 people leave' });
  await auditScreen(page, 'several people leave');
  const today = branchToday();
  const day = dialog.getByRole('textbox');
  await expect(day).toHaveValue(displayDay(today));
  // The server's lists go by the day in UTC, which begins two or three hours after that of the device.
  const yesterday = dayAfter(today, -1);
  await day.fill(displayDay(yesterday));
  await day.press('Tab');
  await dialog.getByRole('button', { name: 'Leaves' }).click();
  await expect(bar(page)).toContainText('0 rows selected');
  proxy.next({ method: 'PATCH', path: '/api/students/' }, { kind: 'swallow' });
  await page.context().setOffline(false);
  await expectNothingPending(page);
  const left = (await api.all('/students/')).filter(({ left_on }) => left_on !== null);
  expect(left.map(({ name, left_on }) => [name, left_on]).sort()).toEqual([
    ['Basma Nabil', yesterday],
    ['Dalia Kamal', yesterday],
  ]);
  await expect(main(page).getByRole('checkbox', { name: /Select .*Basma/ })).toHaveCount(0);
  await expect(main(page).getByRole('checkbox', { name: /Select .*Amal/ })).toBeVisible();
});

test('debtors are reminded one after another, and whoever was reminded today is not asked for again', async ({
  page,
}) => {
  await signIn(page, branch.origin, branch.user);
  await goWithin(page, '/debts');
  const remind = main(page).getByRole('button', { name: 'Remind several' });
  await remind.click();
  const dialog = page.getByRole('dialog', { name: 'Remind one after another' });
  await expect(dialog).toContainText('1 of 4');
  await auditScreen(page, 'reminders one after another');
  const first = await dialog.getByRole('heading', { level: 3 }).textContent();
  await dialog.getByRole('button', { name: 'Reminded in person' }).click();
  await expect(dialog).toContainText('2 of 4');
  await dialog.getByRole('button', { name: 'Skip' }).click();
  for (const place of [3, 4]) {
    await expect(dialog).toContainText(`${place} of 4`);
    await dialog.getByRole('button', { name: 'Reminded in person' }).click();
  }
  await expect(dialog).toContainText('3 students reminded.');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expectNothingPending(page);
  const reminders = await api.all('/reminders/');
  expect(new Set(reminders.map(({ student }) => student)).size).toBe(3);
  await remind.click();
  await expect(dialog).toContainText('1 of 1');
  await expect(dialog.getByRole('heading', { level: 3 })).not.toHaveText(first ?? '');
});
