import { expect, test } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { signIn } from '../support/browser.ts';
import { api, branch, withBranch } from './own-branch.ts';
import { goWithin } from './page-actions.ts';

withBranch();

test('a manager makes a token that is shown once, a spreadsheet reads with it, and is refused once it is revoked', async ({
  page,
}) => {
  await api.post('/students/', { name: 'Mona Adel' });
  await signIn(page, branch.origin, branch.user);
  await goWithin(page, '/branch-settings');
  const section = page.getByRole('region', { name: 'Spreadsheets' });
  await expect(section).toContainText('There is no token yet.');
  await section.getByLabel('Name of a new token').fill('Sheet of the accountant');
  await section.getByRole('button', { name: 'Make a token' }).click();

  const made = page.getByRole('dialog', { name: 'New token: Sheet of the accountant' });
  const secret = await made.getByLabel('Token', { exact: true }).inputValue();
  const formula = await made.getByLabel('Formula for Google Sheets', { exact: true }).inputValue();
  await expectAccessible(page, 'a new token');
  await made.getByRole('button', { name: 'I have copied it' }).click();
  await expect(made).toHaveCount(0);
  const item = section.getByRole('listitem').filter({ hasText: 'Sheet of the accountant' });
  await expect(item).toContainText('Never used.');
  await page.reload();
  await expect(item).toBeVisible();
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  for (const shown of [await page.content(), kept]) expect(shown).not.toContain(secret);

  // As a program and as a formula read, which know nothing of the page.
  const students = `${branch.origin}/api/students/export/?format=csv`;
  const inHeader = () => fetch(students, { headers: { authorization: `Bearer ${secret}` } });
  const [, address = ''] = /^=IMPORTDATA\("([^"]+)"\)$/.exec(formula) ?? [];
  const read = await inHeader();
  expect([read.status, await read.text()]).toEqual([200, expect.stringContaining('Mona Adel')]);
  expect((await fetch(address)).status).toBe(200);
  await page.reload();
  await expect(item).toContainText('Last used');

  await item.getByRole('button', { name: 'Revoke Sheet of the accountant' }).click();
  const asked = page.getByRole('alertdialog', { name: 'Revoke Sheet of the accountant?' });
  await asked.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(asked).toHaveCount(0);
  await expect(section).toContainText('There is no token yet.');
  expect((await inHeader()).status).toBe(401);
  expect((await fetch(address)).status).toBe(401);
});
