import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';

/** Detects hangs only, in milliseconds. */
const VISIBLE_WITHIN_MS = 20_000;

/** What a finger needs from seeing a control to touching it, in milliseconds. */
const REACHED_WITHIN_MS = 300;

/** Acts on the screens as somebody at the desk does. Every touch of the screen is counted in the page. */
export interface Person {
  readonly page: Page;
  readonly main: Locator;
  readonly tap: (target: Locator) => Promise<void>;
  /** Types into a field key by key. A field without the focus is reached by the next-field key, else by a tap. */
  readonly type: (field: Locator, text: string) => Promise<void>;
  readonly apart: (work: () => Promise<void>) => Promise<void>;
  readonly see: (target: Locator) => Promise<void>;
  /** Opens a screen through the menu, which is behind a button on small screens. */
  readonly go: (entry: string) => Promise<void>;
  readonly pick: (label: string, typed: string) => Promise<void>;
  /** Chooses an option of buttons in a row, or of a list that unfolds: a tap to open it and one to choose. */
  readonly choose: (label: string, option: string) => Promise<void>;
  readonly cutNetwork: () => Promise<boolean>;
  readonly restoreNetwork: () => Promise<void>;
}

export interface Counts {
  taps: number;
  typed: number;
}

/** Counts each trusted touch of any page of the context, however it is caused. */
export async function countTouches(context: BrowserContext, counts: Counts): Promise<void> {
  await context.exposeBinding('countTouch', () => {
    counts.taps += 1;
  });
  await context.addInitScript(() => {
    addEventListener(
      'pointerdown',
      ({ isTrusted }) => {
        if (isTrusted) (Reflect.get(window, 'countTouch') as () => void)();
      },
      { capture: true },
    );
  });
}

/** The key of an on-screen keyboard for the next field passes buttons by. */
async function nextField(page: Page): Promise<void> {
  for (let place = 0; place < 3; place += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.matches('input, textarea, select'))) return;
  }
}

const isFocused = (field: Locator) => field.evaluate((element) => element === document.activeElement);

/** Creates a person in front of a page; `cuts` tells whether the network is cut when a task says so. */
export function personAt(page: Page, counts: Counts, cuts: boolean): Person {
  const see = (target: Locator) => target.first().waitFor({ timeout: VISIBLE_WITHIN_MS });
  /** Waits until a control has stood still for as long as a finger needs to reach it. */
  const stands = async (target: Locator) => {
    for (let last = ''; ; await page.waitForTimeout(REACHED_WITHIN_MS)) {
      const box = JSON.stringify(await target.boundingBox());
      if (box === last) return;
      last = box;
    }
  };
  const tap = async (target: Locator) => {
    await see(target);
    await stands(target.first());
    await target.first().tap();
  };
  const reach = async (field: Locator) => {
    await see(field);
    if (await isFocused(field)) return;
    const typing = await page.evaluate(() => document.activeElement?.matches('input, textarea') ?? false);
    if (typing) await nextField(page);
    if (!(await isFocused(field))) await field.tap();
  };
  const type = async (field: Locator, text: string) => {
    await reach(field);
    await field.selectText();
    await page.keyboard.type(text);
    counts.typed += text.length;
    await expect(field).not.toHaveValue('');
  };
  return {
    page,
    main: page.getByRole('main'),
    tap,
    type,
    see,
    apart: async (work) => {
      const before = counts.taps;
      await work();
      counts.taps = before;
    },
    go: async (entry) => {
      const link = page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: entry, exact: true });
      if (!(await link.isVisible()))
        await tap(page.getByRole('banner').getByRole('button', { name: 'Open the menu' }));
      await tap(link);
    },
    pick: async (label, typed) => {
      await type(page.getByRole('combobox', { name: label }), typed);
      await tap(page.getByRole('option', { name: new RegExp(`^${typed}`) }));
    },
    choose: async (label, option) => {
      const open = page.getByRole('radiogroup', { name: label });
      const unfolding = page.getByRole('combobox', { name: label });
      await see(open.or(unfolding));
      if (await open.isVisible()) return tap(open.getByRole('radio', { name: option, exact: true }));
      // The browser's own list is not part of the page.
      await unfolding.selectOption({ label: option });
      counts.taps += 2;
    },
    cutNetwork: async () => {
      if (cuts) await page.context().setOffline(true);
      return cuts;
    },
    restoreNetwork: () => page.context().setOffline(false),
  };
}
