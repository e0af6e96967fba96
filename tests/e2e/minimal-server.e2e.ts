import { expect, type Page, test } from '@playwright/test';
import { type Api, signedInTokens } from '../support/api.ts';
import { signInOnScreen } from '../support/browser.ts';
import { type MinimalServer, startMinimalServer } from '../support/minimal-server.ts';
import { api, branch, proxy, withBranch } from './own-branch.ts';
import {
  addStudent,
  createMonth,
  editRow,
  enrol,
  expectIncome,
  expectNothingPending,
  goTo,
  readyForOffline,
  row,
  submit,
  takeInstallment,
} from './page-actions.ts';

let host: MinimalServer;

withBranch(async () => {
  host = await startMinimalServer(proxy.origin);
});
test.afterAll(async () => {
  await host?.close();
});

const COURSES = { method: 'POST', path: '/api/adult-course/' };

/** Returns list requests with parameters that the specification does not have. */
const askedBeyond = () =>
  host.reads.filter(
    (read) => !/^[^?]*(\?(page=\d+|no_pagination=true(&is_installment=false)?))?$/.test(read),
  );

async function receipts(api: Api): Promise<unknown[]> {
  return (await api.all('/adult-course/')).map((one) => one.receipt_number).sort();
}

async function openSync(page: Page) {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /needs? you/i })
    .click();
  return page.getByRole('dialog');
}

test('the app works completely with a minimal server', async ({ page, context }) => {
  await test.step('sign in, a month, a student, an enrolment, an installment', async () => {
    await signInOnScreen(page, host.origin, branch.user);
    await createMonth(page, 'November');
    await addStudent(page, { name: 'Mona Adel', phone: '0100 123 4567' });
    await enrol(page, { student: 'Mona Adel', receipt: '1041', price: '3,000', paid: '1,000' });
    await takeInstallment(page, { student: 'Mona Adel', receipt: '1042', paid: '500' });
    await expect(row(page, '1041')).toContainText('1,500.00');
    await expectIncome(page, '1,500.00');
    await expect(page.getByRole('heading', { name: 'Debts to call about' })).toHaveCount(0);
  });

  await test.step('payments entered offline arrive once', async () => {
    await readyForOffline(page, proxy);
    await context.setOffline(true);
    await takeInstallment(page, { student: 'Mona Adel', receipt: '1043', paid: '200' });
    await expect(row(page, '1041')).toContainText('1,300.00');
    await context.setOffline(false);
    await expectNothingPending(page);
    expect(await receipts(api)).toEqual(['1041', '1042', '1043']);
  });

  await test.step('a lost answer needs a decision, and nothing is sent twice without one', async () => {
    proxy.next(COURSES, { kind: 'swallow' });
    await takeInstallment(page, { student: 'Mona Adel', receipt: '1044', paid: '100' });
    await expect(page.getByRole('banner')).toContainText('1 needs you');
    const sent = () => proxy.passages.filter(({ body }) => body.includes('"1044"')).length;
    expect(sent()).toBe(1);
    // The write had arrived: the list that the card refers to has it.
    await page.reload();
    await goTo(page, 'Adult Courses');
    await expect(row(page, '1044').filter({ hasNotText: /Needs you|Waiting/ })).toHaveCount(1);
    const panel = await openSync(page);
    await expect(panel).toContainText('Nobody knows whether the server got it');
    await panel.getByRole('button', { name: /^It is there: done/ }).click();
    await panel.getByRole('button', { name: /^Close/ }).click();
    await expectNothingPending(page);
    expect(sent()).toBe(1);
    await expect(row(page, '1044')).toHaveCount(1);
    await expect(row(page, '1041')).toContainText('1,200.00');
    expect(await receipts(api)).toEqual(['1041', '1042', '1043', '1044']);
  });

  await test.step('74 a note from a form that was opened earlier keeps what another device changed', async () => {
    await goTo(page, 'Adult Courses');
    await editRow(page, row(page, '1041'));
    const course = async () => (await api.all('/adult-course/')).find((one) => one.receipt_number === '1041');
    const { access } = await signedInTokens(branch.origin, branch.user);
    const changed = await fetch(`${branch.origin}/api/adult-course/${(await course())?.id}/`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${access}` },
      body: JSON.stringify({ level: '5' }),
    });
    expect(changed.status).toBe(200);
    await page.getByLabel(/^Notes/).fill('Pays on Sundays');
    await submit(page, 'Save changes');
    await expect(page).toHaveURL(/\/courses\/adult$/);
    expect(await course()).toMatchObject({ level: '5', notes: 'Pays on Sundays', price: '3000.00' });
  });

  expect(askedBeyond()).toEqual([]);
});
