import { expect, type Page, test } from '@playwright/test';
import { paths } from '#contract/http.ts';
import { MOST_PHOTO_BYTES, photoPath } from '#contract/photos.ts';
import { signIn } from '../support/browser.ts';
import { auditScreen, sharedColours } from './a11y/audit-page.ts';
import { api, branch, proxy, withBranch } from './own-branch.ts';
import { expectNothingPending, goTo, readyForOffline } from './page-actions.ts';

withBranch(async () => {
  await api.post(paths.months, { name: 'November' });
});

/** Draws a picture of noise, which no compression makes smaller, as a PNG. */
const noise = (page: Page, width: number, height: number) =>
  page.evaluate(
    async ([wide, high]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: wide, height: high });
      const pixels = new ImageData(wide, high);
      for (let at = 0; at < pixels.data.length; at += 1)
        pixels.data[at] = at % 4 === 3 ? 255 : Math.random() * 256;
      canvas.getContext('2d')?.putImageData(pixels, 0, 0);
      return canvas.toDataURL().split(',')[1] ?? '';
    },
    [width, height] as const,
  );

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name, exact: true });
const expensesNow = () => api.all('/expenses/');

/** The file dialog of the browser is not shown: the input takes the file that it would give. */
const give = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  main(page).locator('input[type=file]').setInputFiles({ name, mimeType, buffer });

test('the photo of a bill is made small on the device, waits offline, and is seen again', async ({
  page,
}) => {
  await signIn(page, proxy.origin, branch.user);
  const picture = Buffer.from(await noise(page, 3200, 2200), 'base64');
  expect(picture.length).toBeGreaterThan(20 * 1024 * 1024);
  await readyForOffline(page, proxy);

  await test.step('a file that is no picture is refused with a sentence, and the form stays', async () => {
    await goTo(page, 'General Expenses');
    await main(page).getByRole('link', { name: 'Add Expenses' }).first().click();
    await main(page).getByRole('textbox', { name: 'Title' }).fill('Electricity');
    await main(page).getByRole('textbox', { name: 'Amount' }).fill('450');
    await give(page, 'bill.jpg', 'image/jpeg', Buffer.from('no picture'));
    await expect(main(page)).toContainText('This device cannot read that as a picture');
    await auditScreen(page, 'an expense', sharedColours);
  });

  await test.step('one of 20 MB is kept with the expense, without a connection', async () => {
    await page.context().setOffline(true);
    await give(page, 'bill.png', 'image/png', picture);
    await expect(main(page).getByRole('img', { name: 'Photo of the bill' })).toBeVisible();
    await expect(main(page)).not.toContainText('This device cannot read that as a picture');
    await auditScreen(page, 'an expense with a photo', sharedColours);
    await button(page, 'Add Expenses').click();
    await expect(main(page).getByRole('row').filter({ hasText: 'Electricity' })).toBeVisible();
    await page.context().setOffline(false);
    await expectNothingPending(page);
    const [stored] = await expensesNow();
    const { photo } = Object(await api.get(photoPath(String(stored?.photo))));
    const content = Buffer.from(String(photo).split(',')[1] ?? '', 'base64');
    expect([content.length <= MOST_PHOTO_BYTES, content.subarray(0, 3).toString('hex')]).toEqual([
      true,
      'ffd8ff',
    ]);
    expect(await expensesNow()).toHaveLength(1);
  });

  await test.step('it is seen where the expense is edited, and removed', async () => {
    await main(page).getByRole('link', { name: /^Edit/ }).first().click();
    const shown = main(page).getByRole('img', { name: 'Photo of the bill' });
    await expect(shown).toBeVisible();
    await expect
      .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(600);
    await button(page, 'Remove it').click();
    await button(page, 'Save changes').click();
    await expect.poll(async () => (await expensesNow())[0]?.photo).toBeNull();
  });
});
