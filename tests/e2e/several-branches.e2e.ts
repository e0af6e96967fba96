import { expect, type Page, test } from '@playwright/test';
import { signIn } from '../support/browser.ts';
import { auditScreen } from './a11y/audit-page.ts';
import { api, branch, proxy, withBranch } from './own-branch.ts';
import {
  addStudent,
  expectNothingPending,
  goTo,
  logOut,
  readyForOffline,
  row,
  signInAs,
} from './page-actions.ts';

let other: string;

withBranch(async () => {
  other = await branch.addOtherBranch('Maadi');
});

const branchButton = (page: Page) => page.getByRole('banner').getByTitle('Change the branch');
const choice = (page: Page, name: string) => page.getByRole('menuitem', { name: new RegExp(name) });

/** Goes to another branch of the person, and waits until its dashboard is there. */
async function switchTo(page: Page, name: string, { keeping = false } = {}): Promise<void> {
  await branchButton(page).click();
  await choice(page, name).click();
  if (keeping)
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: `Go to ${name}` })
      .click();
  await expect(branchButton(page)).toContainText(name);
}

test('a manager works in two branches on one device, also offline, and each keeps its own', async ({
  page,
  context,
}) => {
  const home = branch.user.branch;
  await signIn(page, proxy.origin, branch.user);
  await expect(branchButton(page)).toContainText(home);

  await test.step('159 the branch is changed in the top bar', async () => {
    await branchButton(page).click();
    await expect(choice(page, home)).toHaveAttribute('aria-current', 'true');
    await auditScreen(page, 'the branches of a person');
    await page.keyboard.press('Escape');
    await switchTo(page, other);
    await addStudent(page, { name: 'Omar Sami' });
    await expect(row(page, 'Omar Sami')).toBeVisible();
    await expectNothingPending(page);
  });

  await test.step('159 each branch has its own records', async () => {
    await switchTo(page, home);
    await readyForOffline(page, proxy);
    await addStudent(page, { name: 'Hana Magdy' });
    await expect(row(page, 'Hana Magdy')).toBeVisible();
    await expect(row(page, 'Omar Sami')).toBeHidden();
    await expectNothingPending(page);
  });

  await test.step('159 offline it goes to a branch that this device knows; what waits in the other one stays apart', async () => {
    await context.setOffline(true);
    await addStudent(page, { name: 'Laila Fathy' });
    await switchTo(page, other, { keeping: true });
    await goTo(page, 'Students');
    await expect(row(page, 'Omar Sami')).toBeVisible();
    await expect(row(page, 'Laila Fathy')).toBeHidden();
    await addStudent(page, { name: 'Nour Emad' });
    await branchButton(page).click();
    await expect(choice(page, home)).toContainText('1 entry waits here');
    await page.keyboard.press('Escape');
    await context.setOffline(false);
    await expectNothingPending(page);
    await expect(row(page, 'Nour Emad')).toBeVisible();
    expect((await api.all('/students/')).map(({ name }) => name)).toEqual(['Hana Magdy']);
  });

  await test.step('159 back in the first branch, what waited there is sent', async () => {
    await switchTo(page, home);
    await goTo(page, 'Students');
    await expect(row(page, 'Laila Fathy')).toBeVisible();
    await expectNothingPending(page);
    const names = (await api.all('/students/')).map(({ name }) => String(name));
    expect(names.sort()).toEqual(['Hana Magdy', 'Laila Fathy']);
  });

  await test.step('159 two windows of one device go to the other branch together', async () => {
    const second = await context.newPage();
    await second.goto(`${proxy.origin}/students`);
    await expect(row(second, 'Laila Fathy')).toBeVisible();
    await switchTo(page, other);
    await expect(branchButton(second)).toContainText(other);
    await expect(row(second, 'Omar Sami')).toBeVisible();
    await second.close();
  });

  await test.step('159 logging out ends the work in both', async () => {
    await logOut(page, { keeping: false });
    const left = await page.evaluate(() =>
      Object.keys(localStorage).filter((key) => /session|first-frame/.test(key)),
    );
    expect(left).toEqual([]);
    await signInAs(page, branch.user);
    await expect(branchButton(page)).toContainText(home);
  });
});
