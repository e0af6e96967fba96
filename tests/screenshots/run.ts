import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, expect, type Page } from '@playwright/test';
import { signedInApi } from '../support/api.ts';
import { signIn } from '../support/browser.ts';
import { findChromium } from '../support/find-chromium.ts';
import { projectRoot } from '../support/project-root.ts';
import { demoUser, startDemo } from '../support/running-server.ts';
import { createCapture } from './capture.ts';
import { type ConflictFixtures, createConflicts } from './conflict-fixtures.ts';
import { arabicConflictStates, conflictStates } from './conflict-states.ts';
import { allScreens, publicScreens, type Screen } from './screens.ts';
import { publicStates, type ShowingState, type State, states } from './states.ts';

/**
 * Captures every screen, dialog, menu and state of the built demo in four sizes, light and dark, below `screenshots/`.
 * With `arabic` it captures the screens and cards in Arabic, in Arabic-Indic digits, at the three sizes of the desk, below `screenshots/arabic/`.
 * `npm run screenshots -- 1180x820` takes one size only, `-- needs-you` one part only: `public`, `signed-in` or `needs-you`.
 */
const isArabic = process.argv.includes('arabic');
const folder = join(projectRoot, 'screenshots', isArabic ? 'arabic' : '');
const viewports = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1180, height: 820 },
  { width: 1440, height: 900 },
];
const AT_ONCE = 2;
const print = (text: string) => process.stdout.write(`${text}\n`);

const failures: string[] = [];
let pictures = 0;

/** Runs a step and collects its failure for the end, so that the others continue. */
async function attempt(what: string, take: () => Promise<void>): Promise<void> {
  try {
    await take();
  } catch (error) {
    failures.push(`${what}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
  }
}

async function loaded(page: Page): Promise<void> {
  await expect(
    page.getByRole('heading', { level: 1 }).or(page.getByText('Coming Soon...')).first(),
  ).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** Describes a part of the product that is captured in its own browser context. */
interface Tour {
  readonly name: string;
  readonly screens: readonly Screen[];
  readonly states: readonly State[];
}

const toursOf = (screens: readonly Screen[]): readonly Tour[] => [
  { name: 'public', screens: publicScreens, states: isArabic ? [] : publicStates },
  { name: 'signed-in', screens, states: isArabic ? [] : states },
  { name: 'needs-you', screens: [], states: isArabic ? arabicConflictStates : conflictStates },
];

/** Sets the choices of the device before the app starts. */
const chooseArabic = `localStorage.setItem('branch-desk.language', 'ar'); localStorage.setItem('branch-desk.digits', 'arabic-indic');`;

async function take(showing: ShowingState, tour: Tour): Promise<void> {
  const { page, capture, open } = showing;
  for (const { name, path } of tour.screens) {
    await attempt(`${capture.size} ${name}`, async () => {
      await open(path);
      await capture.shoot(page, name);
    });
  }
  for (const [number, state] of tour.states.entries()) {
    await attempt(`${capture.size} ${tour.name} state ${number + 1}`, () => state(showing));
  }
}

interface RunContext {
  readonly browser: Browser;
  readonly origin: string;
  readonly storageState: BrowserContextOptions['storageState'];
  readonly tours: readonly Tour[];
  readonly payer: string;
  readonly conflicts: ConflictFixtures;
}

async function takeSize(viewport: (typeof viewports)[number], run: RunContext): Promise<void> {
  const { browser, origin, tours, payer, conflicts } = run;
  let count = 0;
  for (const tour of tours) {
    const pages = createCapture(folder, viewport);
    const context = await browser.newContext({
      viewport,
      hasTouch: true,
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'Africa/Cairo',
      ...(tour.name !== 'public' && { storageState: run.storageState }),
    });
    context.setDefaultTimeout(15_000);
    // tsx compiles evaluated functions to call this helper, which the page lacks.
    await context.addInitScript('globalThis.__name ??= (named) => named');
    if (isArabic) await context.addInitScript(chooseArabic);
    const page = await context.newPage();
    // Accepts the confirmation to leave a changed form.
    page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
    const open = async (path: string) => {
      // A URL that differs only in its hash would not reload the page.
      if (path.includes('#')) await page.goto('about:blank');
      await page.goto(`${origin}${path}`);
      await loaded(page);
    };
    await take({ page, capture: pages, open, payer, conflicts }, tour);
    await context.close();
    count += pages.count();
  }
  pictures += count;
  print(`${viewport.width}x${viewport.height}: ${count} pictures`);
}

const startedAt = performance.now();
const wanted = process.argv.slice(2).filter((word) => word !== 'arabic');
/** Returns the items selected on the command line, or all. */
const asked = <T>(all: readonly T[], nameOf: (one: T) => string): readonly T[] => {
  const some = all.filter((one) => wanted.includes(nameOf(one)));
  return some.length > 0 ? some : all;
};
const sizes = asked(
  isArabic ? viewports.slice(0, 3) : viewports,
  ({ width, height }) => `${width}x${height}`,
);
if (wanted.length === 0) rmSync(folder, { recursive: true, force: true });
const demo = await startDemo({ ACCESS_TOKEN_SECONDS: '3600' });
const browser = await chromium.launch({ executablePath: findChromium() });
try {
  const api = await signedInApi(demo.origin, demoUser);
  const [student] = await api.all('/students/');
  const payer = String(student?.name);
  // Causes the duplicate payment warning when the same is entered again.
  await api.post('/bus/', { student: student?.id, receipt_number: '499', price: '900', paid_amount: '321' });
  const tours = asked(toursOf(await allScreens(api)), ({ name }) => name);
  const conflicts = await createConflicts(api);
  const context = await browser.newContext();
  await signIn(await context.newPage(), demo.origin, demoUser);
  const storageState = await context.storageState();
  await context.close();
  const run = { browser, origin: demo.origin, storageState, tours, payer, conflicts };
  const queue = [...sizes];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      await takeSize(next, run);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
} finally {
  await browser.close();
  await demo.remove();
}
print(`${pictures} pictures in ${folder}, ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
for (const failure of failures) print(`✗ ${failure}`);
process.exitCode = failures.length > 0 ? 1 : 0;
