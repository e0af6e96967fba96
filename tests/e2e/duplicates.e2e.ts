import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { cacheScripts, signIn } from '../support/browser.ts';
import { auditScreen } from './a11y/audit-page.ts';
import { api, branch, withBranch } from './own-branch.ts';
import { enrol, expectNothingPending, fillStudent, goWithin, openNewStudent, row } from './page-actions.ts';

let tablet: BrowserContext;
let page: Page;
const ids: string[] = [];

// The tests share a page: starting the app takes longer than most of them.
withBranch(async ({ browser }) => {
  tablet = await browser.newContext();
  const factory = branchFactory(6);
  await api.post('/month/', { name: 'November' });
  const none = { father_phone: '', mother_phone: '', address: '', birthdate: null };
  for (const student of [
    { name: 'Mona Adel', phone: '01012345678' },
    { name: 'Monna Adel', phone: '', address: 'Giza' },
  ])
    ids.push(String((await api.post('/students/', factory.student({ ...none, ...student }))).id));
  const debt = { price: '500', paid_amount: '200', receipt_number: '1213' };
  await api.post('/bus/', factory.enrolment('bus', ids[1] ?? '', debt));
  page = await tablet.newPage();
  await signIn(page, branch.origin, branch.user);
});
test.afterAll(async () => {
  await tablet?.close();
});

test('a student who exists already is named while typing, and can be opened', async () => {
  await openNewStudent(page);
  await fillStudent(page, { name: 'Adel mona', phone: '+20 101 234 5678' });
  await expect(page.getByText(/There is a student of this name already: Mona Adel/)).toBeVisible();
  await expect(page.getByText(/This number is already in use: Mona Adel/)).toBeVisible();
  await auditScreen(page, 'possible duplicate');
  await page.getByRole('button', { name: 'Another person' }).first().click();
  await page.getByRole('link', { name: 'Open Mona Adel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mona Adel');
});

test('two records become one, and two again while nothing was recorded since', async () => {
  await page.goto(`${branch.origin}/students/${ids[0]}`);
  await page.getByRole('button', { name: 'Merge with a duplicate' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').fill('monna');
  await page.getByRole('option', { name: /Monna/ }).click();
  await expect(dialog.getByRole('group', { name: 'Address' }).getByLabel('Giza')).toBeChecked();
  await expect(
    dialog.getByRole('group', { name: 'Name', exact: true }).getByLabel('Mona Adel'),
  ).toBeChecked();
  await auditScreen(page, 'merge of students');
  await dialog.getByRole('button', { name: 'Merge students' }).click();
  await expect(page.getByText(/Students merged: Mona Adel/).first()).toBeVisible();
  await expect(page.getByText('Giza')).toBeVisible();
  await expect(page.getByText('1213').first()).toBeVisible();
  await page.getByRole('button', { name: 'Undo merge' }).click();
  await expect(page.getByText('1213')).toHaveCount(0);
  await goWithin(page, `/students/${ids[1]}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Monna Adel');
});

test('what a device stored offline for the student who is gone arrives at the one who stays', async () => {
  await cacheScripts(page);
  await goWithin(page, '/courses/adult/add-course');
  await page.getByRole('combobox', { name: 'Student' }).click();
  await expect(page.getByRole('option', { name: /^Monna/ })).toBeVisible();
  await tablet.setOffline(true);
  await enrol(page, { student: 'Monna Adel', receipt: '77', price: '100', paid: '40' });
  await api.post(`/students/${ids[0]}/merge/`, { other: ids[1] });
  await tablet.setOffline(false);
  await expectNothingPending(page);
  await expect(row(page, '77').getByRole('link', { name: 'Mona Adel', exact: true })).toBeVisible();
  await goWithin(page, `/students/${ids[1]}`);
  await page.getByRole('link', { name: 'Open Mona Adel' }).click();
  await expect(page.getByText('77').first()).toBeVisible();
});
