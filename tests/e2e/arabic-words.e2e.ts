import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { settled as animated, expectAccessibleStructure } from '../support/accessibility.ts';
import { type Api, signedInApi } from '../support/api.ts';
import { letFirefoxFill } from '../support/browser.ts';
import { textsWith } from '../support/digit-texts.ts';
import { createTypedTexts, latinTexts, readAnswers } from '../support/latin-words.ts';
import { demoUser, type RunningServer, startDemo } from '../support/running-server.ts';
import { allScreens, publicScreens } from './all-screens.ts';
import { goWithin } from './page-actions.ts';

const typed = createTypedTexts();
let demo: RunningServer;
let api: Api;
let context: BrowserContext;
let page: Page;
let isUnderWay: () => boolean;

test.beforeAll(async ({ browser }) => {
  demo = await startDemo({ ACCESS_TOKEN_SECONDS: '3600' });
  api = await signedInApi(demo.origin, demoUser);
  context = await browser.newContext({
    hasTouch: true,
    reducedMotion: 'reduce',
    locale: 'ar-EG',
  });
  await letFirefoxFill(context);
  page = await context.newPage();
  isUnderWay = readAnswers(page, typed);
  page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
});
test.afterAll(async () => {
  await context?.close();
  await demo?.remove();
});

const twoFrames =
  'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn))))';

const leaks: string[] = [];
test.beforeEach(() => {
  leaks.length = 0;
});

const shown = (what: string) => expect(page.locator(what).first()).toBeVisible();

/** Collects the Latin words of what is shown now, and digits of the set that was not chosen. */
async function look(what: string): Promise<void> {
  // The other set is named by its digits where it is chosen.
  const digits = (await textsWith(page, '[٠-٩]')).filter((text) => text !== '١٢٣');
  const wrong = [...(await latinTexts(page, typed)), ...digits];
  for (const text of wrong) leaks.push(`${what}: ${text.trim().slice(0, 120)}`);
}

async function type(into: Locator, text: string): Promise<void> {
  typed.add(text);
  await into.fill(text);
}

/** Waits until every answer was read and the last of them is drawn. */
async function answered(): Promise<void> {
  do await page.evaluate(twoFrames);
  while (isUnderWay());
}

/** Waits until nothing is read or loaded any more. */
async function still(): Promise<void> {
  await answered();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

async function settled(): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible();
  await still();
}

async function load(path: string): Promise<void> {
  // An answer that arrives now may be shown later, from the cache of the device.
  await answered();
  // An address that differs only in its hash would not load the page again.
  if (path.includes('#')) await page.goto('about:blank');
  await page.goto(`${demo.origin}${path}`);
  await settled();
}

/** Opens a screen within the app; loading each anew would take most of the time. */
async function goTo(path: string): Promise<void> {
  if (!page.url().startsWith(demo.origin) || new URL(page.url()).pathname === path.split('?')[0])
    return load(path);
  await goWithin(page, path);
  await settled();
}

const enter = () => page.getByRole('button', { name: 'دخول', exact: true }).click();
const save = () => page.locator('main button[type="submit"]').first();

async function signIn(): Promise<void> {
  await page.getByLabel('البريد الإلكتروني').fill(demoUser.email);
  await page.getByLabel('كلمة المرور', { exact: true }).fill(demoUser.password);
  await enter();
  await expect(page.getByRole('navigation', { name: 'القائمة الرئيسية' })).toBeVisible();
}

/** Opens the start screen, signed in. */
async function openSignedIn(): Promise<void> {
  await load('/');
  if (page.url().includes('/auth')) await signIn();
  await settled();
}

test('the pages before sign-in have no Latin words in Arabic', async () => {
  for (const { name, path } of publicScreens) {
    await load(path);
    await look(name);
  }
  await load('/auth');
  await enter();
  await look('sign-in with nothing');
  await type(page.getByLabel('البريد الإلكتروني'), 'nobody@example.org');
  await page.getByLabel('كلمة المرور', { exact: true }).fill('not-this-one');
  await enter();
  await shown('form [role="alert"]');
  await look('sign-in refused');
  // What this test asks must be able to find something.
  await page.locator('h1').evaluate((heading) => heading.append(' Welcome'));
  expect(await latinTexts(page, typed)).toContainEqual(expect.stringContaining('Welcome'));
  expect(leaks).toEqual([]);
});

const overlay = '[role="dialog"]:visible, [role="alertdialog"]:visible, [role="menu"]:visible';
const PRESSING = 'data-pressing';

/** Marks the first button that is named otherwise than those pressed before; returns its name, and what it shares with its like. */
const markNext = (pressed: ReadonlySet<string>) =>
  page.evaluate(
    ({ before, mark }) => {
      document.querySelector(`[${mark}]`)?.removeAttribute(mark);
      for (const button of document.querySelectorAll(
        'main button:enabled:not([type=submit]), header button',
      )) {
        const name = (button.getAttribute('aria-label') ?? button.textContent ?? '').trim();
        // Names of records and numbers differ; what opens is the same.
        const kind = (name.split(/[:\u2066-\u2068]/)[0] ?? '').replaceAll(/\d/g, '');
        if (before.includes(kind) || !button.checkVisibility()) continue;
        button.setAttribute(mark, '');
        return { name, kind };
      }
      return undefined;
    },
    { before: [...pressed], mark: PRESSING },
  );

/** Presses each such button, looks at what it opens and checks its structure. */
async function pressAll(path: string, pressed: Set<string>): Promise<void> {
  for (let next = await markNext(pressed); next; next = await markNext(pressed)) {
    pressed.add(next.kind);
    const what = `${path}, after ${next.name}`;
    const button = page.locator(`[${PRESSING}]`);
    // What the server answered meanwhile may forbid it.
    if (await button.isDisabled()) continue;
    await button.click();
    await still();
    await look(what);
    const opened = page.locator(overlay);
    if ((await opened.count()) > 0) {
      await animated(page);
      await expectAccessibleStructure(page, what);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
    }
    const isElsewhere = new URL(page.url()).pathname !== path.split(/[?#]/)[0];
    if (isElsewhere || (await opened.count()) > 0) await load(path);
  }
}

/** Lists the screens whose buttons open dialogs, menus, calendars and pickers that the others share. */
const WITH_DIALOGS =
  /^(?:home|students|student-page|courses-adult|courses-adult-create|employees-edit|work-history|users|debts|take-payment-family)$/;

test('the screens have none: lists, forms and what they refuse, dialogs, menus, calendars and pickers', async () => {
  await openSignedIn();
  const pressed = new Set<string>();
  for (const { name, path } of await allScreens(api)) {
    // The forms that change a record are those that add one.
    if (/-edit$/.test(name) && !WITH_DIALOGS.test(name)) continue;
    await goTo(path);
    await look(name);
    if (WITH_DIALOGS.test(name)) await pressAll(path, pressed);
    if (name.endsWith('-create')) {
      // A dialog of before may have left something in the form.
      if (WITH_DIALOGS.test(name)) await load(path);
      await save().click();
      await look(`${name}, with nothing`);
    }
  }
  await goTo('/');
  await page.keyboard.press('/');
  const dialog = page.getByRole('dialog');
  for (const words of ['Mariam', '10', 'Starter', 'nobody has this name']) {
    const before = await dialog.textContent();
    await type(dialog.getByRole('combobox'), words);
    await expect.poll(() => dialog.textContent()).not.toBe(before);
    await still();
    await look(`search ${words}`);
  }
  expect(leaks).toEqual([]);
});

test('what waits offline has none', async () => {
  await openSignedIn();
  await load('/students/add-student');
  await context.route('**/api/**', (route) => route.abort());
  await type(page.locator('main input').first(), 'طالب ينتظر');
  await save().click();
  await expect(page.getByText('طالب ينتظر').first()).toBeVisible();
  await look('saved offline');
  await page.getByRole('banner').getByRole('button').nth(1).click();
  await look('offline, a menu of the bar');
  await page.keyboard.press('Escape');
  await goTo('/sync');
  await look('sync, offline');
  typed.add('never-asked-before');
  await goTo('/expenses?search=never-asked-before');
  await look('a list, offline');
  expect(leaks).toEqual([]);
});
