import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { setColorScheme } from '../support/accessibility.ts';

/** Selects the whole page or only the window, as for dialogs and menus. */
type Reach = 'page' | 'window';

/** Takes screenshots of one viewport size in light and dark mode. */
export interface Capture {
  readonly size: string;
  readonly shoot: (page: Page, name: string, reach?: Reach) => Promise<void>;
  /** Returns the number of screenshots so far. */
  readonly count: () => number;
}

/** A page whose parts are measured by the window would grow for ever. */
const MOST_ROUNDS = 4;

const SKELETON = '[class*=skeleton]';

const schemes = ['light', 'dark'] as const;

/** Resizes the window to the page's height, so that sticky footers cover nothing, until nothing more arrives. */
async function growTo(page: Page, width: number): Promise<void> {
  await expect(page.locator(SKELETON)).toHaveCount(0);
  for (let height = 0, rounds = 0; rounds < MOST_ROUNDS; rounds += 1) {
    // Charts and what stands below the rows load when the page is idle.
    await page.waitForTimeout(500);
    const grown = await page.evaluate(() => document.documentElement.scrollHeight);
    if (grown === height) return;
    height = grown;
    await page.setViewportSize({ width, height });
  }
}

/** Creates a capture below this folder, such as `1180x820-light/students.png`. */
export function createCapture(folder: string, { width, height }: { width: number; height: number }): Capture {
  const size = `${width}x${height}`;
  let count = 0;
  for (const scheme of schemes) mkdirSync(join(folder, `${size}-${scheme}`), { recursive: true });
  return {
    size,
    count: () => count,
    shoot: async (page, name, reach = 'page') => {
      if (reach === 'page') await growTo(page, width);
      for (const scheme of schemes) {
        await setColorScheme(page, scheme);
        const path = join(folder, `${size}-${scheme}`, `${name}.png`);
        await page.screenshot({ path, caret: 'initial' });
        count += 1;
      }
      await page.setViewportSize({ width, height });
    },
  };
}
