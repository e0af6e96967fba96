import { expect, type Page, test } from '@playwright/test';
import { permissionNames } from '#contract/permissions.ts';
import { signIn } from '../support/browser.ts';
import { type FieldInput, type ListScreen, listScreens, menu } from './every-route/expected-screens.ts';
import { api, branch, withBranch } from './own-branch.ts';
import { choose, goWithin, pick, submit } from './page-actions.ts';

let page: Page;

/** Creates the records that pickers must offer: a student, a book in stock, an employee. */
async function seedRecords(): Promise<void> {
  await api.post('/month/', { name: 'November' });
  await api.post('/students/', { name: 'Mona Adel' });
  const book = { name: 'Trails', category: 'nursery', subject: 'math', level: '1', sell_price: '50' };
  const { id } = await api.post('/books/', book);
  await api.post('/book-order/', { book: id, quantity: '50', price: '500', paid_amount: '500' });
  await api.post('/employees/', { name: 'Karim', job_title: 'Teacher', salary: '5000', phone: '0100' });
}

// The tests share a page: starting the app takes longer than most of them.
withBranch(async ({ browser }) => {
  await seedRecords();
  // A viewport with room for every column.
  page = await browser.newPage({ viewport: { width: 1680, height: 1000 } });
  await signIn(page, branch.origin, branch.user);
});
test.afterAll(async () => {
  await page?.context().close();
});

async function open(page: Page, path: string, title: string): Promise<void> {
  await page.goto(`${branch.origin}${path}`);
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
}

async function fillIn(page: Page, [label, kind, value]: FieldInput): Promise<void> {
  if (kind === 'pick') await pick(page, label, value, new RegExp(value));
  else if (kind === 'choose') await choose(page, label, value);
  else
    await page
      .getByLabel(new RegExp(`^${label}\\b(?! Name| Title)`))
      .first()
      .fill(value);
}

/** Creates a record, checks its list columns, opens it again and deletes it. */
async function checkRecordLifecycle(page: Page, screen: ListScreen): Promise<void> {
  const main = page.getByRole('main');
  const { path, add, edit } = screen;
  await goWithin(page, `${add.path}`);
  for (const one of screen.filling) await fillIn(page, one);
  await submit(page, add.title);
  await expect(page).toHaveURL(`${branch.origin}${path}`);

  const table = main.getByRole('table');
  const row = table.getByRole('row').nth(1);
  await expect(row).toBeVisible();
  await expect(table.getByRole('columnheader')).toHaveText([...screen.columns]);

  await row.getByRole('link', { name: /^Edit/ }).click();
  await expect(page).toHaveURL(new RegExp(`${edit.path}/[^/]+$`));
  await expect(page.getByRole('heading', { level: 1, name: edit.title, exact: true })).toBeVisible();
  for (const [label, kind, value] of screen.filling) {
    if (kind === 'type') {
      const shown = await page
        .getByLabel(new RegExp(`^${label}\\b(?! Name| Title)`))
        .first()
        .inputValue();
      expect(shown.replace(/,|\.00$/g, ''), label).toBe(value);
    }
  }
  await main.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL(`${branch.origin}${path}`);

  await row.getByRole('button', { name: /^Delete/ }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText(
    `This action cannot be undone. This will permanently delete this ${screen.thing}.`,
  );
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await row.getByRole('button', { name: /^Delete/ }).click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Lists one screen of each shape: an enrolment, one with special labels, stock, computed values. */
const shapes = ['/courses/home-schooling', '/busses', '/books/payout', '/employees/salaries'];

for (const screen of listScreens.filter(({ path }) => shapes.includes(path))) {
  test(`${screen.path}: a record is created, listed, opened and deleted`, async () => {
    await checkRecordLifecycle(page, screen);
  });
}

test('every entry of the side menu is under its heading and opens its page', async () => {
  await open(page, '/', branch.user.branch);
  const nav = page.getByRole('navigation', { name: 'Main' });
  const entries = menu.flatMap(([, under]) => under);
  // The last lines are "Developed By" and the developer.
  const links = await nav.getByRole('link').allInnerTexts();
  expect(links.slice(0, -1)).toEqual(entries.map(([name]) => name));
  await expect(nav).toContainText(`Developed By ${links.at(-1)}`);
  for (const [heading] of menu.slice(1)) await expect(nav.getByText(heading, { exact: true })).toBeVisible();
  for (const [name, path] of entries) {
    const link = nav.getByRole('link', { name, exact: true });
    await expect(link).toHaveAttribute('href', path);
    await link.click();
    if (name === 'Search') {
      // Over the page, and loaded at its first opening.
      await expect(page.getByRole('dialog', { name })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      continue;
    }
    await expect(page).toHaveURL(`${branch.origin}${path}`);
    await expect(page.getByText('Coming Soon...')).toHaveCount(0);
  }
});

test('the profile menu opens the profile, and the users lead to who may do what', async () => {
  await open(page, '/', branch.user.branch);
  await page.getByRole('button', { name: 'Profile' }).click();
  await page.getByRole('menuitem', { name: 'Profile', exact: true }).click();
  await expect(page).toHaveURL(`${branch.origin}/profile`);
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(branch.user.email);
  await goWithin(page, '/users');
  await page.getByRole('link', { name: 'Who may do what' }).click();
  await expect(page).toHaveURL(`${branch.origin}/permissions`);
  await expect(page.getByRole('row')).toHaveCount(permissionNames.length + 1);
});
