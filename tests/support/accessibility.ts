import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Waits until nothing moves: colours half way through a fade are nobody's design. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moving = () =>
      document.getAnimations().filter((one) => {
        const { iterations } = one.effect?.getComputedTiming() ?? {};
        return one.playState === 'running' && iterations !== Number.POSITIVE_INFINITY;
      });
    while (moving().length > 0) await Promise.allSettled(moving().map((one) => one.finished));
  });
}

/** No violation that axe knows (WCAG 2.2 AA and best practices), once the page has come to rest. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  await settled(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const told = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map((node) => `    ${node.html}\n      ${node.failureSummary}`).join('\n')}`,
  );
  expect.soft(told, where).toEqual([]);
}

/** The page is not wider than the window: nothing scrolls sideways but what is meant to. */
export async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const over = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect.soft(over, `${where}: pixels that stick out`).toBeLessThanOrEqual(0);
}
