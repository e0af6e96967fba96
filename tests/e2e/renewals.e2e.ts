import { expect, type Page, test } from '@playwright/test';
import { dayAfter } from '#contract/days.ts';
import { paths } from '#contract/http.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { branchToday } from '../support/branch-today.ts';
import { screens, signIn } from '../support/browser.ts';
import { auditScreen, listColours } from './a11y/audit-page.ts';
import { api, branch, proxy, withBranch } from './own-branch.ts';
import { expectNothingPending, goTo, goWithin, readyForOffline } from './page-actions.ts';

const CHILDREN = 30;
const ENDS = dayAfter(branchToday(), 5);

withBranch(async () => {
  const factory = branchFactory(17);
  await api.post(paths.months, { name: 'November' });
  for (let number = 0; number < CHILDREN; number += 1) {
    const student = await api.post('/students/', factory.student({ name: `Child ${number}` }));
    const ride = { price: '400', paid_amount: '400', ends_on: ENDS };
    await api.post('/bus/', factory.enrolment('bus', String(student.id), ride));
  }
});

/** What the server has of renewals: the enrolments that go on from another. */
const renewals = async () =>
  (await api.all('/bus/')).filter(({ renews }) => typeof renews === 'string' || typeof renews === 'number');

const rows = (page: Page) => page.getByRole('main').getByRole('checkbox', { name: /Child/ });

test('thirty children are renewed at once, each once, while the line breaks and another desk does the same', async ({
  page,
  browser,
}) => {
  await page.setViewportSize(screens.tablet);
  await signIn(page, proxy.origin, branch.user);
  await readyForOffline(page, proxy);
  const main = page.getByRole('main');
  const other = await (await browser.newContext()).newPage();

  await test.step('the other desk has the list open', async () => {
    await signIn(other, branch.origin, branch.user);
    await goWithin(other, '/renewals');
    await expect(rows(other)).toHaveCount(CHILDREN);
    // It reads nothing of what follows.
    for (const path of ['renewals/', 'bus/'])
      await other.route(`**/api/${path}*`, (route) =>
        route.request().method() === 'GET' ? route.abort() : route.continue(),
      );
  });

  await test.step('all are renewed from the dashboard, and answers are lost on the way', async () => {
    await goTo(page, 'Home');
    await expect(main.getByRole('heading', { name: 'To renew' })).toBeVisible();
    await main.getByRole('link', { name: /^Bus 30 end within 14 days/ }).click();
    await expect(rows(page)).toHaveCount(CHILDREN);
    await auditScreen(page, 'renewals', listColours);
    await main.getByRole('checkbox', { name: 'All of them' }).check();
    for (let lost = 0; lost < 3; lost += 1)
      proxy.next({ method: 'POST', path: '/api/bus/' }, { kind: 'swallow' });
    await main.getByRole('button', { name: 'Renew 30' }).click();
    await expect.poll(async () => (await renewals()).length).toBeGreaterThan(0);
    await page.context().setOffline(true);
    await expect(rows(page).first()).toBeVisible();
    await page.context().setOffline(false);
    await expectNothingPending(page);
    await expect(main.getByText('Nothing is to be renewed here.')).toBeVisible();
    const made = await renewals();
    expect(made).toHaveLength(CHILDREN);
    expect(new Set(made.map(({ renews }) => String(renews))).size).toBe(CHILDREN);
    for (const one of made)
      expect(one).toMatchObject({ price: '400.00', paid_amount: '0.00', custom_date: dayAfter(ENDS) });
  });

  await test.step('what the other desk renews as well is refused, each with a reason', async () => {
    await rows(other).first().check();
    await rows(other).nth(1).check();
    await other.getByRole('button', { name: 'Renew 2' }).click();
    await expect(other.getByText('2 were refused: Sync shows why.')).toBeVisible();
    await expect(other.getByRole('checkbox', { name: /Needs you/ })).toHaveCount(2);
    await other
      .getByRole('banner')
      .getByRole('button', { name: /2 need you/i })
      .click();
    await expect(other.getByRole('dialog')).toContainText(/renewed/);
    expect(await renewals()).toHaveLength(CHILDREN);
    await other.context().close();
  });
});
