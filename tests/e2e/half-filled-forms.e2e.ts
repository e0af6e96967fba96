import { type BrowserContext, chromium, expect, type Page, test } from '@playwright/test';
import { signedInTokens } from '../support/api.ts';
import { signIn } from '../support/browser.ts';
import { findChromium } from '../support/find-chromium.ts';
import { api, branch, withBranch } from './own-branch.ts';
import { expectNothingPending, fillStudent, openNewStudent, show, signInAs, submit } from './page-actions.ts';

withBranch();

const drafts = (page: Page) =>
  page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([key]) => /^branch-desk\.input \S+ form /.test(key))
      .map(([, text]) => text),
  );
const offer = (page: Page) => page.getByText(/^You started this today at/);

/** Types a student into the form and waits until the device has it. */
async function typeStudent(page: Page, name: string): Promise<void> {
  await openNewStudent(page);
  await fillStudent(page, { name, phone: '01001234567' });
  await expect.poll(async () => JSON.stringify(await drafts(page))).toContain('01001234567');
}

/** Goes on with the offered draft, saves it, and expects one record and no draft. */
async function continueAndSave(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);
  await expect(page.getByLabel(/^Phone/)).toHaveValue('01001234567');
  await submit(page, 'Add Student');
  await expect(page).toHaveURL(/\/students$/);
  await expectNothingPending(page);
  expect((await api.all('/students/')).filter((student) => student.name === name)).toHaveLength(1);
  await expect.poll(() => drafts(page)).toEqual([]);
}

const logOut = async (page: Page) => {
  await show(page);
  await page.getByRole('button', { name: 'Profile' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
};

test('65 a crash under a half-filled form: the next page offers what was typed', async ({
  page,
  context,
}) => {
  await signIn(page, branch.origin, branch.user);
  await typeStudent(page, 'Crash Adel');
  await page.close({ runBeforeUnload: false });
  const next = await context.newPage();
  await next.goto(`${branch.origin}/students/add-student`);
  await expect(offer(next)).toContainText('Crash Adel');
  await continueAndSave(next, 'Crash Adel');
});

test('66 log-out in another tab: it says that a form is not saved there, and leaves nothing of what was typed', async ({
  page,
  context,
}) => {
  await signIn(page, branch.origin, branch.user);
  await typeStudent(page, 'Tab Adel');
  const other = await context.newPage();
  await other.goto(branch.origin);
  await logOut(other);
  const question = other.getByRole('alertdialog', { name: 'A form is not saved' });
  await expect(question).toContainText('Another window of Branch Desk has a form that is not saved.');
  await question.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Tab Adel');
  await logOut(other);
  await question.getByRole('button', { name: 'Log out' }).click();
  await expect(other.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await other.close();
  await show(page);
  await signInAs(page, branch.user);
  await expect(page).toHaveURL(/\/students\/add-student$/);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('');
  expect(await drafts(page)).toEqual([]);
  await expect(offer(page)).toHaveCount(0);
});

/** Renames a student as another device does. */
async function renameStudent(id: string, name: string): Promise<void> {
  const { access } = await signedInTokens(branch.origin, branch.user);
  const answer = await fetch(`${branch.origin}/api/students/${id}/`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${access}` },
    body: JSON.stringify({ name }),
  });
  expect(answer.status).toBe(200);
}

/** Opens a browser that keeps left pages in memory; Playwright switches that off otherwise. */
async function withPageMemory(use: (context: BrowserContext) => Promise<void>): Promise<void> {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--disable-gpu', '--enable-features=BackForwardCache'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  try {
    await use(await browser.newContext({ locale: 'en-GB', serviceWorkers: 'block' }));
  } finally {
    await browser.close();
  }
}

test('72 a form that the browser restores from its memory shows the record as it is now', async () => {
  const { id } = await api.post('/students/', { name: 'Before Adel' });
  await withPageMemory(async (context) => {
    const page = await context.newPage();
    await signIn(page, branch.origin, branch.user);
    await page.goto(`${branch.origin}/students/edit-student/${String(id)}`);
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Before Adel');
    await page.evaluate(() => {
      window.addEventListener('pageshow', ({ persisted }) => {
        document.documentElement.dataset.restored = String(persisted);
      });
    });
    // A page with requests under way is not kept in memory.
    await page.waitForLoadState('networkidle', { timeout: 240_000 });
    await page.goto(`${branch.origin}/api/openapi.json`);
    await renameStudent(String(id), 'After Adel');
    await page.goBack({ waitUntil: 'commit' });
    await expect(page.locator('html')).toHaveAttribute('data-restored', 'true');
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('After Adel');
  });
});
