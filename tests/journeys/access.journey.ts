import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContextOptions, expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, settled } from '../support/accessibility.ts';
import { signedInApi } from '../support/api.ts';
import { installed, screens, signIn } from '../support/browser.ts';
import { type RunningServer, startServer } from '../support/running-server.ts';
import { openMenu, submit } from './hands.ts';

test.describe.configure({ mode: 'parallel' });
test.setTimeout(300_000);

/** A folder for pictures of every screen and dialog; empty for none. */
const album = process.env.SCREENSHOTS ?? '';

let server: RunningServer;
let signedIn: BrowserContextOptions['storageState'];
let ids: { student: string; course: string };

test.beforeAll(async ({ browser }) => {
  server = await startServer({ ACCESS_TOKEN_SECONDS: '3600' });
  ids = await furnish();
  const page = await browser.newPage();
  await signIn(page, server.origin);
  signedIn = await page.context().storageState();
  await page.context().close();
});
test.afterAll(() => server?.remove());

/** A branch with something on every screen: two pages of students, debts, installments, an ended month. */
async function furnish(): Promise<typeof ids> {
  const api = await signedInApi(server.origin);
  await api.post('/month/', { name: 'October' });
  let student = '';
  let course = '';
  for (let number = 1; number <= 12; number++) {
    const name = number % 2 ? `Mona Adel Abdelrahman the ${number}` : `منى عادل عبد الرحمن ${number}`;
    student = String((await api.post('/students/', { name, phone: `0100 000 00${number + 10}` })).id);
    const enrolment = await api.post('/adult-course/', {
      student,
      receipt_number: `10${number}`,
      level: '3',
      period: '3',
      transportation_type: 'our_bus',
      price: '12,345,678.90',
      paid_amount: number === 5 ? '12,345,678.90' : '1000',
      notes: number === 3 ? 'Pays on the first Sunday of the month, her brother brings it. '.repeat(4) : null,
    });
    course = String(enrolment.id);
  }
  await api.post('/adult-course/', {
    related_record: course,
    receipt_number: '1100',
    paid_amount: '500',
    is_installment: true,
  });
  await api.post('/month/end-undo/', {});
  await api.post('/month/', { name: 'November' });
  return { student, course };
}

const places = (): readonly (readonly [string, string])[] => [
  ['home', '/'],
  ['students', '/students'],
  ['students, page 2', '/students?page=2'],
  ['students, nothing found', '/students?search=nobody-has-this-name'],
  ['new student', '/students/add-student'],
  ['edit student', `/students/edit-student/${ids.student}`],
  ['student not there', '/students/edit-student/999999'],
  ['adult courses', '/courses/adult'],
  ['new course', '/courses/adult/add-course'],
  ['edit course', `/courses/adult/edit-course/${ids.course}`],
  ['work history', '/work-history'],
  ['profile', '/profile'],
  ['coming soon', '/coming-soon'],
  ['not found', '/no/such/page'],
  ['sync panel', '/sync'],
];

for (const [size, viewport] of Object.entries(screens)) {
  test(`every screen and dialog is for everyone: ${size}, light and dark`, async ({ browser }) => {
    const options = { viewport, hasTouch: true, reducedMotion: 'reduce' } as const;
    const visitor = await (await browser.newContext(options)).newPage();
    await visitor.goto(`${server.origin}/auth`);
    await installed(visitor);
    await examine(visitor, size, 'sign-in');
    await visitor.getByRole('link', { name: 'Forget Password?' }).click();
    await expect(visitor).toHaveURL(/reset-password$/);
    await examine(visitor, size, 'reset password');
    await visitor.context().close();

    const page = await (await browser.newContext({ ...options, storageState: signedIn })).newPage();
    await page.goto(server.origin);
    await installed(page);
    for (const [name, path] of places()) {
      await page.goto(`${server.origin}${path}`);
      await loaded(page);
      await examine(page, size, name);
    }
    for (const dialog of dialogs) await dialog(page, size);
    await page.context().close();
  });
}

async function loaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

async function examine(page: Page, size: string, name: string): Promise<void> {
  await expectAccessible(page, `${size}, ${name}`);
  await expectNoSidewaysScroll(page, `${size}, ${name}`);
  for (const colorScheme of album ? (['dark', 'light'] as const) : []) {
    await page.emulateMedia({ colorScheme });
    await settled(page);
    const folder = join(album, `${size}-${colorScheme}`);
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: join(folder, `${name.replaceAll(/\W+/g, '-')}.png`) });
  }
}

const dialogs: readonly ((page: Page, size: string) => Promise<void>)[] = [
  async (page, size) => {
    await page.goto(`${server.origin}/students`);
    await loaded(page);
    await page
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click();
    await expect(page.getByText('This action cannot be undone.')).toBeVisible();
    await examine(page, size, 'delete dialog');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText(/Error: /)).toBeVisible();
    await examine(page, size, 'delete dialog refused');
  },
  async (page, size) => {
    await page.goto(`${server.origin}/courses/adult/add-course`);
    await loaded(page);
    await submit(page, 'Create Course');
    await expect(page.getByText('This cannot be empty').first()).toBeVisible();
    await examine(page, size, 'course with errors');
    await page.getByRole('combobox', { name: /^Student/ }).click();
    await examine(page, size, 'student picker');
    await page.getByRole('option', { name: 'Add Student' }).click();
    await expect(page.getByRole('dialog', { name: 'Add Student' })).toBeVisible();
    await examine(page, size, 'add student dialog');
  },
  async (page, size) => {
    await page.goto(`${server.origin}/courses/adult`);
    await loaded(page);
    await page.getByRole('main').getByRole('link', { name: 'Create Installment' }).first().click();
    await expect(page).toHaveURL(/create-installment/);
    await loaded(page);
    await page.getByLabel(/^Custom Date/).click();
    await examine(page, size, 'installment with calendar');
  },
  async (page, size) => {
    await page.goto(`${server.origin}/work-history`);
    await loaded(page);
    await page.getByRole('button', { name: 'End Month' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await examine(page, size, 'end month dialog');
  },
  async (page, size) => {
    await page.goto(`${server.origin}/`);
    await loaded(page);
    await page.getByRole('button', { name: 'Profile' }).click();
    await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible();
    await examine(page, size, 'profile menu');
    await page.keyboard.press('Escape');
    await openMenu(page);
    await examine(page, size, 'side menu');
  },
  async (page, size) => {
    await page.goto(`${server.origin}/students/add-student`);
    await loaded(page);
    await page.context().setOffline(true);
    await page.getByLabel('Name', { exact: true }).fill('Waiting Student');
    await submit(page, 'Add Student');
    await expect(page.getByText('Waiting to be sent').first()).toBeVisible();
    await examine(page, size, 'students with a waiting row');
    await page
      .getByRole('banner')
      .getByRole('button', { name: /Sync panel/ })
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await examine(page, size, 'sync panel with a waiting row');
  },
];
