import { expect, type Page, test } from '@playwright/test';
import { paths } from '#contract/http.ts';
import { signIn } from '../support/browser.ts';
import { api, branch, proxy, withBranch } from './own-branch.ts';
import { enrol, goTo, row, takeInstallment } from './page-actions.ts';

let page: Page;

// The tests share a page: starting the app takes longer than a test.
withBranch(async ({ browser }) => {
  await api.post('/month/', { name: 'November' });
  await api.post('/students/', { name: 'Mona Adel' });
  page = await (await browser.newContext()).newPage();
  await signIn(page, proxy.origin, branch.user);
});
test.afterAll(() => page?.context().close());

const passed = (wanted: string) =>
  proxy.passages.filter(({ path, status }) => path === `/api${wanted}` && status === 200).length;

/** Waits until the device is told what others write. */
const untilLive = () => expect.poll(() => passed(paths.events)).toBeGreaterThan(0);

/** Waits until all tabs of a device take part: one has the lock, the others wait for it. */
async function untilJoined(page: Page, tabs: number): Promise<void> {
  const joined = () =>
    page.evaluate(async () => {
      const { held = [], pending = [] } = await navigator.locks.query();
      return [...held, ...pending].filter(({ name }) => name?.startsWith('branch-desk.events.')).length;
    });
  await expect.poll(joined).toBe(tabs);
}

const income = (page: Page) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Total income' }) });

const laterServices = /\/assets\/later-services-/;

test('a payment moves list, student page, tile and month of another device over the stream that its tabs share', async ({
  browser,
}) => {
  const desk = await browser.newPage();
  await signIn(desk, branch.origin, branch.user);
  await enrol(desk, { student: 'Mona Adel', receipt: '1001', price: '900', paid: '300' });
  const take = (receipt: string, paid: string) =>
    takeInstallment(desk, { student: 'Mona Adel', receipt, paid });

  const [first, second] = [page, await page.context().newPage()];
  const { id = '' } = (await api.all('/students/')).find(({ name }) => name === 'Mona Adel') ?? {};

  await test.step('a list and a tile', async () => {
    await untilLive();
    const streams = passed(paths.events);
    await goTo(first, 'Adult Courses');
    await expect(row(first, 'Mona Adel')).toContainText('600.00');
    await second.goto(proxy.origin);
    await expect(income(second)).toContainText('300.00');
    await untilJoined(first, 2);
    expect(passed(paths.events)).toBe(streams);
    await take('1002', '137');
    await expect(row(first, 'Mona Adel')).toContainText('463.00');
    await expect(income(second)).toContainText('437.00');
  });

  await test.step('a student page and a month', async () => {
    await first.goto(`${proxy.origin}/students/${id}`);
    await expect(first.getByRole('main')).toContainText('463.00');
    await second.goto(`${proxy.origin}/work-history`);
    await expect(second.getByRole('main')).toContainText('437.00');
    await untilJoined(first, 2);
    await take('1003', '63');
    await expect(first.getByRole('main')).toContainText('400.00');
    await expect(second.getByRole('main')).toContainText('500.00');
  });
  // Polls, which follow where no stream arrives, would move the screens too.
  expect(passed(paths.changes)).toBe(0);
  await desk.context().close();
  await second.close();
});

test('69 a change that came while the stream was cut is shown when it is back', async () => {
  await goTo(page, 'Students');
  await untilLive();
  const stop = proxy.always({ path: `/api${paths.events}` }, { kind: 'drop' });
  proxy.cutStreams();
  await api.post('/students/', { name: 'Came In The Gap' });
  stop();
  await expect(row(page, 'Came In The Gap')).toBeVisible();
});

test('a network that is cut while the live updates load turns the pill offline; they load when it is back', async ({
  browser,
}) => {
  const context = await browser.newContext();
  const cutOff = await context.newPage();
  await signIn(cutOff, branch.origin, branch.user);
  await context.route(laterServices, async (route) => {
    await context.setOffline(true);
    await route.abort('internetdisconnected');
  });
  await cutOff.reload();
  const pill = cutOff.getByRole('banner');
  await expect(pill).toContainText('Offline');
  await context.unroute(laterServices);
  const loaded = cutOff.waitForResponse(laterServices);
  await context.setOffline(false);
  await loaded;
  await expect(pill).toContainText('Online');
  await goTo(cutOff, 'Students');
  await expect(row(cutOff, 'Mona Adel')).toBeVisible();
  await api.post('/students/', { name: 'Written Elsewhere' });
  await expect(row(cutOff, 'Written Elsewhere')).toBeVisible();
  await context.close();
});
