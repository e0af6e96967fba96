import { type CDPSession, expect, type Page, test } from '@playwright/test';
import { signIn } from '../support/browser.ts';
import { api, branch, withBranch } from './own-branch.ts';
import { goWithin } from './page-actions.ts';

const NOTCH = 59;
const CORNER = 34;

/** A phone in landscape, before and after it was turned over: the notch is on another side. */
const turned = [
  { left: NOTCH, right: CORNER },
  { left: CORNER, right: NOTCH },
];

let page: Page;
let devTools: CDPSession;

withBranch(async ({ browser }) => {
  test.skip(browser.browserType().name() !== 'chromium', 'Only Chromium can be told where a notch is');
  await api.post('/month/', { name: 'November' });
  for (const name of ['Mona Adel', 'Omar Hany', 'Salma Nabil']) await api.post('/students/', { name });
  page = await browser.newPage();
  devTools = await page.context().newCDPSession(page);
  await signIn(page, branch.origin, branch.user);
});
test.afterAll(() => page?.context().close());

/** What can be read or pressed, and is drawn under a notch or a rounded corner on either side. */
const covered = ({ left, right }: (typeof turned)[number]) =>
  page.evaluate(
    ([before, after]) =>
      [...document.querySelectorAll<HTMLElement>('a, button, input, h1, h2, p, th, td, [role="status"]')]
        .filter((one) => {
          const { left, right, top, bottom, width, height } = one.getBoundingClientRect();
          if (Math.min(width, height) < 2 || bottom < 0 || top > innerHeight) return false;
          return one.checkVisibility() && (left < before - 0.5 || right > innerWidth - after + 0.5);
        })
        .map((one) => `${one.tagName} ${one.innerText}`),
    [left, right] as const,
  );

async function expectNothingCovered(label: string): Promise<void> {
  for (const insets of turned) {
    await devTools.send('Emulation.setSafeAreaInsetsOverride', { insets });
    await expect.poll(() => covered(insets), `${label}, notch ${insets.left} px`).toEqual([]);
  }
}

for (const language of ['en', 'ar'])
  test(`nothing is under the notch of a phone in landscape (${language})`, async () => {
    await page.evaluate((chosen) => localStorage.setItem('branch-desk.language', chosen), language);
    await page.setViewportSize({ width: 844, height: 390 });
    await devTools.send('Emulation.setSafeAreaInsetsOverride', { insets: {} });
    await page.goto(`${branch.origin}/students`);
    await expect(page.getByRole('row')).not.toHaveCount(0);
    expect((await covered({ left: NOTCH, right: NOTCH })).length).toBeGreaterThan(0);
    await expectNothingCovered('list');

    const opener = page.getByRole('banner').getByRole('button');
    await opener.first().click();
    await expect(page.getByRole('dialog').getByRole('link').first()).toBeVisible();
    await expectNothingCovered('menu');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();

    await page.locator('td button').last().click();
    await page.setViewportSize({ width: 500, height: 390 });
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expectNothingCovered('dialog');
    await page.getByRole('alertdialog').getByRole('button').nth(-2).click();
    await expect(page.locator('[aria-live="off"] [role="status"] p')).toBeVisible();
    // Below 768 px the actions of a page stand in a bar at the bottom.
    await expectNothingCovered('notification, cards and bar');
    await page.setViewportSize({ width: 844, height: 390 });
    await expectNothingCovered('notification');

    await page.setViewportSize({ width: 1180, height: 390 });
    await expectNothingCovered('side menu');

    await goWithin(page, '/students/add-student');
    await page.setViewportSize({ width: 844, height: 390 });
    await expect(page.locator('[data-save-bar]')).toBeVisible();
    await expectNothingCovered('form');
  });
