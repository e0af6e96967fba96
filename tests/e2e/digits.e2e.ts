import { expect, type Page, test } from '@playwright/test';
import { z } from 'zod';
import type { Field } from '#contract/fields.ts';
import { paths } from '#contract/http.ts';
import { pageOf } from '#contract/paging.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { type Api, signedInApi } from '../support/api.ts';
import { signIn } from '../support/browser.ts';
import { demoUser, type RunningServer, startDemo } from '../support/running-server.ts';
import { goWithin } from './page-actions.ts';

const isTyped = ({ kind, isNumber }: Field) => (kind === 'text' || kind === 'long-text') && !isNumber;

/** Returns the texts with digits that people typed: into the records of a branch, its months and its own name and address. Longest first. */
async function typedTexts(api: Api): Promise<string[]> {
  const found = new Set<string>();
  const add = (text: unknown) => {
    if (typeof text === 'string' && /\p{N}/u.test(text)) found.add(text);
  };
  const { results: months } = pageOf(z.object({ name: z.string() })).parse(
    await api.get(`${paths.months}?page=1`),
  );
  const branch = z.object({ name: z.string(), address: z.string() }).parse(await api.get(paths.branch));
  for (const text of [...months.map(({ name }) => name), branch.name, branch.address]) add(text);
  for (const resource of resourceNames.map(resourceOf)) {
    const typed = Object.keys(resource.fields).filter((name) => {
      const field = resource.fields[name];
      return field !== undefined && isTyped(field);
    });
    for (const record of await api.all(resource.path)) for (const name of typed) add(record[name]);
  }
  return [...found].toSorted((one, other) => other.length - one.length);
}

/**
 * Returns the texts, names and number inputs of the page that have a digit of this set, besides words with Latin letters.
 * @param typed texts that people typed, which stay as they are
 */
const textsWith = (page: Page, digit: string, typed: readonly string[] = []) =>
  page.evaluate(
    ([pattern, kept]) => {
      const isWrong = (text: string) => {
        const appText = kept.reduce((rest, one) => rest.replaceAll(one, ''), text);
        return new RegExp(pattern).test(appText.replace(/[\w@.:/+#-]*[A-Za-z][\w@.:/+#-]*/g, ''));
      };
      const found: string[] = [];
      const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        const within = node.parentElement?.closest('[translate=no], script, style, noscript, textarea');
        if (!within && isWrong(node.nodeValue ?? '')) found.push(node.nodeValue ?? '');
      }
      for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
        for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
          const text = element.getAttribute(name) ?? '';
          if (isWrong(text)) found.push(`${name}: ${text}`);
        }
      for (const input of document.querySelectorAll('input'))
        if ('digits' in input.dataset && isWrong(input.value)) found.push(`input: ${input.value}`);
      if (isWrong(document.title)) found.push(`document: ${document.title}`);
      return found;
    },
    [digit, typed] as const,
  );

let server: RunningServer;
test.beforeAll(async () => {
  server = await startDemo();
});
test.afterAll(() => server?.remove());

test('one set of digits on every screen, Arabic-Indic by choice and Latin again', async ({ page }) => {
  const api = await signedInApi(server.origin, demoUser);
  const student = await api.post('/students/', {
    name: 'Group 12',
    phone: '01012345678',
    address: '5 Nile St, call 3 pm',
  });
  const bus = await api.post('/bus/', {
    student: student.id,
    receipt_number: '12-345',
    transportation_type: 'our_bus',
    period: '1',
    price: '1250.50',
    paid_amount: '1000.00',
    notes: 'يوم 5.11 الساعة 10.30',
  });
  const typed = await typedTexts(api);
  await signIn(page, server.origin, demoUser);
  const paths = [
    '/',
    '/students',
    '/books',
    `/students/${String(student.id)}`,
    `/students/${String(student.id)}/statement`,
    '/busses',
    `/busses/edit-bus/${String(bus.id)}`,
    `/take-payment?student=${String(student.id)}`,
    '/work-history',
    '/debts',
    '/closes',
    '/close-day',
    '/books/payout',
    '/employees/salaries',
    '/profile',
  ];
  const choose = async (choice: string) => {
    await page
      .getByRole('banner')
      .getByRole('button', { name: /Profile|حسابي/ })
      .click();
    await page.getByRole('menuitemradio', { name: choice }).click();
    await expect(page.getByRole('menuitemradio').first()).toBeHidden();
  };
  const open = async (path: string) => {
    // The first screen is loaded anew: the choice outlives that.
    if (path === '/') await page.goto(server.origin);
    else await goWithin(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  };
  /** Opens every screen: the product's numbers are in Arabic-Indic digits, and what people typed is as they typed it. */
  const walk = async () => {
    for (const path of paths) {
      await open(path);
      await expect.poll(() => textsWith(page, '[0-9]', typed), path).toEqual([]);
    }
    await open(`/students/${String(student.id)}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Group 12', exact: true })).toBeVisible();
    await expect(page.getByText('5 Nile St, call 3 pm', { exact: true })).toBeVisible();
    await expect(page.getByText('يوم 5.11 الساعة 10.30', { exact: true })).toBeVisible();
    await expect(page.getByText('\u2066٠١٠١٢٣٤٥٦٧٨\u2069')).toBeVisible();
    // The mark keeps the parts of the number in order.
    await expect(page.getByText('\u2066١٢\u200e-٣٤٥\u2069').first()).toBeVisible();
  };

  await choose('١٢٣');
  await expect(page.getByText(/L\.E\. [٠-٩٬]+٫[٠-٩]{2}/).first()).toBeVisible();
  await walk();
  await choose('العربية');
  await walk();

  // On paper the Arabic words have these digits, the English ones beside them Latin digits.
  await open('/busses');
  await page
    .getByRole('row', { name: /Group 12/ })
    .getByRole('button', { name: /١٬٠٠٠٫٠٠/ })
    .click();
  const paper = page.getByRole('dialog').getByRole('article');
  await expect(paper).toContainText('١٬٠٠٠٫٠٠ ج.م');
  await expect(paper).toContainText('١٢\u200e-٣٤٥');
  await page.keyboard.press('Escape');
  await choose('English');

  // The choice is the person's: it is kept on the server.
  expect(await (await signedInApi(server.origin, demoUser)).get('/auth/user/')).toMatchObject({
    digits: 'arabic-indic',
  });
  await choose('123');
  await open('/work-history');
  await expect.poll(() => textsWith(page, '[٠-٩]')).toEqual([]);
});
