import { expect, test } from '@playwright/test';
import { signedInApi } from '../support/api.ts';
import { signIn } from '../support/browser.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { type OwnBranch, ownBranch } from '../support/shared-server.ts';
import { auditScreen } from './a11y/audit-page.ts';
import {
  expectIncome,
  expectNothingPending,
  goTo,
  readyForOffline,
  row,
  takeInstallment,
} from './page-actions.ts';
import { prepareEnrolment } from './prepared-enrolment.ts';

/** Installs the app, which opens screens without a connection. */
test.use({ serviceWorkers: 'allow' });

let branch: OwnBranch;
let proxy: FaultProxy;

test.beforeAll(async () => {
  branch = await ownBranch();
  proxy = await startFaultProxy(branch.origin);
});
test.afterAll(async () => {
  await proxy?.close();
});

test('a second payment for the same debt: its card shows both, and one tap records the remaining amount', async ({
  page,
  context,
  browser,
}) => {
  const api = await signedInApi(branch.origin, branch.user);
  await prepareEnrolment(api, { student: 'Mona Adel', receipt: '1041', price: '3000', paid: '1000' });
  const otherPage = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  await signIn(page, proxy.origin, branch.user);
  await readyForOffline(page, proxy);

  await test.step('one device takes 500 offline, another one 1,700', async () => {
    await context.setOffline(true);
    await takeInstallment(page, { student: 'Mona Adel', receipt: '1042', paid: '500' });
    await signIn(otherPage, branch.origin, branch.user);
    await takeInstallment(otherPage, { student: 'Mona Adel', receipt: '1043', paid: '1700' });
    await expect(row(otherPage, '1041')).toContainText('300.00');
  });

  await test.step('the card compares the entry with the server', async () => {
    await context.setOffline(false);
    await page
      .getByRole('banner')
      .getByRole('button', { name: /1 needs you/ })
      .click({ timeout: 60_000 });
    const card = page.getByRole('dialog').getByRole('listitem', { name: /receipt 1042/ });
    await expect(card.getByRole('group', { name: 'What was entered' })).toContainText('500.00');
    const now = card.getByRole('group', { name: 'On the server now' });
    for (const amount of ['3,000.00', '2,700.00', '300.00']) await expect(now).toContainText(amount);
    await auditScreen(page, 'a card that needs a person');
    await card.getByRole('button', { name: /^Take L\.E\. 300\.00 instead/ }).click();
    await expect(page.getByText('Everything is sent')).toBeVisible();
    await page.getByRole('button', { name: 'Close the Sync panel' }).click();
    await expectNothingPending(page);
  });

  await test.step('the figures are right on both devices', async () => {
    expect(await api.newestMonth()).toMatchObject({ revenue: '3000.00', debts: '0.00' });
    const paid = (await api.all('/adult-course/')).map((one) => `${one.receipt_number} ${one.paid_amount}`);
    expect(paid.sort()).toEqual(['1041 1000.00', '1042 300.00', '1043 1700.00']);
    await expectIncome(page, '3,000.00');
    await goTo(page, 'Adult Courses');
    await expect(row(page, '1041')).toContainText('0.00');
    await expect(row(page, '1042')).toContainText('300.00');
    await goTo(otherPage, 'Students');
    await row(otherPage, 'Mona Adel').getByRole('link', { name: 'Mona Adel', exact: true }).click();
    const account = otherPage.getByRole('region', { name: 'Account' });
    await expect(account).toContainText('Nothing owed');
    await expect(account).toContainText('3,000.00');
  });
  await otherPage.context().close();
});
