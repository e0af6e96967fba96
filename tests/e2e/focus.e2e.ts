import { expect, type Locator, type Page, test } from '@playwright/test';
import { screens, signIn } from '../support/browser.ts';
import { api, branch, withBranch } from './own-branch.ts';
import { goWithin } from './page-actions.ts';

/** Enables motion, which delays focus changes. */
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

let page: Page;

// The tests share a page: starting the app takes longer than most of them.
withBranch(async ({ browser }) => {
  await api.post('/month/', { name: 'November' });
  for (let number = 1; number <= 12; number++) await api.post('/students/', { name: `Student ${number}` });
  page = await browser.newPage({ viewport: screens.tablet, reducedMotion: 'no-preference' });
  await signIn(page, branch.origin, branch.user);
});
test.afterAll(() => page?.context().close());

async function open(path: string): Promise<void> {
  if (new URL(page.url()).pathname === path) await page.goto(`${branch.origin}${path}`);
  else await goWithin(page, path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** Checks that focus moves into what a control opens by keyboard, and back on Escape. */
async function expectFocusReturns(control: Locator, opened: Locator): Promise<void> {
  await control.focus();
  await page.keyboard.press('Enter');
  await expect(opened).toBeVisible();
  await expect(opened.locator(':focus').or(opened.and(page.locator(':focus')))).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(opened).toBeHidden();
  await expect(control).toBeFocused();
}

test('focus moves into an opened dialog or menu and back to its control', async () => {
  await open('/students');
  const { banner, main } = { banner: page.getByRole('banner'), main: page.getByRole('main') };
  const remove = main.getByRole('button', { name: 'Delete Student 11' });
  await expectFocusReturns(remove, page.getByRole('alertdialog'));
  await expectFocusReturns(banner.getByRole('button', { name: /^Online/ }), page.getByRole('dialog'));
  await expectFocusReturns(banner.getByRole('button', { name: /Profile/ }), page.getByRole('menu'));
  await open('/work-history');
  await expectFocusReturns(main.getByRole('button', { name: 'End Month' }), page.getByRole('alertdialog'));
  await page.setViewportSize(screens.phone);
  await expectFocusReturns(banner.getByRole('button', { name: 'Open the menu' }), page.getByRole('dialog'));
  await page.setViewportSize(screens.tablet);
});

test('focus stays on the pager when the page changes', async () => {
  await open('/students');
  const pager = page.getByRole('navigation', { name: /pages/i });
  await pager
    .getByRole('link', { name: /^Next/ })
    .or(pager.getByRole('button', { name: /^Next/ }))
    .focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByText('Student 2', { exact: true })).toBeVisible();
  await expect(pager.locator(':focus')).toHaveCount(1);
});

test('focus moves to a neighbour when its row is deleted', async () => {
  await open('/students');
  // In a window without the focus a toast stays.
  await page.evaluate(() => dispatchEvent(new Event('blur')));
  await page.getByRole('button', { name: 'Delete Student 10' }).focus();
  await page.keyboard.press('Enter');
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /delete/i })
    .focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(page.getByText('Student 10', { exact: true })).toBeHidden();
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);

  // The toast that says so lies on no control of the list's end.
  const toast = page.getByRole('region', { name: /^Notifications/ }).getByRole('status');
  await expect(toast).toContainText('Student 10');
  for (const viewport of [screens.tablet, screens.phone]) {
    await page.setViewportSize(viewport);
    const covered = () =>
      page.evaluate(() => {
        scrollTo(0, document.documentElement.scrollHeight);
        const shown = document.querySelector('section [role=status] > *')?.getBoundingClientRect();
        if (!shown) return ['no toast'];
        return [...document.querySelectorAll('main button, main a')].flatMap((control) => {
          const { top, bottom, left, right } = control.getBoundingClientRect();
          const isFree =
            bottom <= shown.top || top >= shown.bottom || right <= shown.left || left >= shown.right;
          return isFree ? [] : [control.getAttribute('aria-label') ?? control.textContent];
        });
      });
    // Repeated: the list is laid out anew.
    await expect.poll(covered).toEqual([]);
  }
  // On a phone it stands above a dialog that is opened meanwhile, not on its fields, and is still announced.
  await page.getByRole('button', { name: 'Delete Student 9' }).click();
  const dialog = await page.getByRole('alertdialog').boundingBox();
  const above = await toast.boundingBox();
  expect(above && dialog && above.y + above.height).toBeLessThanOrEqual(dialog?.y ?? 0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await page.setViewportSize(screens.tablet);
  await toast.getByText('Student 10').click();
  await expect(toast).toBeEmpty();
  await page.evaluate(() => dispatchEvent(new Event('focus')));
});
