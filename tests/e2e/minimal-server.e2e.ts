import { expect, test } from '@playwright/test';
import type { Api } from '../support/api.ts';
import { signInOnScreen } from '../support/browser.ts';
import { type MinimalServer, startMinimalServer } from '../support/minimal-server.ts';
import { api, branch, proxy, withBranch } from './own-branch.ts';
import {
  addStudent,
  createMonth,
  enrol,
  expectIncome,
  expectNothingPending,
  readyForOffline,
  row,
  takeInstallment,
} from './page-actions.ts';

let host: MinimalServer;

withBranch(async () => {
  host = await startMinimalServer(proxy.origin);
});
test.afterAll(async () => {
  await host?.close();
});

/** Returns list requests with parameters that the specification does not have. */
const askedBeyond = () =>
  host.reads.filter(
    (read) => !/^[^?]*(\?(page=\d+|no_pagination=true(&is_installment=false)?))?$/.test(read),
  );

async function receipts(api: Api): Promise<unknown[]> {
  return (await api.all('/adult-course/')).map((one) => one.receipt_number).sort();
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

  expect(askedBeyond()).toEqual([]);
});
