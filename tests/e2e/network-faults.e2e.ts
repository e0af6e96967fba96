import { expect, type Page, test } from '@playwright/test';
import { signIn } from '../support/browser.ts';
import { captivePortal, type FaultProxy, type ProxyFault } from '../support/fault-proxy.ts';
import { api, branch, proxy, withBranch } from './own-branch.ts';
import { expectNothingPending, fillStudent, goTo, openNewStudent, row, submit } from './page-actions.ts';

const STUDENTS = { method: 'POST', path: '/api/students/' };

let page: Page;

// The tests share a page: starting the app takes longer than a test.
withBranch(async ({ browser }) => {
  page = await browser.newPage();
  await signIn(page, proxy.origin, branch.user);
});
test.afterAll(() => page?.context().close());

async function save(page: Page, name: string): Promise<void> {
  await openNewStudent(page);
  await fillStudent(page, { name });
  await submit(page, 'Add Student');
  await expect(page).toHaveURL(/\/students$/);
}

async function onServer(name: string): Promise<number> {
  return (await api.all('/students/')).filter((one) => one.name === name).length;
}

async function expectArrivedOnce(page: Page, name: string): Promise<void> {
  await expectNothingPending(page);
  await goTo(page, 'Students');
  await expect(row(page, name)).toHaveCount(1);
  await expect(row(page, name)).not.toContainText('Waiting to be sent');
  expect(await onServer(name)).toBe(1);
}

/** Faults that a browser tells apart by itself; statuses and doubled requests are in tests/chaos and network-faults.test.ts. */
const faultCases: readonly (readonly [string, readonly ProxyFault[]])[] = [
  ['a captive portal', [captivePortal, captivePortal]],
  ['a redirect to a login page', [{ kind: 'answer', status: 302, headers: { location: '/guest-network' } }]],
  ['a connection that breaks', [{ kind: 'drop' }, { kind: 'drop' }]],
  ['answers that are lost', [{ kind: 'swallow' }, { kind: 'swallow' }, { kind: 'swallow' }]],
  ['an answer that breaks off', [{ kind: 'truncate' }]],
  ['a slow way back', [{ kind: 'delay', milliseconds: 6_000 }]],
];

for (const [fault, faults] of faultCases) {
  test(`${fault}: saved once`, async () => {
    proxy.next(STUDENTS, ...faults);
    await save(page, fault);
    await expectArrivedOnce(page, fault);
    expect(proxy.remainingFaults()).toBe(0);
    const isSave = ({ method, path, body }: FaultProxy['passages'][number]) =>
      method === 'POST' && path === STUDENTS.path && body.includes(`"${fault}"`);
    const saves = proxy.passages.filter(isSave);
    expect(new Set(saves.map(({ key }) => key)).size).toBe(1);
    expect(new Set(saves.map(({ body }) => body)).size).toBe(1);
  });
}
