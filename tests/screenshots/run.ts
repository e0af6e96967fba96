import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, expect, type Page } from '@playwright/test';
import { projectRoot } from '../architecture/source-tree.ts';
import { signedInApi } from '../support/api.ts';
import { signIn } from '../support/browser.ts';
import { findChromium } from '../support/find-chromium.ts';
import { demoUser, startDemo } from '../support/running-server.ts';
import { createCapture } from './capture.ts';
import { type ConflictFixtures, createConflicts } from './conflict-fixtures.ts';
import { conflictStates } from './conflict-states.ts';
import { allScreens, publicScreens, type Screen } from './screens.ts';
import { publicStates, type Showing, type State, states } from './states.ts';

/**
 * Pictures of every screen, dialog, menu and state of the built app with the demo's branch, in four sizes, by day and by night, below
 * `screenshots/`. `npm run screenshots -- 1180x820` takes one size only, `-- needs-you` one part only: `public`, `signed-in` or `needs-you`.
 */
const folder = join(projectRoot, 'screenshots');
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

/** One picture that can't be taken is told of at the end; the others are taken all the same. */
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

/** A part of the product that is walked through in a browser of its own. */
interface Tour {
  readonly name: string;
  readonly places: readonly Screen[];
  readonly states: readonly State[];
}

const toursOf = (places: readonly Screen[]): readonly Tour[] => [
  { name: 'public', places: publicScreens, states: publicStates },
  { name: 'signed-in', places, states },
  { name: 'needs-you', places: [], states: conflictStates },
];

async function take(showing: Showing, tour: Tour): Promise<void> {
  const { page, album, open } = showing;
  for (const { name, path } of tour.places) {
    await attempt(`${album.size} ${name}`, async () => {
      await open(path);
      await album.shoot(page, name);
    });
  }
  for (const [number, state] of tour.states.entries()) {
    await attempt(`${album.size} ${tour.name} state ${number + 1}`, () => state(showing));
  }
}

interface Trip {
  readonly browser: Browser;
  readonly origin: string;
  readonly storageState: BrowserContextOptions['storageState'];
  readonly tours: readonly Tour[];
  readonly payer: string;
  readonly troubled: ConflictFixtures;
}

async function takeSize(viewport: (typeof viewports)[number], trip: Trip): Promise<void> {
  const { browser, origin, tours, payer, troubled } = trip;
  const pages = createCapture(folder, viewport);
  for (const tour of tours) {
    const context = await browser.newContext({
      viewport,
      hasTouch: true,
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'Africa/Cairo',
      ...(tour.name !== 'public' && { storageState: trip.storageState }),
    });
    context.setDefaultTimeout(15_000);
    // The name that tsx gives to functions inside of what is evaluated in the page.
    await context.addInitScript('globalThis.__name ??= (named) => named');
    const page = await context.newPage();
    // A changed form asks before it is left; nobody is there to answer.
    page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
    const open = async (path: string) => {
      // An address that differs in its hash alone would not load the page again.
      if (path.includes('#')) await page.goto('about:blank');
      await page.goto(`${origin}${path}`);
      await loaded(page);
    };
    await take({ page, album: pages, open, payer, troubled }, tour);
    await context.close();
  }
  pictures += pages.count();
  print(`${pages.size}: ${pages.count()} pictures`);
}

const startedAt = performance.now();
const wanted = process.argv.slice(2);
/** Those that were asked for, or all where none was. */
const asked = <T>(all: readonly T[], nameOf: (one: T) => string): readonly T[] => {
  const some = all.filter((one) => wanted.includes(nameOf(one)));
  return some.length > 0 ? some : all;
};
const sizes = asked(viewports, ({ width, height }) => `${width}x${height}`);
if (wanted.length === 0) rmSync(folder, { recursive: true, force: true });
const demo = await startDemo({ ACCESS_TOKEN_SECONDS: '3600' });
const browser = await chromium.launch({ executablePath: findChromium() });
try {
  const api = await signedInApi(demo.origin, demoUser);
  const [student] = await api.all('/students/');
  const payer = String(student?.name);
  // What the form warns of when the same is entered again.
  await api.post('/bus/', { student: student?.id, receipt_number: '499', price: '900', paid_amount: '321' });
  const tours = asked(toursOf(await allScreens(api)), ({ name }) => name);
  const troubled = await createConflicts(api);
  const context = await browser.newContext();
  await signIn(await context.newPage(), demo.origin, demoUser);
  const storageState = await context.storageState();
  await context.close();
  const trip = { browser, origin: demo.origin, storageState, tours, payer, troubled };
  const queue = [...sizes];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      await takeSize(next, trip);
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
