import { expect, type Page, test } from '@playwright/test';
import { paths } from '#contract/http.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { signIn } from '../support/browser.ts';
import { auditScreen, sharedColours } from './a11y/audit-page.ts';
import { api, branch, proxy, withBranch } from './own-branch.ts';
import {
  expectNothingPending,
  goTo,
  goWithin,
  readyForOffline,
  show,
  takeInstallment,
} from './page-actions.ts';

const factory = branchFactory(131);

let page: Page;

// The tests share a page: starting the app takes longer than most of them.
withBranch(async ({ browser }) => {
  await api.post(paths.months, { name: 'November' });
  page = await browser.newPage();
  await signIn(page, proxy.origin, branch.user);
  await readyForOffline(page, proxy);
});
test.afterAll(() => page?.context().close());

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name, exact: true });

/** Enrols a new student in a course. @returns the ids of both */
async function enrolled(name: string) {
  const { id: student } = await api.post('/students/', factory.student({ name }));
  const money = { price: '900', paid_amount: '600' };
  const { id } = await api.post('/adult-course/', factory.enrolment('adult-course', String(student), money));
  return { id: String(id), student: String(student) };
}

const courseNow = async (id: string) => Object(await api.get(`/adult-course/${id}/`));
const refundsOf = async (student: string) =>
  (await api.all('/refunds/')).filter((one) => one.student === student);

test('a refund and a withdrawal have their papers, wait offline, and are taken back', async () => {
  const salma = await enrolled('Salma Hassan');
  const omar = await enrolled('Omar Fathy');

  const row = main(page).getByRole('row').filter({ hasText: 'Salma Hassan' });

  await test.step('a refund from the page of the student', async () => {
    // The list that is read again without a line: the reading ahead may not have come to it.
    await goTo(page, 'Adult Courses');
    await expect(row).toBeVisible();
    await goWithin(page, `/students/${salma.student}`);
    await main(page).getByRole('link', { name: 'Refund', exact: true }).click();
    await expect(main(page).getByText('L.E. 600.00').first()).toBeVisible();
    await auditScreen(page, 'a refund', sharedColours);
    await main(page).getByRole('textbox', { name: 'Amount' }).fill('150');
    await button(page, 'Paid twice').click();
    await main(page).getByRole('radio', { name: 'No longer owed' }).check({ force: true });
    await button(page, 'Add Refund').click();
    await expect(main(page).getByText('L.E. -150.00')).toBeVisible();
    expect(await courseNow(salma.id)).toMatchObject({ refunded: '150.00', remaining_amount: '300.00' });
    expect(await refundsOf(salma.student)).toMatchObject([{ amount: '150.00', receipt_number: 'R-1' }]);
  });

  await test.step('its receipt says in both languages that it is a refund', async () => {
    await main(page)
      .getByRole('button', { name: /^Receipt of .*R-1/ })
      .click();
    const paper = page.getByRole('dialog');
    await expect(paper).toContainText('استرداد');
    await expect(paper).toContainText('Refund');
    await expect(paper).toContainText('R-1');
    await auditScreen(page, 'the receipt of a refund', sharedColours);
    await page.keyboard.press('Escape');
  });

  await test.step('the network is cut in the middle: the refund waits, is counted, and arrives once', async () => {
    await main(page).getByRole('link', { name: 'Refund', exact: true }).click();
    await button(page, 'All of it: L.E. 450.00').click();
    await button(page, 'Wrong amount').click();
    await page.context().setOffline(true);
    await main(page).getByRole('radio', { name: 'Still owed' }).check({ force: true });
    await button(page, 'Add Refund').click();
    await expect(main(page).getByText('L.E. -450.00')).toBeVisible();
    await expect(main(page)).toContainText('Includes amounts not sent yet');
    await goTo(page, 'Adult Courses');
    await expect(row).toContainText('L.E. 750.00');
    await expect(row).toContainText(/paid back\sL\.E\.\s600\.00/);
    await page.context().setOffline(false);
    await expectNothingPending(page);
    expect(await courseNow(salma.id)).toMatchObject({ refunded: '600.00', remaining_amount: '750.00' });
    expect(await refundsOf(salma.student)).toHaveLength(2);
  });

  await test.step('a withdrawal with a refund', async () => {
    await goWithin(page, `/students/${omar.student}`);
    await main(page)
      .getByRole('link', { name: /^Leaves the course/ })
      .click();
    await expect(main(page).getByRole('heading', { level: 1, name: 'Leaves the course' })).toBeVisible();
    await button(page, 'Nothing').click();
    await expect(main(page).getByRole('term').filter({ hasText: 'Paid out now' })).toBeVisible();
    await auditScreen(page, 'leaving a course', sharedColours);
    await button(page, 'Moves away').click();
    await button(page, 'Leaves the course').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Omar Fathy' })).toBeVisible();
    await expect(main(page)).toContainText('Left on');
    expect(await courseNow(omar.id)).toMatchObject({
      kept: '0.00',
      refunded: '600.00',
      remaining_amount: '0.00',
    });
  });

  await test.step('it can be taken back on the page of the enrolment while nothing followed', async () => {
    await main(page)
      .getByRole('link', { name: /^Edit (?!this)/ })
      .first()
      .click();
    await button(page, 'Did not leave after all').click();
    await expect(main(page)).toContainText('L.E. 600.00 that went back must come back in.');
    await auditScreen(page, 'an enrolment that was left', sharedColours);
    await button(page, 'Yes, take it back').click();
    await expect(main(page).getByText('Left the course on')).toBeHidden();
    await expect.poll(() => courseNow(omar.id)).toMatchObject({ left_on: null, remaining_amount: '300.00' });
    expect(await refundsOf(omar.student)).toEqual([]);
  });
});

test('one desk withdraws while the other takes money: the sums are shown before anything goes back', async ({
  browser,
}) => {
  const nour = await enrolled('Nour Adel');
  const desk = await (await browser.newContext()).newPage();
  await signIn(desk, branch.origin, branch.user);
  await goWithin(page, `/leave-course/adult-course/${nour.id}`);
  await button(page, 'Nothing').click();
  await button(page, 'Moves away').click();
  await page.context().setOffline(true);
  await button(page, 'Leaves the course').click();
  await expect(page.getByText(/^Saved on this device/).first()).toBeVisible();
  await takeInstallment(desk, { student: 'Nour Adel', receipt: '771', paid: '100' });
  await show(page);
  await page.context().setOffline(false);
  await page
    .getByRole('banner')
    .getByRole('button', { name: /1 needs you/ })
    .click();
  const card = page.getByRole('dialog').getByRole('listitem', { name: /^Leaves the course/ });
  await expect(card).toContainText('Money was paid or paid back meanwhile');
  await expect(card).toContainText('L.E. 700.00');
  await card.getByRole('button', { name: /^Leaves, and L\.E\.\s700\.00 goes back/ }).click();
  await expect(page.getByText('Everything is sent')).toBeVisible();
  expect(await courseNow(nour.id)).toMatchObject({
    refunded: '700.00',
    remaining_amount: '0.00',
    kept: '0.00',
  });
  expect(await refundsOf(nour.student)).toMatchObject([{ amount: '700.00' }]);
  await desk.context().close();
  await page.keyboard.press('Escape');
});
