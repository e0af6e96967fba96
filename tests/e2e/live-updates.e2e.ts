import { expect, type Page, test } from '@playwright/test';
import { paths } from '#contract/http.ts';
import { signIn } from '../support/browser.ts';
import type { FaultProxy } from '../support/fault-proxy.ts';
import { api, branch, proxy, withBranch } from './own-branch.ts';
import { enrol, goTo, row, takeInstallment } from './page-actions.ts';

/** Milliseconds. Without the stream screens ask every 30 s; with it a loaded machine may take some. */
const MOVES_WITHIN = 15_000;
/** Time in which the pill tells the truth, in milliseconds. */
const TRUE_WITHIN = 10_000;

/** Disables the service worker, which has no part in what others write. */
const device = { serviceWorkers: 'block' } as const;

let page: Page;

// The tests share a page: starting the app takes longer than a test.
withBranch(async ({ browser }) => {
  await api.post('/month/', { name: 'November' });
  await api.post('/students/', { name: 'Mona Adel' });
  page = await (await browser.newContext(device)).newPage();
  await signIn(page, proxy.origin, branch.user);
});
test.afterAll(() => page?.context().close());

const streamsOf = ({ passages }: FaultProxy) =>
  passages.filter(({ path, status }) => path === `/api${paths.events}` && status === 200);

/** Waits until the device is told what others write, and has read what it missed. */
async function untilLive(page: Page, before = 0): Promise<void> {
  await expect.poll(() => streamsOf(proxy).length).toBeGreaterThan(before);
  await page.waitForTimeout(1_000);
}

/** Waits until all tabs of a device take part: one has the lock, the others wait for it. */
async function untilJoined(page: Page, tabs: number): Promise<void> {
  const joined = () =>
    page.evaluate(async () => {
      const { held = [], pending = [] } = await navigator.locks.query();
      return [...held, ...pending].filter(({ name }) => name?.startsWith('branch-desk.events.')).length;
    });
  await expect.poll(joined).toBe(tabs);
  // What each of them reads when it joins is read by then.
  await page.waitForTimeout(2_000);
}

/** Returns when a page shows a text, in milliseconds of the machine's clock, as the page itself sees it. */
function seenAt(page: Page, text: string): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const check = () => {
          if (document.querySelector('main')?.textContent?.includes(wanted)) resolve(Date.now());
        };
        new MutationObserver(check).observe(document.body, {
          subtree: true,
          childList: true,
          characterData: true,
        });
        check();
      }),
    text,
  );
}

/** Takes an installment on one device, and expects each text on a page of another soon after the answer. */
async function expectMoves(
  page: Page,
  payment: { readonly receipt: string; readonly paid: string },
  ...expected: readonly (readonly [Page, string])[]
): Promise<void> {
  const seen = expected.map(([other, text]) => seenAt(other, text));
  const saved = page
    .waitForResponse((response) => response.request().method() === 'POST' && response.ok())
    .then(() => Date.now());
  await takeInstallment(page, { student: 'Mona Adel', ...payment });
  const savedAt = await saved;
  for (const at of await Promise.all(seen)) expect(at - savedAt).toBeLessThan(MOVES_WITHIN);
}

const income = (page: Page) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Total income' }) });

const laterServices = /\/assets\/later-services-/;

test('list, student page, tile and month of another device move by themselves after a payment', async ({
  browser,
}) => {
  const desk = await browser.newPage(device);
  await signIn(desk, branch.origin, branch.user);
  await enrol(desk, { student: 'Mona Adel', receipt: '1001', price: '900', paid: '300' });

  const [first, second] = [page, await page.context().newPage()];
  const { id = '' } = (await api.all('/students/')).find(({ name }) => name === 'Mona Adel') ?? {};

  await test.step('a list and a tile', async () => {
    await untilLive(first);
    const streams = streamsOf(proxy).length;
    await goTo(first, 'Adult Courses');
    await expect(row(first, 'Mona Adel')).toContainText('600.00');
    await second.goto(proxy.origin);
    await expect(income(second)).toContainText('300.00');
    await untilJoined(first, 2);
    // The tabs of a device share one connection.
    expect(streamsOf(proxy).length).toBe(streams);
    await expectMoves(desk, { receipt: '1002', paid: '137' }, [first, '463.00'], [second, '437.00']);
  });

  await test.step('a student page and a month', async () => {
    await first.goto(`${proxy.origin}/students/${id}`);
    await expect(first.getByRole('main')).toContainText('463.00');
    await second.goto(`${proxy.origin}/work-history`);
    await expect(second.getByRole('main')).toContainText('437.00');
    await untilJoined(first, 2);
    await expectMoves(desk, { receipt: '1003', paid: '63' }, [first, '400.00'], [second, '500.00']);
  });
  await desk.context().close();
  await second.close();
});

test('69 a change that came while the stream was cut is shown when it is back', async () => {
  await goTo(page, 'Students');
  await untilLive(page);
  const stop = proxy.always({ path: `/api${paths.events}` }, { kind: 'drop' });
  proxy.cutStreams();
  await api.post('/students/', { name: 'Came In The Gap' });
  stop();
  await expect(row(page, 'Came In The Gap')).toBeVisible();
});

test('a network that is cut while the live updates load turns the pill offline; they load when it is back', async ({
  browser,
}) => {
  const context = await browser.newContext(device);
  const cutOff = await context.newPage();
  await signIn(cutOff, branch.origin, branch.user);
  await context.route(laterServices, async (route) => {
    await context.setOffline(true);
    await route.abort('internetdisconnected');
  });
  await cutOff.reload();
  const pill = cutOff.getByRole('banner');
  await expect(pill).toContainText('Offline', { timeout: TRUE_WITHIN });
  await context.unroute(laterServices);
  const loaded = cutOff.waitForResponse(laterServices);
  await context.setOffline(false);
  await loaded;
  await expect(pill).toContainText('Online', { timeout: TRUE_WITHIN });
  await cutOff.getByRole('link', { name: 'Students' }).click();
  await expect(row(cutOff, 'Mona Adel')).toBeVisible();
  await cutOff.waitForTimeout(1_000);
  await api.post('/students/', { name: 'Written Elsewhere' });
  await expect(row(cutOff, 'Written Elsewhere')).toBeVisible({ timeout: MOVES_WITHIN });
  await context.close();
});
