import { expect, type Page } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';

/** Waits until nothing moves: colours half way through a fade are nobody's design. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every((one) => {
      const { iterations } = one.effect?.getComputedTiming() ?? {};
      return one.playState !== 'running' || iterations === Number.POSITIVE_INFINITY;
    }),
  );
}

/** Lights the page so and waits until it is: the page hears of it a moment later, and only then do its colours begin to fade. */
export async function lit(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction(
    (dark) => document.documentElement.classList.contains('dark') === dark,
    colorScheme === 'dark',
  );
  await page.evaluate(
    () => new Promise<void>((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn()))),
  );
  await settled(page);
}

/** The rules about colour, which are all that the night can change. */
const COLOUR = ['color-contrast', 'link-in-text-block'];

/** No violation that axe knows (WCAG 2.2 AA and best practices), by day, once the page is there and has come to rest. */
export async function expectAccessibleByDay(page: Page, where: string): Promise<void> {
  await expect(page.locator('h1')).not.toHaveCount(0);
  await lit(page, 'light');
  expect.soft(await violations(page, {}), `${where}, light`).toEqual([]);
}

/** No violation of the rules about colour by night; afterwards it is day again. */
export async function expectAccessibleByNight(page: Page, where: string): Promise<void> {
  await lit(page, 'dark');
  expect.soft(await violations(page, { runOnly: COLOUR }), `${where}, dark`).toEqual([]);
  await lit(page, 'light');
}

/** Both. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  await expectAccessibleByDay(page, where);
  await expectAccessibleByNight(page, where);
}

/** Each violation with the elements it was found at. */
async function violations(page: Page, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const results = await page.evaluate(
    (rules) =>
      // It stands in the page, put there as text.
      (
        globalThis as typeof globalThis & { axe: { run(on: Document, how: RunOptions): Promise<AxeResults> } }
      ).axe.run(document, { resultTypes: ['violations'], ...rules }),
    options,
  );
  return results.violations.map(({ id, help, nodes }) =>
    [`${id}: ${help}`, ...nodes.map((node) => `    ${node.html}\n      ${node.failureSummary}`)].join('\n'),
  );
}

/** The page is not wider than the window: nothing scrolls sideways but what is meant to. */
export async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const over = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect.soft(over, `${where}: pixels that stick out`).toBeLessThanOrEqual(0);
}
