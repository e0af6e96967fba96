import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { SYNC_TAG } from '#app/lib/background-store.ts';
import { signIn } from '../support/browser.ts';
import { findChromium } from '../support/find-chromium.ts';
import { api, branch, proxy, withBranch } from './own-branch.ts';
import { expectNothingPending, readyToStartOffline, takeInstallment } from './page-actions.ts';
import { prepareEnrolment } from './prepared-enrolment.ts';

/** Only an installed app has a service worker, and only Chromium with a window, or the part for one, has Background Sync. */
test.use({
  serviceWorkers: 'allow',
  permissions: ['background-sync'],
  launchOptions: {
    executablePath: findChromium(),
    args: ['--disable-gpu', '--headless=new'],
    ignoreDefaultArgs: ['--headless'],
  },
});

withBranch(() =>
  prepareEnrolment(api, { student: 'Mona Adel', receipt: '901', price: '3000.00', paid: '500.00' }),
);

const paidAmounts = async () =>
  (await api.all('/adult-course/')).map(({ paid_amount }) => paid_amount).sort();

/** Dispatches the event as the browser does when the network is back. */
async function syncDispatcher(context: BrowserContext, page: Page): Promise<() => Promise<void>> {
  const devTools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const registration = registrations.find(({ scopeURL }) => scopeURL.startsWith(proxy.origin));
      if (registration) resolve(registration.registrationId);
    });
  });
  await devTools.send('ServiceWorker.enable');
  const registrationId = await registered;
  return async () => {
    await devTools.send('ServiceWorker.dispatchSyncEvent', {
      origin: proxy.origin,
      registrationId,
      tag: SYNC_TAG,
      lastChance: false,
    });
  };
}

/** As if its time had passed; a session can be refreshed, and each refresh token once. */
const expiredToken = {
  kind: 'answer',
  status: 401,
  body: JSON.stringify({ detail: 'Expired.' }),
} as const;

/** Waits until the page has left its session to the service worker. */
const sessionLeft = (page: Page) =>
  expect
    .poll(() => page.evaluate(async () => (await caches.keys()).includes('branch-desk.background')))
    .toBe(true);

test('a payment that waits when the app is closed is sent by the service worker, once, also while a page opens', async ({
  page,
  context,
}) => {
  await signIn(page, proxy.origin, branch.user);
  await readyToStartOffline(page, proxy);
  const elsewhere = await context.newPage();
  const dispatchSync = await syncDispatcher(context, elsewhere);

  await test.step('while it is closed', async () => {
    const reconnect = proxy.always({}, { kind: 'drop' });
    await takeInstallment(page, { student: 'Mona Adel', receipt: '902', paid: '200' });
    await sessionLeft(page);
    await page.close();
    reconnect();
    proxy.next({ method: 'POST', path: '/api/adult-course/' }, expiredToken);
    await dispatchSync();
    await expect.poll(paidAmounts).toEqual(['200.00', '500.00']);
  });

  const reopened = await context.newPage();
  await test.step('the page that opens later has the session that the service worker refreshed', async () => {
    proxy.next({ path: '/api/branch/details/' }, expiredToken);
    await reopened.goto(`${proxy.origin}/courses/adult`);
    await expectNothingPending(reopened);
    await expect(reopened.getByText('200.00').first()).toBeVisible();
  });

  await test.step('while a page opens', async () => {
    const reconnect = proxy.always({}, { kind: 'drop' });
    await takeInstallment(reopened, { student: 'Mona Adel', receipt: '903', paid: '300' });
    await sessionLeft(reopened);
    await reopened.close();
    reconnect();
    const opening = await context.newPage();
    await Promise.all([dispatchSync(), opening.goto(`${proxy.origin}/courses/adult`), dispatchSync()]);
    await expectNothingPending(opening);
    await expect.poll(paidAmounts).toEqual(['200.00', '300.00', '500.00']);
    const payments = proxy.passages.filter(({ body }) => body.includes('"903"'));
    expect(new Set(payments.map(({ key }) => key)).size).toBe(1);
  });
});
