import type { BrowserContext } from '@playwright/test';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { signedInApi } from '../support/api.ts';
import { timing } from './measure.ts';
import { CPU_SLOWDOWN, throttledPage, withThrottledApp } from './throttled-app.ts';

const ROUNDS = 5;
const BAR_MS = 1_000;
const RECEIPT = 'B7-1213';

/** Opens a student's page offline, taps the receipt and Print, and returns the milliseconds of both. */
async function printOnce(context: BrowserContext, address: string): Promise<number> {
  const page = await throttledPage(context);
  await page.addInitScript((receipt) => {
    window.print = () => performance.mark('printed');
    const isReady = () => {
      const dialog = document.querySelector('[role=dialog]');
      const button = [...(dialog?.querySelectorAll('button') ?? [])].find(
        (one) => one.textContent.trim() === 'Print',
      );
      return button?.disabled === false && dialog?.textContent.includes(receipt) === true;
    };
    new MutationObserver((_, observer) => {
      if (!isReady()) return;
      observer.disconnect();
      requestAnimationFrame(() => performance.mark('ready'));
    }).observe(document, { childList: true, subtree: true, attributes: true });
    addEventListener('pointerdown', () => performance.mark('tapped'), { capture: true });
  }, RECEIPT);
  await page.goto(address);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Receipt of/ })
    .first()
    .tap();
  await page.waitForFunction(() => performance.getEntriesByName('ready').length > 0);
  await page.getByRole('dialog').getByRole('button', { name: 'Print', exact: true }).tap();
  await page.waitForFunction(() => performance.getEntriesByName('printed').length > 0);
  const times = await page.evaluate(() =>
    ['tapped', 'ready', 'printed'].map((name) =>
      performance.getEntriesByName(name).map(({ startTime }) => startTime),
    ),
  );
  await page.close();
  const [[opened = 0, confirmed = 0] = [], [ready = Number.NaN] = [], [printed = Number.NaN] = []] = times;
  return ready - opened + (printed - confirmed);
}

/**
 * Measures on a CPU four times slower and without a network, from the tap on a receipt until its paper can be printed, and from the tap on
 * Print until the browser's dialog is asked for. Returns one line.
 */
export async function receiptPrinting(origin: string): Promise<string> {
  const api = await signedInApi(origin);
  const factory = branchFactory(52);
  const { id } = await api.post('/students/', factory.student({ name: 'Mona Adel' }));
  const money = { price: '900', paid_amount: '250', receipt_number: RECEIPT };
  await api.post('/bus/', factory.enrolment('bus', String(id), money));
  return withThrottledApp(origin, async (context, page) => {
    await page.goto(`${origin}/students/${String(id)}`);
    await page.getByRole('main').getByText(RECEIPT).first().waitFor();
    await page.waitForLoadState('networkidle');
    await page.goto('about:blank');
    await context.setOffline(true);
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++)
      times.push(await printOnce(context, `${origin}/students/${String(id)}`));
    const { median } = timing(times);
    return `a receipt, offline, ${CPU_SLOWDOWN}x slower: ${Math.round(median)} ms from the tap to the print dialog (at most ${BAR_MS} ms: ${median <= BAR_MS ? 'good' : 'OVER'}; longest ${Math.round(Math.max(...times))} ms)`;
  });
}
