import { expect, test } from '@playwright/test';
import { type Api, signedInApi } from '../support/api.ts';
import { signIn } from '../support/browser.ts';
import type { Person } from '../support/extra-users.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { type OwnBranch, ownBranch } from '../support/shared-server.ts';
import { expectNothingPending, goTo, pick, readyForOffline, submit } from './page-actions.ts';

/** Installs the app, which opens screens without a connection. */
test.use({ serviceWorkers: 'allow' });

let branch: OwnBranch;
let salma: Person & { readonly id: string };
let proxy: FaultProxy;
let api: Api;

test.beforeAll(async () => {
  branch = await ownBranch();
  proxy = await startFaultProxy(branch.origin);
  api = await signedInApi(branch.origin, branch.user);
  await api.post('/month/', { name: 'November' });
  await api.post('/employees/', {
    name: 'Hany Adel',
    job_title: 'Teacher',
    salary: '5000.00',
    phone: '01001112223',
  });
  const email = branch.user.email.replace('desk', 'salma');
  const password = 'a password of Salma';
  const named = { first_name: 'Salma', last_name: 'Hany', account_type: 'manager' };
  const { id } = await api.post('/users/', { email, password, ...named });
  salma = { email, password, branch: branch.user.branch, id: String(id) };
});
test.afterAll(async () => {
  await proxy?.close();
});

test('78 a deduction that a manager approves is recorded once, however often its answer is lost', async ({
  page,
  context,
}) => {
  const deductions = { method: 'POST', path: '/api/deductions/' };
  const tries = () =>
    proxy.passages.filter(({ method, path }) => method === 'POST' && path === deductions.path);
  const refused = () => tries().filter(({ status }) => status === 403).length;
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: '111.00' });
  /** Approves it while a fault lasts, and closes the dialog. */
  const approve = async (endFault: () => void) => {
    await card.getByRole('button', { name: /^Ask a manager here/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Manager approval' });
    await dialog.getByLabel("Manager's email").fill(branch.user.email);
    await dialog.getByLabel("Manager's password").fill(branch.user.password);
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await expect(dialog.getByRole('alert')).toContainText('it is done only once');
    endFault();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
  };

  await test.step('it was entered as a manager, who is staff by the time it is sent', async () => {
    await signIn(page, proxy.origin, salma);
    await readyForOffline(page, proxy, ['employees', 'deductions']);
    await context.setOffline(true);
    await goTo(page, 'Deductions');
    await page.getByRole('main').getByRole('link', { name: 'Add Deduction' }).first().click();
    await pick(page, 'Employee', 'Hany');
    await page.getByLabel('Amount').fill('111');
    await page.getByLabel('Reason').fill('Late');
    await submit(page, 'Add Deduction');
    await api.patch(`/users/${salma.id}/`, { account_type: 'staff' });
    // The server trusts a role that it has read for 5 s (decision 48).
    await page.waitForTimeout(6_000);
    await context.setOffline(false);
    await page.goto(`${proxy.origin}/sync`);
    await expect(card.getByRole('button', { name: /^Ask a manager here/ })).toBeVisible({ timeout: 60_000 });
  });

  await test.step('an approved attempt that never arrives is asked again, refused, and stays a card', async () => {
    // Not only the next one: a browser repeats by itself what breaks on a kept connection.
    await approve(proxy.always(deductions, { kind: 'drop' }));
    await expect(card).toContainText('may be recorded already', { timeout: 60_000 });
    const before = refused();
    await card.getByRole('button', { name: /^Send again/ }).click();
    await expect.poll(refused, { timeout: 60_000 }).toBe(before + 1);
    await expect(card).toContainText('may be recorded already');
  });

  await test.step('one that arrives, with its answer lost, is done by itself', async () => {
    await approve(proxy.always(deductions, { kind: 'swallow' }));
    await expect(card).toBeHidden({ timeout: 60_000 });
    await expectNothingPending(page);
  });

  expect((await api.all('/deductions/')).map(({ amount }) => amount)).toEqual(['111.00']);
  expect(new Set(tries().map(({ key }) => key)).size).toBe(1);
});
