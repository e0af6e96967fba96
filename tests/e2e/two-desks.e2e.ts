import { expect, type Page, test } from '@playwright/test';
import type { Api } from '../support/api.ts';
import { signIn } from '../support/browser.ts';
import { auditScreen, sharedColours } from './a11y/audit-page.ts';
import { api, branch, proxy, withBranch } from './own-branch.ts';
import { editRow, expectNothingPending, goTo, readyForOffline, row, submit } from './page-actions.ts';
import { prepareEnrolment } from './prepared-enrolment.ts';

withBranch();

const paidAmount = (page: Page) => page.getByRole('textbox', { name: 'Paid Amount' });

async function openForm(page: Page, receipt: string): Promise<void> {
  await goTo(page, 'Adult Courses');
  await editRow(page, row(page, receipt));
}

/** Changes the paid amount of the enrolment on the other desk, which has seen the one before. */
async function payAtTheDesk(page: Page, [from, paid]: readonly [string, string]): Promise<void> {
  // What was read a moment ago is not read again, so the form is opened until it shows the amount.
  await expect(async () => {
    await goTo(page, 'Home');
    await openForm(page, '1041');
    await expect(paidAmount(page)).toHaveValue(from, { timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await paidAmount(page).fill(paid);
  await submit(page, 'Save changes');
  await expect(page).toHaveURL(/\/courses\/adult$/);
}

async function openCard(page: Page, title: RegExp) {
  const pill = page.getByRole('banner').getByRole('button', { name: /1 needs you/ });
  await pill.click();
  return page.getByRole('dialog').getByRole('listitem', { name: title });
}

async function closePanel(page: Page): Promise<void> {
  await expect(page.getByText('Everything is sent')).toBeVisible();
  await page.getByRole('button', { name: 'Close the Sync panel' }).click();
  await expectNothingPending(page);
}

async function enrolment(api: Api, receipt: string) {
  return (await api.all('/adult-course/')).find((one) => one.receipt_number === receipt);
}

test('two desks change one record: nothing is overwritten or deleted unseen', async ({
  page,
  context,
  browser,
}) => {
  await prepareEnrolment(api, { student: 'Mona Adel', receipt: '1041', price: '3000', paid: '300' });
  const deskPage = await (await browser.newContext()).newPage();
  await signIn(page, proxy.origin, branch.user);
  await readyForOffline(page, proxy);
  await signIn(deskPage, branch.origin, branch.user);

  await test.step('57 an open form that was typed in shows both amounts before it is saved', async () => {
    await openForm(page, '1041');
    await context.setOffline(true);
    await paidAmount(page).fill('650');
    await payAtTheDesk(deskPage, ['300.00', '700']);
    await context.setOffline(false);
    const mark = page.getByRole('group', { name: 'Paid Amount was changed meanwhile' });
    await expect(mark).toContainText('L.E. 700.00');
    await expect(mark).toContainText(/by .+ today at/);
    await expect(paidAmount(page)).toHaveValue(/^650/);
    await auditScreen(page, 'a form whose field changed meanwhile');
    await mark.getByRole('button', { name: 'Take this value' }).click();
    await expect(paidAmount(page)).toHaveValue('700.00');
    await submit(page, 'Save changes');
    await expect(page).toHaveURL(/\/courses\/adult$/);
  });

  await test.step('52 both change the amount while one is offline: the card shows both and keeps what is chosen', async () => {
    await openForm(page, '1041');
    await context.setOffline(true);
    await paidAmount(page).fill('750');
    await submit(page, 'Save changes');
    await expect(page).toHaveURL(/\/courses\/adult$/);
    await payAtTheDesk(deskPage, ['700.00', '800']);
    await context.setOffline(false);
    const card = await openCard(page, /Change course · Mona Adel · L\.E\. 750\.00/);
    await expect(card).toContainText('Changed meanwhile');
    await expect(card.getByRole('group', { name: 'What was entered' })).toContainText('750.00');
    const now = card.getByRole('group', { name: 'On the server now' });
    await expect(now).toContainText('800.00');
    await expect(now).toContainText(/Changed by .+ today at/);
    await expect(card).not.toContainText('3,000.00');
    await auditScreen(page, 'a card of what changed meanwhile', sharedColours);
    await card.getByRole('button', { name: /^Keep what was entered/ }).click();
    await closePanel(page);
    expect(await enrolment(api, '1041')).toMatchObject({ paid_amount: '750.00' });
  });
  await deskPage.context().close();
});
