import { expect, type Page } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';

/** Waits for animations to end: colours in the middle of a fade cannot be judged. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every((one) => {
      const { iterations } = one.effect?.getComputedTiming() ?? {};
      return one.playState !== 'running' || iterations === Number.POSITIVE_INFINITY;
    }),
  );
}

/** Chooses the colour scheme as another tab does, and waits for its transition, which starts a moment later. */
export async function setColorScheme(page: Page, colorScheme: Scheme): Promise<void> {
  await page.evaluate((chosen) => {
    const key = 'branch-desk.color-scheme';
    localStorage.setItem(key, chosen);
    window.dispatchEvent(new StorageEvent('storage', { key }));
  }, colorScheme);
  await page.waitForFunction(
    (dark) => document.documentElement.classList.contains('dark') === dark,
    colorScheme === 'dark',
  );
  await page.evaluate(
    () => new Promise<void>((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn()))),
  );
  await settled(page);
}

/** The axe rules about colour, which are all that another scheme can break. They take three quarters of axe's time. */
const COLOUR = ['color-contrast', 'link-in-text-block'];
const withoutColour = Object.fromEntries(COLOUR.map((rule) => [rule, { enabled: false }]));

/** Expects no axe violation (WCAG 2.2 AA and best practices) in the scheme that the page has, once it is still. */
export async function expectAccessibleAsShown(page: Page, where: string): Promise<void> {
  await expectHeading(page);
  await settled(page);
  expect.soft(await violations(page, {}), `${where}, ${await schemeOf(page)}`).toEqual([]);
}

/** Expects no axe violation but those of colour, for a layout whose colours another layout shows. */
export async function expectAccessibleStructure(page: Page, where: string): Promise<void> {
  await expectHeading(page);
  expect.soft(await violations(page, { rules: withoutColour }), `${where}, structure`).toEqual([]);
}

/** Expects no axe colour violation in the other scheme. The page stays in it: a change of scheme takes longer than the check. */
export async function expectOtherSchemeAccessible(page: Page, where: string): Promise<void> {
  const other = (await schemeOf(page)) === 'dark' ? 'light' : 'dark';
  await setColorScheme(page, other);
  expect.soft(await violations(page, { runOnly: COLOUR }), `${where}, ${other}`).toEqual([]);
}

export async function expectAccessible(page: Page, where: string): Promise<void> {
  await expectAccessibleAsShown(page, where);
  await expectOtherSchemeAccessible(page, where);
}

/** Waits for a heading: a page that is still loading has little to check. */
const expectHeading = (page: Page) => expect(page.locator('h1')).not.toHaveCount(0);

type Scheme = 'light' | 'dark';
const schemeOf = (page: Page): Promise<Scheme> =>
  page.evaluate(() => (document.documentElement.classList.contains('dark') ? 'dark' : 'light'));

/** Returns each violation with its elements. axe is loaded into the page only where it is missing: its source is large. */
async function violations(page: Page, options: RunOptions): Promise<string[]> {
  const run = () => page.evaluate(runAxe, options);
  const result = await run();
  if (result) return result;
  await page.evaluate(axe.source);
  const again = await run();
  if (!again) throw new Error('axe is not in the page.');
  return again;
}

/** Runs axe in the page and describes its violations there: the whole result is larger than the page. */
async function runAxe(options: RunOptions): Promise<string[] | undefined> {
  // axe is in the page, injected as a script.
  const { axe: injected } = globalThis as typeof globalThis & {
    axe?: { run(on: Document, how: RunOptions): Promise<AxeResults> };
  };
  if (!injected) return undefined;
  const results = await injected.run(document, { resultTypes: ['violations'], ...options });
  return results.violations.map(({ id, help, nodes }) =>
    [`${id}: ${help}`, ...nodes.map((node) => `    ${node.html}\n      ${node.failureSummary}`)].join('\n'),
  );
}

/** Asked again until there are no faults: the layout follows the size of the window a moment later. */
export const laidOut = (faults: () => Promise<string[]>, where: string): Promise<void> =>
  expect.configure({ soft: true }).poll(faults, where).toEqual([]);

export const expectNoSidewaysScroll = (page: Page, where: string): Promise<void> =>
  laidOut(
    () =>
      page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} pixels`] : [];
      }),
    `${where}: sticks out`,
  );
