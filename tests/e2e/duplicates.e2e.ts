import { expect, test } from '@playwright/test';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { signIn } from '../support/browser.ts';
import { auditScreen } from './a11y/audit-page.ts';
import { api, branch, withBranch } from './own-branch.ts';
import { goWithin } from './page-actions.ts';

withBranch();

test('two records become one, and two again while nothing was recorded since', async ({ page }) => {
  const factory = branchFactory(6);
  await api.post('/month/', { name: 'November' });
  const none = { father_phone: '', mother_phone: '', address: '', birthdate: null };
  const add = async (student: object) =>
    String((await api.post('/students/', factory.student({ ...none, ...student }))).id);
  const stays = await add({ name: 'Mona Adel', phone: '01012345678' });
  const goes = await add({ name: 'Monna Adel', phone: '', address: 'Giza' });
  const debt = { price: '500', paid_amount: '200', receipt_number: '1213' };
  await api.post('/bus/', factory.enrolment('bus', goes, debt));
  await signIn(page, branch.origin, branch.user);
  await goWithin(page, `/students/${stays}`);
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
  await goWithin(page, `/students/${goes}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Monna Adel');
});
