import { expect, type Page, test } from '@playwright/test';
import { paths } from '#contract/http.ts';
import { signIn } from '../support/browser.ts';
import type { FaultProxy } from '../support/fault-proxy.ts';
import { api, branch, proxy, withBranch } from './own-branch.ts';
import { enrol, goTo, row, takeInstallment } from './page-actions.ts';

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

/** Number of polls, which a device makes where no stream tells it what changed. */
const pollsOf = ({ passages }: FaultProxy) =>
  passages.filter(({ path }) => path === `/api${paths.changes}`).length;

/** Takes an installment on one device, and expects each text on a page of another, told by the stream. */
async function expectMoves(
  page: Page,
  payment: { readonly receipt: string; readonly paid: string },
  ...expected: readonly (readonly [Page, string])[]
): Promise<void> {
  const polls = pollsOf(proxy);
  await takeInstallment(page, { student: 'Mona Adel', ...payment });
  for (const [other, text] of expected) await expect(other.getByRole('main')).toContainText(text);
  expect(pollsOf(proxy)).toBe(polls);
}

const income = (page: Page) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Total income' }) });

test('list and tile of another device move by themselves after a payment', async ({ browser }) => {
  const desk = await browser.newPage(device);
  await signIn(desk, branch.origin, branch.user);
  await enrol(desk, { student: 'Mona Adel', receipt: '1001', price: '900', paid: '300' });

  const [first, second] = [page, await page.context().newPage()];

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
  await desk.context().close();
  await second.close();
});
