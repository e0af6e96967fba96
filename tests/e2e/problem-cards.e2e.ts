import { expect, test } from '@playwright/test';
import { signedInApi } from '../support/api.ts';
import { type Device, newDevice, signIn } from '../support/browser.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { type RunningServer, startServer } from '../support/running-server.ts';
import { auditScreen } from './a11y/audit-page.ts';
import {
  expectIncome,
  expectNothingWaiting,
  goTo,
  readyForOffline,
  row,
  takeInstallment,
} from './page-actions.ts';

let server: RunningServer;
let proxy: FaultProxy;
let desk: Device;
let tablet: Device;

test.beforeAll(async () => {
  server = await startServer();
  proxy = await startFaultProxy(server.origin);
  desk = newDevice();
  tablet = newDevice();
});
test.afterAll(async () => {
  await Promise.all([desk?.remove(), tablet?.remove()]);
  await proxy?.close();
  await server?.remove();
});

test('money taken twice for one debt: the card shows both, and one tap records what remains', async () => {
  const api = await signedInApi(server.origin);
  await api.post('/month/', { name: 'November' });
  const student = await api.post('/students/', { name: 'Mona Adel' });
  await api.post('/adult-course/', {
    student: student.id,
    receipt_number: '1041',
    level: '1',
    period: '1',
    transportation_type: 'parent',
    price: '3000',
    paid_amount: '1000',
  });
  const [atDesk, onTablet] = await Promise.all([desk.open(), tablet.open()]);
  await signIn(onTablet, proxy.origin);
  await readyForOffline(onTablet, proxy);

  await test.step('the tablet takes 500 without a network, the desk 1,700', async () => {
    await tablet.context().setOffline(true);
    await takeInstallment(onTablet, { student: 'Mona Adel', receipt: '1042', paid: '500' });
    await signIn(atDesk, server.origin);
    await takeInstallment(atDesk, { student: 'Mona Adel', receipt: '1043', paid: '1700' });
    await expect(row(atDesk, '1041')).toContainText('300.00');
  });

  await test.step('the card shows what was entered beside what the server has', async () => {
    await tablet.context().setOffline(false);
    await onTablet
      .getByRole('banner')
      .getByRole('button', { name: /1 needs you/ })
      .click({ timeout: 60_000 });
    const card = onTablet.getByRole('dialog').getByRole('listitem', { name: /receipt 1042/ });
    await expect(card.getByRole('region', { name: 'What was entered' })).toContainText('500.00');
    const now = card.getByRole('region', { name: 'On the server now' });
    for (const amount of ['3,000.00', '2,700.00', '300.00']) await expect(now).toContainText(amount);
    await auditScreen(onTablet, 'a card that needs a person');
    await card.getByRole('button', { name: /^Take L\.E\. 300\.00 instead/ }).click();
    await expect(onTablet.getByText('Everything is sent')).toBeVisible();
    await onTablet.getByRole('button', { name: 'Close the Sync panel' }).click();
    await expectNothingWaiting(onTablet);
  });

  await test.step('the figures are right on both', async () => {
    expect(await api.newestMonth()).toMatchObject({ revenue: '3000.00', debts: '0.00' });
    const paid = (await api.all('/adult-course/')).map((one) => `${one.receipt_number} ${one.paid_amount}`);
    expect(paid.sort()).toEqual(['1041 1000.00', '1042 300.00', '1043 1700.00']);
    await expectIncome(onTablet, '3,000.00');
    await goTo(onTablet, 'Adult Courses');
    await expect(row(onTablet, '1041')).toContainText('0.00');
    await expect(row(onTablet, '1042')).toContainText('300.00');
    await goTo(atDesk, 'Students');
    await row(atDesk, 'Mona Adel').getByRole('link', { name: 'Mona Adel', exact: true }).click();
    const account = atDesk.getByRole('region', { name: 'Account' });
    await expect(account).toContainText('Nothing owed');
    await expect(account).toContainText('3,000.00');
  });
});
