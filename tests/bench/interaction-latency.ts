import type { BrowserContext, Locator, Page } from '@playwright/test';
import { timing } from './measure.ts';
import { CPU_SLOWDOWN, throttledPage, withThrottledApp } from './throttled-app.ts';

/** Is the duration from which a main-thread task counts as long, in milliseconds. */
const LONG_TASK_MS = 50;
/** Turns to and fro between two kept pages. */
const KEPT_TURNS = 6;
/** The longest accepted time from a tap to the rows of a kept page, in milliseconds. */
const KEPT_PAGE_BAR_MS = 100;

/** Holds an interaction and the main-thread tasks over 50 ms that it caused. */
export interface InteractionLatency {
  readonly what: string;
  /** Durations in milliseconds, longest first. */
  readonly tasks: readonly number[];
  /** Median time from the tap to the frame with the other rows, in milliseconds. */
  readonly rowsAfter?: number;
}

/** Performs an interaction and returns its long tasks. */
async function during(
  page: Page,
  what: string,
  interaction: () => Promise<void>,
): Promise<InteractionLatency> {
  await page.evaluate(() => {
    const found: number[] = [];
    Object.assign(window, { longTasks: found });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) found.push(Math.round(duration));
    }).observe({ type: 'longtask' });
  });
  await interaction();
  const tasks = await page.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    return (window as unknown as { longTasks: number[] }).longTasks;
  });
  return { what, tasks: tasks.filter((task) => task > LONG_TASK_MS).sort((one, other) => other - one) };
}

/** Returns the position of a target. Called before measuring, since locators run scripts in the page. */
async function placeOf(target: Locator): Promise<readonly [number, number]> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error(`${target} is not visible.`);
  return [box.x + box.width / 2, box.y + box.height / 2];
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Types into the focused element key by key. */
async function type(page: Page, text: string): Promise<void> {
  for (const letter of text) {
    await page.keyboard.press(letter === ' ' ? 'Space' : letter);
    await pause(120);
  }
}

/** Taps a button of the pager; returns the time until a frame shows other rows, in milliseconds. */
async function timeToOtherRows(page: Page, button: Locator): Promise<number> {
  const place = await placeOf(button);
  await page.evaluate(() => {
    performance.clearMeasures('other rows');
    const firstRow = () => document.querySelector('main tbody tr')?.textContent;
    const before = firstRow();
    const onTap = ({ timeStamp }: Event) => {
      const observer = new MutationObserver(() => {
        if (firstRow() === before) return;
        observer.disconnect();
        requestAnimationFrame(() => performance.measure('other rows', { start: timeStamp }));
      });
      observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    };
    addEventListener('pointerdown', onTap, { once: true, capture: true });
  });
  await page.mouse.click(...place);
  await page.waitForFunction(() => performance.getEntriesByName('other rows').length > 0);
  return page.evaluate(() => performance.getEntriesByName('other rows')[0]?.duration ?? Number.NaN);
}

/** Turns to and fro between two pages of a list that were read a moment ago. */
async function turnKeptPages(page: Page): Promise<InteractionLatency> {
  const times: number[] = [];
  const felt = await during(page, 'turning to a kept page', async () => {
    for (let turn = 0; turn < KEPT_TURNS; turn++) {
      const name = turn % 2 === 0 ? 'Previous' : 'Next';
      times.push(await timeToOtherRows(page, main(page).getByRole('button', { name })));
      await pause(300);
    }
  });
  return { ...felt, rowsAfter: timing(times).median };
}

const main = (page: Page) => page.getByRole('main');

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await main(page).getByRole('row').nth(2).waitFor();
  await page.waitForLoadState('networkidle');
}

/** Opens a new enrolment and focuses its price, which recomputes the remaining amount on every key. */
async function enrolmentForm(context: BrowserContext, origin: string): Promise<Page> {
  const page = await throttledPage(context);
  await page.goto(`${origin}/courses/adult/add-course`);
  await page.getByLabel('Price', { exact: true }).focus();
  await page.waitForLoadState('networkidle');
  return page;
}

/** Measures long tasks on a CPU four times slower: typing and paging. */
export function measureInteractions(origin: string): Promise<InteractionLatency[]> {
  return withThrottledApp(origin, async (context, first) => {
    await first.close();
    const page = await throttledPage(context);
    await open(page, `${origin}/students`);
    const next = main(page).getByRole('button', { name: 'Next' });
    const felt: InteractionLatency[] = [];
    for (const turn of ['first', 'second', 'third']) {
      const place = await placeOf(next);
      felt.push(
        await during(page, `turning a page of a list, ${turn}`, async () => {
          await page.mouse.click(...place);
          await pause(500);
        }),
      );
    }
    felt.push(await turnKeptPages(page));
    await page.getByRole('searchbox').focus();
    felt.push(await during(page, 'typing a search', () => type(page, 'Student 1')));
    await open(page, `${origin}/students`);
    await main(page).getByRole('link', { name: 'Add Student' }).first().click();
    await page.getByLabel('Name', { exact: true }).focus();
    felt.push(await during(page, 'typing in a form', () => type(page, 'Mona Adel')));
    const amount = await enrolmentForm(context, origin);
    felt.push(await during(amount, 'typing an amount', () => type(amount, '1200')));
    return felt;
  });
}

/** Formats the result as one line. */
export const interactionSummary = ({ what, tasks, rowsAfter }: InteractionLatency): string =>
  `${what}, ${CPU_SLOWDOWN}x slower: ${tasks.length === 0 ? `no task over ${LONG_TASK_MS} ms` : `${tasks.length} over ${LONG_TASK_MS} ms, the longest ${tasks[0]} ms`}${rowsAfter === undefined ? '' : `; rows after ${Math.round(rowsAfter)} ms (bar ${KEPT_PAGE_BAR_MS})`}`;
