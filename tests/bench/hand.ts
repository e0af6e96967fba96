import type { Page } from '@playwright/test';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { multiplyWaiting } from '../support/waiting-rows.ts';
import { inTheApp, SLOWER, slowPage } from './in-the-app.ts';

/** A task that is longer is felt (bars: Interaction). In milliseconds. */
const FELT = 50;
const ROWS = 500;

/** What was done, and the tasks over 50 ms that it caused on the main thread. */
export interface Felt {
  readonly what: string;
  /** In milliseconds, the longest first. */
  readonly tasks: readonly number[];
}

/** Does something and tells which tasks were long. */
async function during(page: Page, what: string, deed: () => Promise<void>): Promise<Felt> {
  await page.evaluate(() => {
    const found: number[] = [];
    Object.assign(window, { longTasks: found });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) found.push(Math.round(duration));
    }).observe({ type: 'longtask' });
  });
  await deed();
  const tasks = await page.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    return (window as unknown as { longTasks: number[] }).longTasks;
  });
  return { what, tasks: tasks.filter((task) => task > FELT).sort((one, other) => other - one) };
}

const main = (page: Page) => page.getByRole('main');

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await main(page).getByRole('row').nth(2).waitFor();
  await page.waitForLoadState('networkidle');
}

/** What a hand feels of the app on a processor four times slower: typing, paging, and working while 500 entries are sent. */
export async function inTheHand(origin: string): Promise<Felt[]> {
  const proxy = await startFaultProxy(origin);
  try {
    return await inTheApp(proxy.origin, async (context, first) => {
      await first.close();
      const page = await slowPage(context);
      await open(page, `${proxy.origin}/students`);
      const next = main(page).getByRole('button', { name: 'Next' });
      const felt = [
        await during(page, 'turning three pages of a list', async () => {
          for (let turn = 0; turn < 3; turn++) {
            await next.click();
            await page.waitForTimeout(400);
          }
        }),
        await during(page, 'typing a search', () =>
          page.getByRole('searchbox').pressSequentially('Student 1', { delay: 120 }),
        ),
      ];
      await open(page, `${proxy.origin}/students`);
      await main(page).getByRole('link', { name: 'Add Student' }).first().click();
      const name = page.getByLabel('Name', { exact: true });
      await name.waitFor();
      felt.push(
        await during(page, 'typing in a form', () => name.pressSequentially('Mona Adel', { delay: 120 })),
      );
      const reconnect = proxy.always({}, { kind: 'drop' });
      await main(page).getByRole('button', { name: 'Add Student' }).click();
      await page.waitForURL(/\/students$/);
      await multiplyWaiting(page, ROWS, 'Fifty');
      await page.goto(`${proxy.origin}/students/add-student`);
      await name.waitFor();
      await page.getByRole('banner').getByText(`${ROWS} waiting`).waitFor();
      reconnect();
      felt.push(
        await during(page, `typing while ${ROWS} entries are sent`, async () => {
          for (let word = 0; word < 100 && !(await sent(page)); word++)
            await name.pressSequentially('Mona ', { delay: 60 });
        }),
      );
      return felt;
    });
  } finally {
    await proxy.close();
  }
}

const sent = (page: Page) => page.getByRole('banner').getByText('Online').isVisible();

/** In words, for a table of its own. */
export const feltWords = ({ what, tasks }: Felt): string =>
  `${what}, ${SLOWER}x slower: ${tasks.length === 0 ? `no task over ${FELT} ms` : `${tasks.length} over ${FELT} ms, the longest ${tasks[0]} ms`}`;
