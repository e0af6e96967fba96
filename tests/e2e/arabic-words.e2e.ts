import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { type ConflictFixtures, createConflicts } from '../screenshots/conflict-fixtures.ts';
import { type Case, conflictCases } from '../screenshots/conflict-states.ts';
import { storePendingEntries } from '../screenshots/pending-entries.ts';
import { allScreens, publicScreens, type Screen } from '../screenshots/screens.ts';
import { type Api, signedInApi } from '../support/api.ts';
import { installed } from '../support/browser.ts';
import { latinTexts, typedTexts } from '../support/latin-words.ts';
import { demoUser, type RunningServer, startDemo } from '../support/running-server.ts';

/** The lists whose records have names that people typed. */
const LISTS = [
  '/students/',
  '/books/',
  '/employees/',
  '/expenses/',
  '/deductions/',
  '/adult-course/',
  '/nursery/',
  '/home-schooling/',
  '/closes/',
  '/users/',
  '/month/',
];

let demo: RunningServer;
let api: Api;
let conflicts: ConflictFixtures;
let context: BrowserContext;
let page: Page;
let typed: string[];

test.beforeAll(async ({ browser }) => {
  demo = await startDemo({ ACCESS_TOKEN_SECONDS: '3600' });
  api = await signedInApi(demo.origin, demoUser);
  conflicts = await createConflicts(api);
  const recorded = await Promise.all(LISTS.map((path) => api.all(path)));
  typed = typedTexts([
    recorded,
    { name: demoUser.branch, initials: 'DM', device: 'node', title: 'Laila Samir' },
    await api.get('/branch/details/'),
    await api.get('/auth/user/'),
  ]);
  context = await browser.newContext({ hasTouch: true, reducedMotion: 'reduce', locale: 'ar-EG' });
  page = await context.newPage();
  page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
});
test.afterAll(async () => {
  await context?.close();
  await demo?.remove();
});

const leaks: string[] = [];

/** Collects the Latin words of what is shown now. */
async function look(what: string): Promise<void> {
  for (const text of await latinTexts(page, typed)) leaks.push(`${what}: ${text.trim().slice(0, 120)}`);
}

async function settled(): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** Opens a screen; where the tests before it were left out, after signing in. */
async function open({ name, path }: Screen): Promise<void> {
  // A URL that differs only in its hash would not load the page again.
  if (path.includes('#')) await page.goto('about:blank');
  await page.goto(`${demo.origin}${path}`);
  await settled();
  const isPublic = path.startsWith('/auth');
  if (!isPublic && page.url().includes('/auth')) {
    await signIn();
    await page.goto(`${demo.origin}${path}`);
    await settled();
  }
  await look(name);
}

const save = () => page.locator('main button[type="submit"]').first();

const email = () => page.getByLabel('البريد الإلكتروني');
const password = () => page.getByLabel('كلمة المرور', { exact: true });

async function signIn(): Promise<void> {
  await email().fill(demoUser.email);
  await password().fill(demoUser.password);
  await page.getByRole('button', { name: 'دخول', exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'الرئيسية' })).toBeVisible();
}

test('the pages before sign-in have no Latin words in Arabic', async () => {
  leaks.length = 0;
  for (const screen of publicScreens) await open(screen);
  await open({ name: 'auth', path: '/auth' });
  await page.getByRole('button', { name: 'دخول', exact: true }).click();
  await look('sign-in with nothing');
  await email().fill('nobody@example.org');
  await password().fill('not-this-one');
  await page.getByRole('button', { name: 'دخول', exact: true }).click();
  await expect(page.locator('form').getByRole('alert')).toBeVisible();
  await look('sign-in refused');
  expect(leaks).toEqual([]);
  await signIn();
});

test('the screens have none: lists, forms and what they refuse', async () => {
  leaks.length = 0;
  // The forms that change a record are those that add one.
  for (const screen of (await allScreens(api)).filter(({ name }) => !/-edit$/.test(name))) {
    await open(screen);
    if (!screen.name.endsWith('-create')) continue;
    await save().click();
    await look(`${screen.name}, with nothing`);
  }
  expect(leaks).toEqual([]);
});

/** Presses each button of a page that is named otherwise than those before, and looks at what it opens. */
async function pressAll(screen: Screen, pressed: Set<string>): Promise<void> {
  await open(screen);
  const names = await page
    .locator('main button:visible:not([type="submit"]):not([disabled]), header button:visible')
    .evaluateAll((all) => all.map((one) => (one.getAttribute('aria-label') ?? one.textContent ?? '').trim()));
  for (const [at, name] of names.entries()) {
    // Names of records differ; what opens is the same.
    const kind = name.split(/[:\u2066\u2068]/)[0] ?? name;
    if (pressed.has(kind)) continue;
    pressed.add(kind);
    const buttons = page.locator(
      'main button:visible:not([type="submit"]):not([disabled]), header button:visible',
    );
    if ((await buttons.count()) <= at) continue;
    await buttons
      .nth(at)
      .click({ timeout: 10_000 })
      .catch(() => undefined);
    await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
    await look(`${screen.name}, after ${name}`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    if (new URL(page.url()).pathname !== screen.path.split(/[?#]/)[0]) await open(screen);
  }
}

test('what buttons open has none: dialogs, menus, calendars and pickers', async () => {
  leaks.length = 0;
  const student = String(conflicts.owing.student);
  const pressed = new Set<string>();
  for (const path of [
    '/',
    '/students',
    `/students/${student}`,
    '/courses/adult/add-course',
    '/courses/adult',
    '/work-history',
    '/users',
    '/debts',
    `/take-payment?student=${student}`,
    `/employees/edit-employee/${String(conflicts.paidEmployee.id)}`,
  ])
    await pressAll({ name: path, path }, pressed);
  await open({ name: 'search', path: '/' });
  await page.keyboard.press('/');
  for (const words of ['Mariam', '10', 'Starter', 'nobody has this name']) {
    await page.getByRole('combobox').last().fill(words);
    await page.waitForTimeout(400);
    await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
    await look(`search ${words}`);
  }
  expect(leaks.filter((leak) => !leak.includes('nobody has this name'))).toEqual([]);
});

/** Opens the Sync panel with these pending entries and what the server says to them. */
async function troubles(cases: readonly Case[]): Promise<void> {
  await storePendingEntries(
    page,
    cases.map(({ entry }) => entry(conflicts)),
  );
  await page.goto(`${demo.origin}/sync`);
  await settled();
  await expect(page.getByRole('region', { name: 'يحتاجك' }).getByRole('listitem').first()).toBeVisible();
  await expect(page.getByText('جارٍ سؤال السيرفر…')).toHaveCount(0);
  await look('cards');
}

test('the cards of what the server refuses have none, nor what waits offline', async () => {
  leaks.length = 0;
  await open({ name: 'home', path: '/' });
  await troubles(conflictCases.filter(({ fault, keyless }) => !fault && !keyless));
  await storePendingEntries(page, []);

  await open({ name: 'students', path: '/students/add-student' });
  await installed(page);
  await context.setOffline(true);
  await page.locator('main input').first().fill('طالب ينتظر');
  await save().click();
  await expect(page.getByText('طالب ينتظر').first()).toBeVisible();
  await look('saved offline');
  await page.getByRole('banner').getByRole('button').nth(1).click();
  await look('offline, a menu of the bar');
  await page.goto(`${demo.origin}/sync`);
  await settled();
  await look('sync, offline');
  await page.goto(`${demo.origin}/expenses?search=never-asked-before`);
  await settled();
  await look('a list, offline');
  expect(leaks.filter((leak) => !leak.includes('never-asked-before'))).toEqual([]);
});
