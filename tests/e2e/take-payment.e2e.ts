import { expect, type Page, test } from '@playwright/test';
import { paths } from '#contract/http.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { expectAccessibleAsShown, expectNoSidewaysScroll } from '../support/accessibility.ts';
import type { Api } from '../support/api.ts';
import { screens, signIn, signInOnScreen } from '../support/browser.ts';
import { type MinimalServer, startMinimalServer } from '../support/minimal-server.ts';
import { auditScreen, listColours, sharedColours } from './a11y/audit-page.ts';
import { api, branch, proxy, withBranch } from './own-branch.ts';
import { expectNothingPending, goTo, pick, readyForOffline, show } from './page-actions.ts';

let host: MinimalServer;

withBranch(async () => {
  host = await startMinimalServer(branch.origin);
});
test.afterAll(async () => {
  await host?.close();
});

/** Creates a family of two with three debts: L.E. 300 for a course, 200 for the bus, 100 for a book. */
async function owe(api: Api, name: string): Promise<void> {
  const factory = branchFactory(name.length);
  const guardian = `010${String(Math.abs(name.charCodeAt(0) * 7_919)).padStart(8, '0')}`;
  const one = await api.post('/students/', factory.student({ name: `${name} Adel`, father_phone: guardian }));
  const other = await api.post(
    '/students/',
    factory.student({ name: `Omar ${name}`, mother_phone: `+20 ${guardian.slice(1)}` }),
  );
  const price = (amount: string, day: string) => ({ price: amount, paid_amount: '0', custom_date: day });
  const course = factory.enrolment('adult-course', String(one.id), price('300', '2026-01-05'));
  await api.post('/adult-course/', course);
  await api.post('/bus/', factory.enrolment('bus', String(other.id), price('200', '2026-02-05')));
  const book = await api.post('/books/', factory.book({ name: `Starter ${name}`, sell_price: '100' }));
  await api.post('/book-order/', factory.bookOrder(String(book.id), { quantity: '6', paid_amount: '0' }));
  await api.post('/book-payout/', factory.bookPayout(String(book.id), String(other.id)));
}

async function openFamily(page: Page, name: string): Promise<void> {
  await show(page);
  await page.getByRole('banner').getByRole('link', { name: 'Take payment' }).click();
  const picker = page.getByRole('combobox', { name: 'Student' });
  await expect(picker).toBeFocused();
  await picker.fill(name);
  await page
    .getByRole('option', { name: new RegExp(`^${name}`) })
    .first()
    .click();
  await expect(page.getByRole('main').getByRole('checkbox').first()).toBeVisible();
}

const amount = (page: Page) => page.getByRole('textbox', { name: 'Amount received' });
const part = (page: Page, debt: RegExp) => page.getByRole('textbox', { name: debt });
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name }).click();
const course = /^Part for .*Adult Courses/;
const bus = /^Part for .*Bus/;
const book = /^Part for .*Starter/;
const left = async (api: Api, path: string) => (await api.all(path)).map((one) => one.remaining_amount);
const collections = async (api: Api) => (await api.all(paths.collections)).map((one) => one.total);

test('a family pays several debts with one sum, online, offline, and while another desk takes part of it', async ({
  page,
  context,
  browser,
}) => {
  await api.post(paths.months, { name: 'November' });
  await owe(api, 'Mona');
  await signIn(page, proxy.origin, branch.user);
  await readyForOffline(page, proxy);

  await test.step('online: the sum is spread over the debts, oldest first', async () => {
    await openFamily(page, 'Mona Adel');
    await expect(page.getByRole('main')).toContainText('Mona Adel, Omar Mona');
    await expect(page.getByRole('checkbox')).toHaveCount(3);
    await amount(page).fill('400');
    await expect(part(page, course)).toHaveValue('300.00');
    await expect(part(page, bus)).toHaveValue('100.00');
    await expect(part(page, book)).toHaveValue('');
    await auditScreen(page, 'a family and its debts');
    await press(page, 'Next number');
    await press(page, 'Save L.E. 400.00');
    await expect(page.getByRole('heading', { name: 'Payment saved' })).toBeVisible();
    await expect(
      page.getByRole('status').filter({ hasText: /Mona Adel.*L\.E\. 400\.00.*Receipt [A-Z2-9]{7}-1/ }),
    ).toBeVisible();
    await expect(page.getByRole('main')).toContainText('Remains in allL.E. 200.00');
    await auditScreen(page, 'a payment that was saved', sharedColours);
    await expect(page.getByRole('button', { name: 'Next' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'Student' })).toBeVisible();
    expect(await collections(api)).toEqual(['400.00']);
    expect(await left(api, '/bus/')).toEqual([null, '100.00']);
  });

  await test.step('students are put together and taken apart by hand', async () => {
    await api.post('/students/', { name: 'Zeinab Cousin' });
    await openFamily(page, 'Omar Mona');
    const main = page.getByRole('main');
    await main.getByText('Change the family').click();
    const receipt = await page.getByLabel('Receipt Number').boundingBox();
    const bar = await page.locator('[data-save-bar]').boundingBox();
    expect(receipt && receipt.y + receipt.height, 'above the save bar').toBeLessThan(bar?.y ?? 0);
    await press(page, 'Add sibling');
    await pick(page, 'Sibling of this family', 'Zeinab');
    await expect(main).toContainText('Omar Mona, Mona Adel, Zeinab Cousin');
    await auditScreen(page, 'a family that is changed', sharedColours);
    await press(page, 'Remove Zeinab Cousin from this family');
    await expect(main.getByText('Zeinab Cousin')).toHaveCount(0);
    // Shown at once; sent like any other entry.
    await expect.poll(() => api.get('/history/?resource=family')).toMatchObject({ count: 2 });
  });

  await test.step('offline: with a book on the same paper it is saved on the device, shown in the debts, and sent once', async () => {
    await openFamily(page, 'Omar Mona');
    await amount(page).fill('120');
    await part(page, bus).fill('40');
    await context.setOffline(true);
    await page.getByLabel('Receipt Number').fill('1213');
    await page.getByText('Also on this receipt').click();
    await press(page, 'Add to this receipt: Book Payout');
    await pick(page, 'Book', 'Starter Mona');
    await expect(page.getByRole('combobox', { name: 'Another book' })).toBeFocused();
    await expect(page.getByText('Price L.E. 100.00, 5 copies in stock')).toBeVisible();
    await expect(page.getByText('The parts come to L.E. 140.00, more than was received.')).toBeVisible();
    await amount(page).fill('220');
    await page.getByText('Date and notes').click();
    await page.getByRole('textbox', { name: 'Notes' }).fill('for the cousin too');
    await expectAccessibleAsShown(page, 'a payment with a book on the same paper');
    await press(page, 'Save L.E. 220.00');
    await expect(page.getByRole('heading', { name: 'Payment saved on this device' })).toBeVisible();
    await press(page, 'Next');
    await openFamily(page, 'Omar Mona');
    await expect(page.getByRole('main')).toContainText('Remaining L.E. 60.00');
    await expect(page.getByRole('main')).toContainText('Remaining L.E. 20.00');
    await auditScreen(page, 'a family offline', listColours);
    await context.setOffline(false);
    await expectNothingPending(page);
    expect(await collections(api)).toEqual(['220.00', '400.00']);
    expect(await left(api, '/bus/')).toEqual([null, null, '60.00']);
    expect((await api.all('/books/'))[0]).toMatchObject({ quantity: '4' });
    expect((await api.all('/book-payout/'))[0]).toMatchObject({
      notes: 'for the cousin too',
      receipt_number: '1213',
    });
  });

  await test.step('two desks pay the same debts: the card says what remains of a debt, one tap to take it', async () => {
    const deskPage = await (await browser.newContext()).newPage();
    await signIn(deskPage, branch.origin, branch.user);
    await openFamily(page, 'Omar Mona');
    await context.setOffline(true);
    await amount(page).fill('70');
    await page.getByLabel('Receipt Number').fill('1214');
    await press(page, 'Save L.E. 70.00');
    await expect(page.getByRole('heading', { name: 'Payment saved on this device' })).toBeVisible();
    await openFamily(deskPage, 'Omar Mona');
    await amount(deskPage).fill('50');
    await press(deskPage, 'Next number');
    await press(deskPage, 'Save L.E. 50.00');
    await expect(deskPage.getByRole('heading', { name: 'Payment saved' })).toBeVisible();
    await context.setOffline(false);
    await show(page);
    await page
      .getByRole('banner')
      .getByRole('button', { name: /1 needs you/ })
      .click();
    const card = page.getByRole('dialog').getByRole('listitem', { name: /Payment of 2 debts/ });
    await expect(card).toContainText('Only L.E. 10.00 remains to be paid.');
    await auditScreen(page, 'a card of a refused payment', sharedColours);
    await card.getByRole('button', { name: /^Take L\.E\. 10\.00 instead/ }).click();
    await expect(page.getByText('Everything is sent')).toBeVisible();
    expect((await collections(api)).slice(0, 2)).toEqual(['20.00', '50.00']);
    expect(await left(api, '/bus/')).toEqual([null, null, null, null, '0.00']);
    await deskPage.context().close();
  });
});

test('on a server without collections the same screen sends one installment after the other, also after a crash', async ({
  context,
}) => {
  await owe(api, 'Salma');
  const before = await collections(api);
  const crashed = await context.newPage();
  await signInOnScreen(crashed, host.origin, branch.user);
  await openFamily(crashed, 'Salma Adel');
  // Installments of a book are beyond this server, too.
  await expect(crashed.getByRole('checkbox')).toHaveCount(2);
  await press(crashed, /^All of it/);
  await crashed.getByLabel('Receipt Number').fill('1300');
  await crashed.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const page = await context.newPage();
  await crashed.close();
  await page.goto(`${host.origin}/`);
  await openFamily(page, 'Salma Adel');
  await press(page, 'Continue');
  await expect(page.getByLabel('Receipt Number')).toHaveValue('1300');
  await press(page, 'Save L.E. 500.00');
  await expect(page.getByRole('heading', { name: 'Payment saved' })).toBeVisible();
  await expect(page.getByRole('main').getByText('Accepted')).toHaveCount(2);
  expect(await collections(api)).toEqual(before);
  const paid = (await api.all('/bus/')).find((one) => one.receipt_number === '1300');
  expect(paid).toMatchObject({ is_installment: true, paid_amount: '200.00' });
  await press(page, 'Next');
  await goTo(page, 'Students');
});

test('on a device that prints, with four methods, the buttons keep to their place and no word is broken', async ({
  browser,
}) => {
  const ways = ['InstaPay', 'Vodafone Cash', 'Bank transfer'].map((name, place) => ({
    ...{ id: `way-${place}`, name, kind: 'wallet', asks_reference: false },
  }));
  await api.patch('/branch/settings/', { payment_methods: ways });
  await owe(api, 'Nadia');
  const page = await browser.newPage();
  await signIn(page, proxy.origin, branch.user);
  await page.evaluate(() => localStorage.setItem('branch-desk.prints-payments', 'yes'));
  await openFamily(page, 'Nadia Adel');
  await press(page, /^All of it/);
  for (const size of [
    ...Object.values(screens),
    { width: 1024, height: 768 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    await expect(page.getByRole('radio', { name: 'InstaPay' })).toBeAttached();
    const outside = await page.evaluate(() => {
      const edges = (node: Element | null) => node?.getBoundingClientRect() ?? new DOMRect();
      const bar = edges(document.querySelector('[data-save-bar]'));
      return [...document.querySelectorAll('[data-save-bar] button')]
        .filter((button) => edges(button).left < bar.left || edges(button).right > bar.right)
        .map((button) => button.textContent);
    });
    expect(outside, `${size.width}`).toEqual([]);
    await expectNoSidewaysScroll(page, `${size.width}`);
    const lines = await page.evaluate(() =>
      [...document.querySelectorAll('[role=radiogroup] [aria-hidden]')].flatMap((chip) => {
        const text = chip.firstChild;
        if (!text) return [];
        const range = document.createRange();
        range.selectNodeContents(text);
        const words = chip.textContent.split(' ').length;
        const tops = new Set([...range.getClientRects()].map(({ top }) => top));
        return tops.size > words ? [chip.textContent] : [];
      }),
    );
    expect(lines, `${size.width}`).toEqual([]);
  }
  await page.context().close();
});
