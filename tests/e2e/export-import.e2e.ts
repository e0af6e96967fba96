import { readFile } from 'node:fs/promises';
import { type Download, expect, type Page, test } from '@playwright/test';
import { signIn } from '../support/browser.ts';
import { auditScreen, sharedColours } from './a11y/audit-page.ts';
import { api, branch, withBranch } from './own-branch.ts';
import { goTo, show } from './page-actions.ts';

withBranch();

const textOf = async (file: Download) => readFile(await file.path(), 'utf8');
const main = (page: Page) => page.getByRole('main');
const press = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name }).click();

async function choose(page: Page, name: string, content: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await press(page, /^CSV or Excel file.* Choose (a|another) file$/);
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
  await expect(page.getByRole('status').filter({ hasText: name })).toBeVisible();
}

const STUDENTS = `كشف الطلاب,,
الاسم,موبايل,تاريخ الميلاد
منى عادل,٠١٠٠١٢٣٤٥٦٧,28/2/2015
Omar Fouad,0111,2014-12-01
Omar Fouad,0111,
=1+1,,tomorrow
`;

test('a manager imports students and their balances from a file, exports them again and takes the import back', async ({
  page,
  context,
}) => {
  await api.post('/month/', { name: 'November' });
  await signIn(page, branch.origin, branch.user);
  await show(page);
  await goTo(page, 'Students');

  await test.step('students: file, columns, check, result', async () => {
    // Above the list, and in its place as long as it is empty.
    const links = main(page).getByRole('link', { name: 'Import' });
    await expect(links).toHaveCount(2);
    await links.last().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Import' })).toBeVisible();
    await auditScreen(page, 'an import before its file');
    await choose(page, 'bill.csv', '%PDF-1.7\n%');
    await press(page, 'Read the file');
    await expect(main(page).getByRole('alert')).toContainText('neither a CSV nor an Excel file');
    await choose(page, 'students.csv', STUDENTS);
    await press(page, 'Read the file');
    await expect(main(page)).toContainText('4 rows in students.csv');
    await expect(page.getByLabel('Row that names the columns')).toHaveValue('2');
    await expect(page.getByLabel('Birthdate')).toHaveValue('2');
    await auditScreen(page, 'the columns of a file', sharedColours);
    await press(page, 'Check the rows');
    await expect(main(page)).toContainText('Birthdate: tomorrow is no day such as 30/11/2026.');
    await expect(main(page)).toContainText('May be the same as row 4.');
    const toImport = main(page).getByRole('button', { name: /^Import \d/ });
    await expect(toImport).toBeDisabled();
    await expect(main(page)).toContainText('Choose what to do with rows that have a value in doubt.');
    const about = (legend: RegExp) => main(page).getByRole('group', { name: legend });
    await about(/likely there already/)
      .getByRole('radio', { name: 'Choose for each row' })
      .check();
    await page.getByRole('combobox', { name: 'Row 5: what to do' }).selectOption('Leave out');
    await about(/value in doubt/)
      .getByRole('radio', { name: 'Leave them out' })
      .check();
    await auditScreen(page, 'the check of a file');
    const corrected = page.waitForEvent('download');
    await press(page, 'Download these rows to correct');
    expect(await textOf(await corrected)).toContain('\'=1+1,,tomorrow,"Birthdate: tomorrow is no day');
    await toImport.click();
    await expect(main(page)).toContainText('Imported: 2 rows of students.csv.');
    await auditScreen(page, 'an import that is done', sharedColours);
  });

  await test.step('the list has them and is exported as a file', async () => {
    await main(page).getByRole('link', { name: 'Open the list' }).click();
    await expect(main(page)).toContainText('منى عادل');
    await press(page, 'Export');
    // The dialog is loaded on demand, and takes the focus once it is there.
    await expect(page.getByRole('dialog').getByRole('button', { name: 'CSV file' })).toBeFocused();
    await auditScreen(page, 'an export', sharedColours);
    const arrived = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('button', { name: 'CSV file' }).click();
    const file = await arrived;
    expect(file.suggestedFilename()).toMatch(/^students-.+-\d{4}-\d\d-\d\d\.csv$/);
    expect(await textOf(file)).toContain('S-0001,منى عادل,01001234567');
    await expect(page.getByRole('dialog')).toBeHidden();
    await press(page, 'Export');
    const workbook = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('button', { name: 'Excel file' }).click();
    expect((await readFile(await (await workbook).path())).subarray(0, 2).toString()).toBe('PK');
    await context.setOffline(true);
    await press(page, 'Export');
    await expect(page.getByRole('dialog')).toContainText('An export needs the connection.');
    await expect(page.getByRole('button', { name: 'CSV file' })).toBeDisabled();
    await page.keyboard.press('Escape');
    await context.setOffline(false);
  });

  await test.step('balances: what remains is recorded, and the import is taken back by keyboard', async () => {
    await main(page).getByRole('link', { name: 'Import' }).click();
    await page.getByLabel('What is in the file?').selectOption('Enrolments: Bus');
    await choose(page, 'bus.csv', 'code,price,paid\nS-0001,"1,250.00",250\n');
    await press(page, 'Read the file');
    await expect(page.getByRole('checkbox', { name: /^Count what was paid/ })).not.toBeChecked();
    await press(page, 'Check the rows');
    await main(page).getByRole('button', { name: 'Import 1 row' }).click();
    await expect(main(page)).toContainText('Imported: 1 row of bus.csv.');
    expect(await api.all('/bus/')).toMatchObject([
      { price: '1000.00', paid_amount: '0.00', remaining_amount: '1000.00' },
    ]);
    await main(page).getByRole('button', { name: 'Undo the import of students.csv' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('hang on it');
    await page.keyboard.press('Escape');
    for (const name of ['bus.csv', 'students.csv']) {
      await main(page)
        .getByRole('button', { name: `Undo the import of ${name}` })
        .focus();
      await page.keyboard.press('Enter');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).press('Enter');
      await expect(page.getByRole('alertdialog')).toBeHidden();
    }
    expect([await api.all('/bus/'), await api.all('/students/')]).toEqual([[], []]);
  });
});
