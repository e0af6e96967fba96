import { expect, type Page } from '@playwright/test';
import { goTo } from '../../e2e/page-actions.ts';
import {
  type Branch,
  type BrowserOperation,
  changeFields,
  clickInRandomRow,
  markRemoved,
  submit,
} from './operations.ts';
import type { BrowserDevice } from './tablet.ts';

const CLICK_MS = 5_000;

/** Opens the form of a record in another tab and leaves it there; sometimes something is typed into it. */
export const leaveFormOpen: BrowserOperation = async (branch, device) => {
  if (device.openForm && !device.openForm.isClosed()) return false;
  const page = await device.browser.context().newPage();
  await page.goto(`${device.proxy.origin}/`);
  await goTo(page, 'Adult Courses');
  if (!(await clickInRandomRow(branch, page, 'Edit'))) {
    await page.close();
    return false;
  }
  await page.getByLabel('Notes').waitFor();
  if (branch.chance.happens(50)) await changeFields(branch, page);
  device.openForm = page;
  await device.page.bringToFront();
  return true;
};

/** Chooses for every field that was changed meanwhile. */
async function chooseValues({ chance }: Branch, page: Page): Promise<void> {
  const choices = page.getByRole('group', { name: /was changed meanwhile$/ });
  for (let left = await choices.count(); left > 0; left -= 1) {
    const name = chance.happens(50) ? 'Take this value' : 'Keep what I typed';
    await choices
      .first()
      .getByRole('button', { name })
      .click({ timeout: CLICK_MS })
      .catch(() => undefined);
  }
}

/** Saves the form that was left open, upon what it shows by now; sometimes it is closed instead. */
export const saveOpenForm: BrowserOperation = async (branch, device) => {
  const page = device.openForm;
  device.openForm = undefined;
  if (!page || page.isClosed()) return false;
  try {
    if (branch.chance.happens(15)) return true;
    await page.bringToFront();
    if (!(await page.getByLabel('Notes').isVisible())) return false;
    await changeFields(branch, page);
    await chooseValues(branch, page);
    return await submit(page, 'Save changes');
  } finally {
    await page.close();
    await device.page.bringToFront();
  }
};

/** Answers a card about a record that changed meanwhile. */
export const answerCard: BrowserOperation = async (branch, device: BrowserDevice) => {
  const { page } = device;
  await page.goto(`${device.proxy.origin}/sync`);
  const answers = page.getByRole('main').getByRole('button', {
    name: /^(Keep what was entered|Take what is on the server|Keep the record|Delete anyway)$/,
  });
  const count = await answers.count();
  if (count === 0) return false;
  await answers.nth(branch.chance.whole(0, count - 1)).click({ timeout: CLICK_MS });
  const confirm = page.getByRole('alertdialog').getByRole('button').last();
  if (await confirm.isVisible()) await confirm.click();
  await expect(answers).not.toHaveCount(count);
  await markRemoved(branch, device);
  return true;
};
