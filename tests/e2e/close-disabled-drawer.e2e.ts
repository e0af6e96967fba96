import { expect, type Page, test } from '@playwright/test';
import { CLOSES_PATH, OPEN_DRAWERS_PATH, openDrawers } from '#contract/closes.ts';
import { paths } from '#contract/http.ts';
import { USERS_PATH } from '#contract/users.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { signedInApi } from '../support/api.ts';
import { signIn } from '../support/browser.ts';
import { auditScreen, sharedColours } from './a11y/audit-page.ts';
import { api, branch, withBranch } from './own-branch.ts';
import { goWithin } from './page-actions.ts';

/** Returns a user of the desk, whose address no other file uses. */
const staff = (firstName: string, lastName: string) => ({
  email: branch.user.email.replace('desk', firstName.toLowerCase()),
  password: 'a password of staff',
  branch: branch.user.branch,
  first_name: firstName,
  last_name: lastName,
  account_type: 'staff',
});

let omar: ReturnType<typeof staff>;
/** The id of the disabled user, and the page that closes her drawer. */
let user: string;
let address: string;

/** Two users of the desk; the one who received 300 is disabled, as her drawer is still open. */
withBranch(async () => {
  const salma = staff('Salma', 'Hany');
  omar = staff('Omar', 'Adel');
  await api.post(paths.months, { name: 'November' });
  user = String((await api.post(USERS_PATH, salma)).id);
  await api.post(USERS_PATH, omar);
  const desk = await signedInApi(branch.origin, salma);
  const factory = branchFactory(3);
  const student = await desk.post('/students/', factory.student({ name: 'Mona Adel' }));
  const enrolment = factory.enrolment('bus', String(student.id), { price: '900', paid_amount: '300' });
  await desk.post('/bus/', enrolment);
  await api.patch(`${USERS_PATH}${user}/`, { disabled: true });
  address = `${branch.origin}/closes/of/${user}`;
});

const openOf = async () => openDrawers.parse(await api.get(OPEN_DRAWERS_PATH)).drawers;
const pieces = (page: Page, value: string) =>
  page.getByRole('textbox', { name: `Pieces of ${value}`, exact: true });

test('staff may not close the drawer of a disabled user', async ({ page }) => {
  await signIn(page, branch.origin, omar);
  await goWithin(page, new URL(address).pathname);
  const main = page.getByRole('main');
  await expect(main).toContainText('Only a manager closes the drawer of a disabled user.');
  await expect(main.getByRole('textbox')).toHaveCount(0);
  await expect(main.getByRole('button', { name: 'Close the drawer' })).toHaveCount(0);
  await expect(main).not.toContainText('300');
  const desk = await signedInApi(branch.origin, omar);
  const count = { user, other: '300', float: '0', after: null, reason: 'She left' };
  await expect(desk.post(CLOSES_PATH, count)).rejects.toThrow('answered 403');
  expect(await openOf()).toHaveLength(1);
});

test('a manager counts the drawer of a disabled user and says why; the close names both, the drawer is empty', async ({
  page,
  context,
}) => {
  await signIn(page, branch.origin, branch.user);
  const main = page.getByRole('main');
  const close = main.getByRole('button', { name: 'Close the drawer', exact: true });
  const reason = page.getByRole('textbox', { name: 'Why do you close it?' });

  await test.step('the list of open drawers leads to the count', async () => {
    await goWithin(page, '/closes');
    // The heading of the dashboard may have changed as its branch was read.
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Drawer closes');
    const drawer = main.getByRole('listitem').filter({ hasText: 'Salma Hany' });
    await expect(drawer).toContainText('Disabled');
    await expect(drawer).toContainText('L.E. 300.00');
    await drawer.getByRole('link', { name: 'Close the drawer of Salma Hany' }).click();
    await expect(page).toHaveURL(address);
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Close the drawer of Salma Hany');
    await expect(main).toContainText('your name is recorded with the reason');
  });

  await test.step('nothing is sent without a reason', async () => {
    await pieces(page, '200').fill('1');
    await pieces(page, '50').fill('1');
    await close.click();
    await expect(main).toContainText('Say why you close it');
    await expect(reason).toHaveAttribute('aria-invalid', 'true');
    await auditScreen(page, 'the drawer of a disabled user without a reason', sharedColours);
    expect(await api.all(CLOSES_PATH)).toEqual([]);
  });

  await test.step('offline it says that a connection is needed, and keeps what was typed', async () => {
    await reason.fill('She left the branch');
    await context.setOffline(true);
    await expect(main).toContainText('Closing needs a connection. Your count stays on this device.');
    await expect(close).toBeDisabled();
    await auditScreen(page, 'the drawer of a disabled user, offline', sharedColours);
    await context.setOffline(false);
    await expect(close).toBeEnabled();
    await page.reload();
    await expect(pieces(page, '200')).toHaveValue('1');
    await expect(reason).toHaveValue('She left the branch');
  });

  await test.step('the close is finished at once and names the user, the manager and the reason', async () => {
    await close.click();
    await expect(main).toContainText('L.E. 50.00 is missing. The drawer is closed.');
    await expect(main).toContainText('Salma Hany');
    await expect(main).toContainText('Closed by Branch Staff');
    await expect(main).toContainText('She left the branch');
    await auditScreen(page, 'the closed drawer of a disabled user', sharedColours);
    await main.getByRole('button', { name: 'Done' }).click();
    await expect(main).toContainText('Every drawer is closed.');
    await expect(main.getByRole('link', { name: /Salma Hany/ })).toContainText('Closed by Branch Staff');
    expect(await openOf()).toEqual([]);
  });

  await test.step('there is nothing to close a second time', async () => {
    await goWithin(page, new URL(address).pathname);
    await expect(main).toContainText('This drawer needs no close by a manager');
    await expect(main.getByRole('textbox')).toHaveCount(0);
  });
});
