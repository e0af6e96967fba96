import { randomFillSync } from 'node:crypto';
import { deflateSync } from 'node:zlib';
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

const crcTable = Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xed_b8_83_20 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  let crc = 0xff_ff_ff_ff;
  for (const byte of body) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE((crc ^ 0xff_ff_ff_ff) >>> 0, 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A PNG of noise, which no compression makes smaller: three bytes a pixel. */
function noise(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = randomFillSync(Buffer.alloc((width * 3 + 1) * height));
  // Each row begins with its filter.
  for (let row = 0; row < height; row += 1) rows[row * (width * 3 + 1)] = 0;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name, exact: true });
const expensesNow = () => api.all('/expenses/');

/** The file dialog of the browser is not shown: the input takes the file that it would give. */
const give = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  main(page).locator('input[type=file]').setInputFiles({ name, mimeType, buffer });

test('the photo of a bill is made small on the device, waits offline, and is seen again', async ({
  page,
}) => {
  const picture = noise(3200, 2200);
  expect(picture.length).toBeGreaterThan(20 * 1024 * 1024);
  await signIn(page, proxy.origin, branch.user);
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
