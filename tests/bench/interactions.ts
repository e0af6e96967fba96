import type { Page } from '@playwright/test';
import { type Line, ms, timing } from './measure.ts';
import { throttledPage, withThrottledApp } from './throttled-app.ts';

const ROUNDS = 6;
/** The longest accepted time from a key or tap to the frame that shows what it did, in milliseconds. */
const BAR_MS = 100;

/** Returns the time from the event of an action to the frame with the typed letter or with other rows, in milliseconds. */
async function timeToFrame(page: Page, event: 'keydown' | 'pointerdown', act: () => Promise<void>) {
  await page.evaluate((event) => {
    performance.clearMeasures('felt');
    const firstRow = () => document.querySelector('main tbody tr')?.textContent;
    const before = firstRow();
    const onAct = ({ timeStamp }: Event) => {
      const drawn = () => requestAnimationFrame(() => performance.measure('felt', { start: timeStamp }));
      if (event === 'keydown') addEventListener('input', drawn, { once: true });
      const observer = new MutationObserver(() => {
        if (firstRow() === before) return;
        observer.disconnect();
        drawn();
      });
      const all = { childList: true, subtree: true, characterData: true };
      if (event === 'pointerdown') observer.observe(document.body, all);
    };
    addEventListener(event, onAct, { once: true, capture: true });
  }, event);
  await act();
  await page.waitForFunction(() => performance.getEntriesByName('felt').length > 0);
  return page.evaluate(() => performance.getEntriesByName('felt')[0]?.duration ?? Number.NaN);
}

const against = (what: string, times: readonly number[]): Line => {
  const { median } = timing(times);
  return { what, ours: ms(median), peer: ms(BAR_MS), ratio: median / BAR_MS, bar: 1 };
};

/** Measures the first key in a form and the turn to a kept page of a list on a CPU four times slower. */
export function interactions(origin: string): Promise<Line[]> {
  return withThrottledApp(origin, async (context, first) => {
    await first.close();
    const page = await throttledPage(context);
    const main = page.getByRole('main');
    const [keys, turns]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      await page.goto(`${origin}/students/add-student`);
      await page.getByLabel('Name', { exact: true }).focus();
      await page.waitForLoadState('networkidle');
      keys.push(await timeToFrame(page, 'keydown', () => page.keyboard.press('M')));
    }
    await page.goto(`${origin}/students`);
    await main.getByRole('row').nth(2).waitFor();
    for (let turn = 0; turn < ROUNDS + 1; turn++) {
      await page.waitForLoadState('networkidle');
      const button = main.getByRole('button', { name: turn % 2 === 0 ? 'Next' : 'Previous' });
      const time = await timeToFrame(page, 'pointerdown', () => button.click());
      // The second page is read by the first turn.
      if (turn > 0) turns.push(time);
    }
    return [against('first key in a form', keys), against('turn to a kept page', turns)];
  });
}
