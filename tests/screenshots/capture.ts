import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { setColorScheme } from '../support/accessibility.ts';

/** How much of a page a picture shows: all of it, or what stands in the window, as dialogs and menus do. */
type Reach = 'page' | 'window';

/** Takes the pictures of one size of screen, by day and by night. */
export interface Capture {
  readonly size: string;
  readonly shoot: (page: Page, name: string, reach?: Reach) => Promise<void>;
  /** How many pictures there are so far. */
  readonly count: () => number;
}

const schemes = ['light', 'dark'] as const;

/** Makes the window as high as the page, so that what sticks to its foot does not cover what stands there. */
async function growTo(page: Page, width: number): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height });
}

/** An album below this folder: `1180x820-light/students.png`. */
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
