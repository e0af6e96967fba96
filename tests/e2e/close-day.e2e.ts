import { expect, type Page, test } from '@playwright/test';
import { CLOSES_PATH } from '#contract/closes.ts';
import { paths } from '#contract/http.ts';
import { USERS_PATH } from '#contract/users.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { signedInApi, signedInTokens } from '../support/api.ts';
import { signIn } from '../support/browser.ts';
import { printedText } from '../support/printed-pdf.ts';
import { auditScreen, sharedColours } from './a11y/audit-page.ts';
import { api, branch, withBranch } from './own-branch.ts';
import { goWithin } from './page-actions.ts';

withBranch(() => api.post(paths.months, { name: 'November' }));

const factory = branchFactory(3);

/** Adds a user of the desk with a student. */
async function staffWithStudent(firstName: string, lastName: string) {
  const person = {
    email: branch.user.email.replace('desk', firstName.toLowerCase()),
    password: 'a password of staff',
    branch: branch.user.branch,
  };
  const named = { first_name: firstName, last_name: lastName, account_type: 'staff' };
  const { id: user } = await api.post(USERS_PATH, { ...person, ...named });
  const desk = await signedInApi(branch.origin, person);
  const { id: student } = await desk.post('/students/', factory.student({ name: `Mona ${lastName}` }));
  return { person, user: String(user), desk, student: String(student) };
}

const pieces = (page: Page, value: string) =>
  page.getByRole('textbox', { name: `Pieces of ${value}`, exact: true });
const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click();

test('a drawer is counted before the expected sum is shown, closed with a reason, and seen by the manager', async ({
  page,
  browser,
}) => {
  const { person: staff, desk, student } = await staffWithStudent('Salma', 'Adel');
  const bus = await desk.post(
    '/bus/',
    factory.enrolment('bus', student, { price: '900', paid_amount: '300' }),
  );
  await desk.post('/expenses/', { title: 'Water', amount: '20' });
  await signIn(page, branch.origin, staff);
  const main = page.getByRole('main');

  await test.step('staff: count, compare, reason and print, without the expected sum before', async () => {
    const today = main.getByRole('region', { name: 'Today' });
    await expect(today).toContainText('L.E. 300.00');
    await expect(today).toContainText('1 payment');
    await expect(main.getByText('Total profit')).toHaveCount(0);
    await auditScreen(page, 'the dashboard of staff');
    await main.getByRole('link', { name: 'Close my drawer' }).click();
    await pieces(page, '200').fill('1');
    await pieces(page, '50').fill('1');
    await pieces(page, '20').fill('1');
    await expect(main).not.toContainText('280.00');
    await page.getByRole('textbox', { name: 'Stays in the drawer' }).fill('50');
    await auditScreen(page, 'a drawer that is counted');
    await page.context().setOffline(true);
    await expect(main.getByText('Your count stays on this device').first()).toBeVisible();
    await page.context().setOffline(false);
    await page.reload();
    await expect(pieces(page, '200')).toHaveValue('1');
    await press(page, 'Compare');
    await expect(main).toContainText('L.E. 10.00 is missing.');
    await expect(main).toContainText('280.00');
    await auditScreen(page, 'a drawer with a difference', sharedColours);
    await page.getByRole('textbox', { name: 'Why does it differ?' }).fill('Gave too much change');
    await press(page, 'Finish');
    await expect(main).toContainText('The drawer is closed.');
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', '');
    });
    const paper = await printedText(page);
    expect(paper).toContain(branch.user.branch);
    expect(paper).toMatch(/Up to \d+\/\d+\/\d{4} at \d\d:\d\d/);
    await press(page, 'Print');
    await expect(page.locator('body[data-printed]')).toBeVisible();
    await press(page, 'Done');
    await expect(main.getByRole('region', { name: 'Today' })).toContainText('0 payments');
  });

  await test.step('what staff spend is paid from the drawer unless they say otherwise', async () => {
    await goWithin(page, '/expenses/add-expenses');
    const flag = main.getByRole('button', { name: 'Paid from the drawer' });
    await expect(flag).toHaveAttribute('aria-pressed', 'true');
    await flag.click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Rent');
    await page.getByRole('textbox', { name: 'Amount' }).fill('700');
    await auditScreen(page, 'an expense that is not paid from the drawer', sharedColours);
    await press(page, 'Add Expenses');
    await expect
      .poll(async () => (await api.all('/expenses/')).map((one) => one.from_drawer))
      .toEqual([false, true]);
  });

  await test.step('a manager sees the close, who has not closed, and what was changed since', async () => {
    await desk.post('/bus/', {
      is_installment: true,
      related_record: bus.id,
      receipt_number: '7',
      paid_amount: '40',
    });
    const { access } = await signedInTokens(branch.origin, branch.user);
    const changed = await fetch(`${branch.origin}/api/bus/${String(bus.id)}/`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
      body: JSON.stringify({ paid_amount: '310' }),
    });
    expect(changed.status).toBe(200);
    expect(await api.all(CLOSES_PATH)).toMatchObject([
      { expected: '280.00', changed: 1, expected_now: '290.00' },
    ]);
    const seen = await browser.newPage();
    await signIn(seen, branch.origin, branch.user);
    const list = seen.getByRole('main');
    await list.getByRole('link', { name: /Drawers not closed/ }).click();
    await expect(list.getByRole('listitem').filter({ hasText: 'Last closed' })).toContainText('L.E. 90.00');
    await expect(list).toContainText('1 changed since');
    await expect(list).toContainText('1 close differs, L.E. -10.00 in all');
    await seen.getByRole('combobox', { name: 'Period' }).selectOption('Last 7 days');
    await expect(list).toContainText('1 close differs, L.E. -10.00 in all');
    await auditScreen(seen, 'all drawer closes');
    await seen.context().setOffline(true);
    await seen.getByRole('combobox', { name: 'Period' }).selectOption('Last 30 days');
    await expect(list).toContainText('1 close differs of those shown, L.E. -10.00 in all');
    await expect(list).toContainText('Offline');
    await seen.context().setOffline(false);
    await expect(list).toContainText('1 close differs, L.E. -10.00 in all');
    await list.getByRole('link', { name: /Salma Adel/ }).click();
    await expect(list).toContainText('L.E. 300.00 then, L.E. 310.00 now');
    await expect(list).toContainText('Gave too much change');
    await auditScreen(seen, 'a close that was changed since', sharedColours);
    await seen.close();
  });
});
