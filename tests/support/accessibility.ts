import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

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
async function lit(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
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

/**
 * No violation that axe knows (WCAG 2.2 AA and best practices), once the page has come to rest: by day with every rule, by
 * night with the rules about colour, which are all that the night can change.
 */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  await lit(page, 'light');
  const day = await builder(page).analyze();
  await lit(page, 'dark');
  const night = await builder(page).withRules(['color-contrast', 'link-in-text-block']).analyze();
  expect.soft(told(day), `${where}, light`).toEqual([]);
  expect.soft(told(night), `${where}, dark`).toEqual([]);
}

/** No page of ours has frames, so axe needs no page of its own beside it, which would take as long as the examination. */
const builder = (page: Page) => new AxeBuilder({ page }).setLegacyMode(true);

/** Each violation with the elements it was found at. */
function told({ violations }: Awaited<ReturnType<AxeBuilder['analyze']>>): string[] {
  return violations.map(({ id, help, nodes }) =>
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
