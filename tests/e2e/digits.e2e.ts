import { expect, type Page, test } from '@playwright/test';
import { signedInApi } from '../support/api.ts';
import { signIn } from '../support/browser.ts';
import { demoUser, type RunningServer, startDemo } from '../support/running-server.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startDemo();
});
test.afterAll(() => server?.remove());

/** Returns the texts, names and number inputs of the page that have a digit of this set, besides words with Latin letters. */
const textsWith = (page: Page, digit: string) =>
  page.evaluate((pattern) => {
    const isWrong = (text: string) =>
      new RegExp(pattern).test(text.replace(/[\w@.:/+#-]*[A-Za-z][\w@.:/+#-]*/g, ''));
    const found: string[] = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const within = node.parentElement?.closest('[translate=no], script, style, noscript, textarea');
      if (!within && isWrong(node.nodeValue ?? '')) found.push(node.nodeValue ?? '');
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
        const text = element.getAttribute(name) ?? '';
        // The date picker names its days itself.
        if (isWrong(text) && !element.closest('.react-datepicker')) found.push(`${name}: ${text}`);
      }
    for (const input of document.querySelectorAll('input'))
      if (/^(?:decimal|numeric|tel)$/.test(input.inputMode) || 'digits' in input.dataset)
        if (isWrong(input.value)) found.push(`input: ${input.value}`);
    if (isWrong(document.title)) found.push(`document: ${document.title}`);
    return found;
  }, digit);

test('one set of digits on every screen, Arabic-Indic by choice and Latin again', async ({ page }) => {
  const api = await signedInApi(server.origin, demoUser);
  const [course] = await api.all('/adult-course/');
  await signIn(page, server.origin, demoUser);
  const paths = [
    '/',
    '/students',
    `/students/${String(course?.student)}`,
    '/courses/adult',
    `/courses/adult/edit-course/${String(course?.id)}`,
    `/take-payment?student=${String(course?.student)}`,
    '/work-history',
    '/debts',
    '/closes',
    '/close-day',
    '/books/payout',
    '/employees/salaries',
    '/profile',
  ];
  const choose = async (digits: string) => {
    await page.getByRole('banner').getByRole('button', { name: 'Profile' }).click();
    await page.getByRole('menuitemradio', { name: digits }).click();
    await expect(page.getByRole('menuitemradio').first()).toBeHidden();
  };
  const walk = async (wrong: string) => {
    for (const path of paths) {
      await page.goto(`${server.origin}${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      expect(await textsWith(page, wrong), path).toEqual([]);
    }
  };

  await choose('١٢٣');
  await expect(page.getByText(/L\.E\. [٠-٩٬]+٫[٠-٩]{2}/).first()).toBeVisible();
  await walk('[0-9]');

  // A payment typed in either digits reaches the server in Latin ones.
  await page.goto(`${server.origin}/busses/add-bus`);
  await page.getByLabel('Receipt Number').fill('٩٩٨');
  await page.getByLabel('Price').fill('1250.5');
  await page.getByLabel('Paid Amount').fill('٢٥٠');
  await page.getByRole('combobox', { name: 'Student' }).click();
  await page.getByRole('option').first().click();
  await expect(page.getByLabel('Price')).toHaveValue('١٬٢٥٠٫٥٠');
  const [request] = await Promise.all([
    page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith('/api/bus/')),
    page.getByRole('button', { name: 'Create Bus' }).click(),
  ]);
  expect(request.postDataJSON()).toMatchObject({
    receipt_number: '998',
    price: '1250.50',
    paid_amount: '250.00',
  });
  await expect(page.getByText('٩٩٨').first()).toBeVisible();

  // The choice is the person's: it is kept on the server.
  expect(await (await signedInApi(server.origin, demoUser)).get('/auth/user/')).toMatchObject({
    digits: 'arabic-indic',
  });
  await choose('123');
  await walk('[٠-٩]');
});
