import { expect, type Locator, type Page, test } from '@playwright/test';
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

let taps = 0;
/** Taps as a finger does; keys that are typed are no taps. */
async function tap(target: Locator): Promise<void> {
  taps += 1;
  await target.click();
}

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name, exact: true });

/** Enrols a new student in a course. @returns the ids of both */
async function enrolled(name: string, more: Record<string, string> = {}) {
  const { id: student } = await api.post('/students/', factory.student({ name }));
  const money = { price: '900', paid_amount: '600', ...more };
  const { id } = await api.post('/adult-course/', factory.enrolment('adult-course', String(student), money));
  return { id: String(id), student: String(student) };
}

const courseNow = async (id: string) => Object(await api.get(`/adult-course/${id}/`));
const refundsOf = async (student: string) =>
  (await api.all('/refunds/')).filter((one) => one.student === student);

/** From the dashboard to the page of a student: two taps. */
async function findStudent(page: Page, name: string): Promise<void> {
  await goTo(page, 'Home');
  taps = 0;
  await tap(page.getByRole('banner').getByRole('button', { name: /^Search/ }));
  await page.getByRole('dialog').getByRole('combobox').fill(name);
  await tap(
    page
      .getByRole('dialog')
      .getByRole('option', { name: new RegExp(name) })
      .first(),
  );
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

test('a refund and a withdrawal take few taps, wait offline, and are taken back', async () => {
  const salma = await enrolled('Salma Hassan');
  const omar = await enrolled('Omar Fathy');

  await test.step('a refund takes at most seven taps from the dashboard', async () => {
    await findStudent(page, 'Salma Hassan');
    await tap(main(page).getByRole('link', { name: 'Refund', exact: true }));
    await expect(main(page).getByText('L.E. 600.00').first()).toBeVisible();
    await auditScreen(page, 'a refund', sharedColours);
    await main(page).getByRole('textbox', { name: 'Amount' }).fill('150');
    await tap(button(page, 'Paid twice'));
    await tap(button(page, 'Add Refund'));
    await expect(main(page).getByText('−L.E. 150.00')).toBeVisible();
    expect(taps).toBeLessThanOrEqual(7);
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
    await tap(main(page).getByRole('link', { name: 'Refund', exact: true }));
    await button(page, 'All of it: L.E. 450.00').click();
    await button(page, 'Wrong amount').click();
    await page.context().setOffline(true);
    await main(page).getByRole('radio', { name: 'Still owed' }).check({ force: true });
    await button(page, 'Add Refund').click();
    await expect(main(page).getByText('−L.E. 450.00')).toBeVisible();
    await expect(main(page)).toContainText('Includes amounts not sent yet');
    await goTo(page, 'Adult Courses');
    const row = main(page).getByRole('row').filter({ hasText: 'Salma Hassan' });
    await expect(row).toContainText('L.E. 750.00');
    await expect(row).toContainText(/paid back\sL\.E\.\s600\.00/);
    await page.context().setOffline(false);
    await expectNothingPending(page);
    expect(await courseNow(salma.id)).toMatchObject({ refunded: '600.00', remaining_amount: '750.00' });
    expect(await refundsOf(salma.student)).toHaveLength(2);
  });

  await test.step('a withdrawal with a refund takes at most nine taps from the dashboard', async () => {
    await findStudent(page, 'Omar Fathy');
    await tap(main(page).getByRole('link', { name: /^Leaves the course/ }));
    await expect(main(page).getByRole('heading', { level: 1, name: 'Leaves the course' })).toBeVisible();
    await tap(button(page, 'Nothing'));
    await expect(main(page).getByRole('term').filter({ hasText: 'Paid out now' })).toBeVisible();
    await auditScreen(page, 'leaving a course', sharedColours);
    await tap(button(page, 'Moves away'));
    await tap(button(page, 'Leaves the course'));
    await expect(page.getByRole('heading', { level: 1, name: 'Omar Fathy' })).toBeVisible();
    await expect(main(page)).toContainText('Left on');
    expect(taps).toBeLessThanOrEqual(9);
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

  await test.step('a transfer moves the money to the next course without the drawer', async () => {
    await main(page).getByRole('link', { name: 'Moves to another course' }).click();
    await expect(
      main(page).getByRole('heading', { level: 1, name: 'Moves to another course' }),
    ).toBeVisible();
    const bus = main(page).getByRole('radio', { name: 'Bus', exact: true });
    // Toasts of the steps before may lie over it.
    await bus.press('Space');
    await expect(bus).toBeChecked();
    await button(page, 'Nothing').click();
    await main(page).getByRole('textbox', { name: 'Receipt Number', exact: true }).fill('901');
    await main(page).getByRole('textbox', { name: 'Price', exact: true }).fill('500');
    await button(page, 'Moves away').click();
    await expect(
      main(page).getByText('Pays for the new course', { exact: true }).locator('..'),
    ).toContainText('L.E. 500.00');
    await auditScreen(page, 'moving to another course', sharedColours);
    await button(page, 'Moves to another course').click();
    await expect
      .poll(() => api.all('/bus/'))
      .toMatchObject([{ paid_amount: '500.00', payment_method: 'credit', remaining_amount: '0.00' }]);
    expect(Object(await api.get(`/students/${omar.student}/`)).credit).toBe('100.00');
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
    .click({ timeout: 60_000 });
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

test('credit of a family pays by one tap, once, and not twice from two desks', async () => {
  const yara = await enrolled('Yara Samir');
  const keep = (amount: string) =>
    api.post('/refunds/', {
      ...{ resource: 'adult-course', related_record: yara.id, amount },
      ...{ payment_method: 'credit', reason: 'Moves away' },
    });
  const creditNow = async () => Object(await api.get(`/students/${yara.student}/`)).credit;
  const takePayment = async () => {
    await goWithin(page, '/take-payment');
    await page.getByRole('combobox', { name: 'Student' }).fill('Yara');
    await page.getByRole('option', { name: /Yara Samir/ }).click();
  };
  const receipt = (number: string) =>
    main(page).getByRole('textbox', { name: 'Receipt Number' }).fill(number);
  await keep('250');

  await test.step('all of a debt, a part of it by credit', async () => {
    await takePayment();
    await button(page, 'All of it: L.E. 550.00').click();
    await button(page, 'Use credit: L.E. 250.00').click();
    await expect(main(page).getByRole('textbox', { name: 'Amount received' })).toHaveValue('300.00');
    await receipt('801');
    await auditScreen(page, 'a payment by credit', sharedColours);
    await button(page, 'Save L.E. 550.00').click();
    await expect(main(page)).toContainText('Payment saved');
    await expect.poll(creditNow).toBe('0.00');
    expect(await courseNow(yara.id)).toMatchObject({ remaining_amount: '0.00' });
  });

  await test.step('offline it lowers what is offered next; used elsewhere meanwhile, it is refused', async () => {
    await keep('200');
    await api.post('/bus/', factory.enrolment('bus', yara.student, { price: '300', paid_amount: '0' }));
    await takePayment();
    await expect(button(page, 'Use credit: L.E. 200.00')).toBeVisible();
    await page.context().setOffline(true);
    await main(page)
      .getByRole('checkbox', { name: /Adult Courses/ })
      .uncheck({ force: true });
    await main(page).getByRole('textbox', { name: 'Amount received' }).fill('250');
    await button(page, 'Use credit: L.E. 200.00').click();
    await expect(main(page)).toContainText('Credit pays L.E. 50.00');
    await receipt('802');
    await button(page, 'Save L.E. 300.00').click();
    await expect(main(page)).toContainText('Payment saved on this device');
    await takePayment();
    await expect(button(page, 'Use credit: L.E. 150.00')).toBeVisible();
    await api.post('/collections/', {
      receipt_number: '803',
      payment_method: 'credit',
      payments: [{ resource: 'adult-course', related_record: yara.id, paid_amount: '180' }],
    });
    await page.context().setOffline(false);
    await page
      .getByRole('banner')
      .getByRole('button', { name: /1 needs you/ })
      .click();
    const card = page.getByRole('dialog').getByRole('listitem').filter({ hasText: '802' });
    await expect(card).toContainText('Payment · Yara Samir');
    await expect(card).toContainText('Only L.E. 20.00 of credit');
    await card.getByRole('button', { name: 'Edit' }).click();
    await expect(main(page)).toContainText('Credit pays L.E. 20.00');
    await main(page).getByRole('textbox', { name: 'Amount received' }).fill('280');
    await button(page, 'Save L.E. 300.00').click();
    await expect(main(page)).toContainText('Payment saved');
    await expectNothingPending(page);
    await expect.poll(creditNow).toBe('0.00');
    const ofYara = (await api.all('/bus/')).filter(
      (one) => one.student === yara.student && one.is_installment !== true,
    );
    expect(ofYara).toMatchObject([{ remaining_amount: '0.00' }]);
  });
});

test('books come back into stock with their money, also offline, and are taken back', async () => {
  const { id: student } = await api.post('/students/', factory.student({ name: 'Laila Magdy' }));
  const { id: book } = await api.post('/books/', factory.book({ name: 'Grammar 7', sell_price: '120' }));
  const order = { book, quantity: '5', cost_price: '60' };
  await api.post('/book-order/', { ...factory.bookOrder(String(book)), ...order });
  const payout = await api.post('/book-payout/', {
    ...{ student, book, quantity: '3', paid_amount: '300', receipt_number: '950' },
  });
  const payoutNow = async () => Object(await api.get(`/book-payout/${payout.id}/`));
  const stockNow = async () => Object(await api.get(`/books/${book}/`)).quantity;

  await test.step('from the page of the student', async () => {
    await findStudent(page, 'Laila Magdy');
    await tap(main(page).getByRole('link', { name: /^Return books/ }));
    await expect(page.getByRole('heading', { level: 1, name: 'Return books' })).toBeVisible();
    await main(page).getByRole('textbox', { name: 'Copies that come back' }).fill('2');
    await expect(
      main(page).getByRole('term').filter({ hasText: 'Paid out now' }).locator('..'),
    ).toContainText('L.E. 180.00');
    await auditScreen(page, 'returning books', sharedColours);
    await tap(button(page, 'Wrong book'));
    await tap(button(page, 'Return books'));
    await expect(page.getByRole('heading', { level: 1, name: 'Laila Magdy' })).toBeVisible();
    expect(taps).toBeLessThanOrEqual(9);
    await expect
      .poll(payoutNow)
      .toMatchObject({ returned: '2', refunded: '180.00', remaining_amount: '0.00' });
    expect(String(await stockNow())).toBe('4');
  });

  await test.step('it can be taken back where the payout is edited', async () => {
    await main(page)
      .getByRole('link', { name: /^Edit (?!this)/ })
      .first()
      .click();
    await expect(main(page)).toContainText('2 copies have come back.');
    await button(page, 'Did not come back after all').click();
    await auditScreen(page, 'a payout with copies that came back', sharedColours);
    await button(page, 'Yes, take it back').click();
    await expect
      .poll(payoutNow)
      .toMatchObject({ returned: '0', refunded: '0.00', remaining_amount: '60.00' });
    expect(await refundsOf(String(student))).toEqual([]);
    expect(String(await stockNow())).toBe('2');
  });

  await test.step('offline it waits, the stock counts it, and it arrives once', async () => {
    await main(page).getByRole('link', { name: 'Return books' }).click();
    await page.context().setOffline(true);
    await button(page, 'All 3 copies').click();
    await button(page, 'Not needed').click();
    await button(page, 'Return books').click();
    await goTo(page, 'Books');
    await expect(main(page).getByRole('row').filter({ hasText: 'Grammar 7' })).toContainText('5');
    await page.context().setOffline(false);
    await expectNothingPending(page);
    await expect
      .poll(payoutNow)
      .toMatchObject({ returned: '3', refunded: '300.00', remaining_amount: '0.00' });
    expect(await refundsOf(String(student))).toMatchObject([{ amount: '300.00' }]);
    expect(String(await stockNow())).toBe('5');
  });
});
