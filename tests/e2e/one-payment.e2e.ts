import { expect, type Page, test } from '@playwright/test';
import { month } from '#contract/month.ts';
import { type Api, signedInApi } from '../support/api.ts';
import { type BrowserProfile, newDevice, signInOnScreen } from '../support/browser.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { type RunningServer, startServer } from '../support/running-server.ts';
import {
  addStudent,
  createMonth,
  enrol,
  expectIncome,
  expectNothingPending,
  goTo,
  readyToStartOffline,
  row,
  takeInstallment,
} from './page-actions.ts';

let server: RunningServer;
let proxy: FaultProxy;
let device: BrowserProfile;

test.beforeAll(async () => {
  server = await startServer();
  proxy = await startFaultProxy(server.origin);
  device = newDevice();
});
test.afterAll(async () => {
  await device?.remove();
  await proxy?.close();
  await server?.remove();
});

/** As if the time of the token had passed while the device was off. */
const expiredToken = {
  kind: 'answer',
  status: 401,
  body: JSON.stringify({ detail: 'Expired.' }),
} as const;

test('a payment made offline reaches the server exactly once through network faults', async () => {
  let page = await device.open();

  await test.step('sign in, start a month, enrol a student', async () => {
    await signInOnScreen(page, proxy.origin);
    await createMonth(page, 'November');
    await addStudent(page, { name: 'Mona Adel', phone: '0100 123 4567' });
    await enrol(page, { student: 'Mona Adel', receipt: '1041', price: '3,000', paid: '1,000' });
    await expect(row(page, '1041')).toContainText('2,000.00');
    await expectIncome(page, '1,000.00');
    await readyToStartOffline(page, proxy);
  });

  await test.step('take payments offline', async () => {
    await device.context().setOffline(true);
    await takeInstallment(page, { student: 'Mona Adel', receipt: '1042', paid: '500' });
    await addStudent(page, { name: 'Omar Khaled' });
    await enrol(page, { student: 'Omar Khaled', receipt: '1043', price: '1,200', paid: '200' });
    await takeInstallment(page, { student: 'Omar Khaled', receipt: '1044', paid: '300' });
    await expectPending(page);
  });

  await test.step('close the browser and start it again, still offline', async () => {
    await device.close();
    page = await device.open({ offline: true });
    await page.goto(`${proxy.origin}/`);
    await expectPending(page);
    await goTo(page, 'Students');
    await expect(row(page, 'Mona Adel')).toBeVisible();
    await expect(row(page, 'Omar Khaled')).toContainText('Waiting to be sent');
  });

  await test.step('everything arrives despite network faults', async () => {
    await server.kill('SIGKILL');
    await server.start();
    proxy.passages.length = 0;
    const writes = { method: 'POST', path: /^\/api\/(students|adult-course)\/$/ };
    proxy.next(writes, expiredToken, { kind: 'swallow' }, { kind: 'swallow' }, { kind: 'swallow' });
    await device.context().setOffline(false);
    await expectNothingPending(page);
    expect(proxy.remainingFaults()).toBe(0);
  });

  const api = await signedInApi(server.origin);
  await test.step('exactly once, in order, with server ids', async () => {
    await expectExactlyOnce(api);
    expectIdenticalRetries(proxy);
  });

  await test.step('the figures and the screens agree to the piastre', async () => {
    const figures = await api.newestMonth();
    expect(figures).toMatchObject({ adult_course_revenue: '2000.00', revenue: '2000.00', debts: '2200.00' });
    await goTo(page, 'Adult Courses');
    await expect(row(page, '1041')).toContainText('1,500.00');
    await expect(row(page, '1043')).toContainText('700.00');
    await expectIncome(page, '2,000.00');
    await goTo(page, 'Work History');
    await expect(row(page, 'November')).toContainText('2,200.00');
  });
});

async function expectPending(page: Page): Promise<void> {
  await goTo(page, 'Adult Courses');
  for (const receipt of ['1042', '1043', '1044']) {
    await expect(row(page, receipt)).toContainText('Waiting to be sent');
  }
  await expect(row(page, '1041')).toContainText('1,500.00');
  await expect(row(page, '1043')).toContainText('700.00');
  // The sums are those of the server; what it has not got yet stands beside them.
  await expectIncome(page, '1,000.00');
  await expect(page.getByRole('main')).toContainText('Not sent yet: 3 entries, L.E. 1,000.00 received');
}

async function expectExactlyOnce(api: Api): Promise<void> {
  const students = await api.all('/students/');
  expect(students.map(({ name }) => name).sort()).toEqual(['Mona Adel', 'Omar Khaled']);
  const idOf = (name: string) => students.find((one) => one.name === name)?.id;

  const records = await api.all('/adult-course/');
  const byReceipt = Object.fromEntries(records.map((one) => [one.receipt_number, one]));
  expect(records.map((one) => one.receipt_number).sort()).toEqual(['1041', '1042', '1043', '1044']);
  expect(byReceipt).toMatchObject({
    1041: { student: idOf('Mona Adel'), paid_amount: '1000.00', remaining_amount: '1500.00' },
    1042: { is_installment: true, related_record: byReceipt[1041]?.id, paid_amount: '500.00' },
    1043: { student: idOf('Omar Khaled'), paid_amount: '200.00', remaining_amount: '700.00' },
    1044: { is_installment: true, related_record: byReceipt[1043]?.id, paid_amount: '300.00' },
  });
  const made = (receipt: number) => String(byReceipt[receipt]?.created_at);
  expect(made(1043) < made(1044)).toBe(true);
  expect(month.parse(await api.newestMonth()).status).toBe('running');
}

function expectIdenticalRetries({ passages }: FaultProxy): void {
  const writes = passages.filter(({ method, key }) => method === 'POST' && key);
  const bodies = new Map<string, Set<string>>();
  for (const { key = '', body } of writes) bodies.set(key, (bodies.get(key) ?? new Set()).add(body));
  expect(bodies.size).toBe(4);
  expect([...bodies.values()].map((sent) => sent.size)).toEqual([1, 1, 1, 1]);
  expect(writes.filter(({ fault }) => fault === 'swallow')).toHaveLength(3);
}
