import { expect, test } from '@playwright/test';
import { HISTORY_PATH, historyEntry } from '#contract/history.ts';
import { pageOf } from '#contract/paging.ts';
import { expectAccessibleAsShown, settled } from '../support/accessibility.ts';
import { signIn } from '../support/browser.ts';
import type { Person } from '../support/extra-users.ts';
import { api, branch, proxy, withBranch } from './own-branch.ts';
import {
  addStudent,
  enrol,
  expectNothingPending,
  goTo,
  logOut,
  readyForOffline,
  row,
  signInAs,
} from './page-actions.ts';

let staff: Person;

withBranch(async () => {
  await api.post('/month/', { name: 'November' });
  const email = branch.user.email.replace('desk', 'salma');
  const password = 'a password of Salma';
  staff = { email, password, branch: branch.user.branch };
  const named = { first_name: 'Salma', last_name: 'Hany', account_type: 'staff' };
  await api.post('/users/', { email, password, ...named });
});

test('a manager sends what a disabled user left on the device, once, and the history names both', async ({
  page,
  context,
}) => {
  await test.step('staff save: one answer is lost, two entries never leave the device', async () => {
    await signIn(page, proxy.origin, staff);
    await readyForOffline(page, proxy, ['students', 'adult-course']);
    const deliver = proxy.always({ method: 'POST', path: '/api/students/' }, { kind: 'swallow' });
    await addStudent(page, { name: 'Arrived Before' });
    await expect.poll(async () => (await api.all('/students/')).length).toBe(1);
    await context.setOffline(true);
    await addStudent(page, { name: 'Left Behind' });
    await enrol(page, { student: 'Left Behind', receipt: '7001', price: '900', paid: '777' });
    await logOut(page, { keeping: true });
    // Not before: a retry that had left the browser before the cut would be answered.
    deliver();
    await context.setOffline(false);
  });

  await test.step('the manager disables the user and looks through the entries', async () => {
    await signInAs(page, branch.user);
    await goTo(page, 'Users');
    const salma = page.getByRole('main').getByRole('listitem').filter({ hasText: staff.email });
    await expect(salma).not.toContainText('on this device');
    await salma.getByRole('button', { name: 'Disable Salma Hany?' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disable', exact: true }).click();
    await expect(salma).toContainText('3 entries wait on this device.');
    await salma.getByRole('button', { name: 'Look through the entries of Salma Hany' }).click();
    const dialog = page.getByRole('dialog', { name: 'Entries of Salma Hany' });
    await expect(dialog.getByRole('heading', { level: 3 })).toHaveText([
      'Student · Arrived Before',
      'Student · Left Behind',
      'Course · Left Behind · L.E. 777.00 · receipt 7001',
    ]);
    await expect(dialog).toContainText('It may have arrived already.');
    await settled(page);
    await expectAccessibleAsShown(page, 'entries of a disabled user');
    await dialog.getByRole('button', { name: 'Send all 3 in my name' }).click();
    await expect(dialog).toBeHidden();
    await expect(salma).not.toContainText('on this device');
  });

  await test.step('every record is there once, and the history tells who entered and who sent it', async () => {
    const paid = async () => (await api.all('/adult-course/')).map(({ paid_amount }) => paid_amount);
    await expect.poll(paid).toEqual(['777.00']);
    await expectNothingPending(page);
    const names = (await api.all('/students/')).map(({ name }) => name).sort();
    expect(names).toEqual(['Arrived Before', 'Left Behind']);
    const history = pageOf(historyEntry).parse(await api.get(HISTORY_PATH)).results;
    const written = history
      .filter(({ action, resource }) => action === 'created' && resource !== 'month' && resource !== 'user')
      .map(({ title, user_name, entered_by_name }) => [title, user_name, entered_by_name]);
    expect(written).toEqual([
      [expect.stringContaining('Left Behind'), 'Branch Staff', 'Salma Hany'],
      ['Left Behind', 'Branch Staff', 'Salma Hany'],
      ['Arrived Before', 'Salma Hany', null],
    ]);
    await goTo(page, 'Students');
    await row(page, 'Left Behind').getByRole('link', { name: /^Edit/ }).click();
    await page.getByText('History', { exact: true }).click();
    await expect(page.getByText('Recorded by Branch Staff, entered by Salma Hany')).toBeVisible();
  });

  await test.step('enabled again, the user finds nothing of it on the device', async () => {
    await logOut(page, { keeping: false });
    const { results } = pageOf(historyEntry).parse(await api.get(`${HISTORY_PATH}?resource=user`));
    expect(results.map(({ note }) => note)).toContain('Opened what they left on a device');
    await expect(page.getByText(/unsent entr/)).toHaveCount(0);
  });
});
