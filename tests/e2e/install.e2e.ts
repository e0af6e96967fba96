import { expect, type Page, test } from '@playwright/test';
import { z } from 'zod';
import { type BrowserProfile, installed, newDevice, signInOnScreen } from '../support/browser.ts';
import { findChromium } from '../support/find-chromium.ts';
import { branch, withBranch } from './own-branch.ts';

const image = z.object({ src: z.string(), sizes: z.string(), type: z.string() });
const manifestShape = z.object({
  name: z.string(),
  display: z.literal('standalone'),
  icons: z.array(image.extend({ purpose: z.string().optional() })),
  screenshots: z.array(image.extend({ form_factor: z.enum(['wide', 'narrow']), label: z.string() })),
  shortcuts: z.array(z.object({ name: z.string(), url: z.string() })),
});

let device: BrowserProfile;
let page: Page;

withBranch(async () => {
  // The headless shell has nothing to install an app with, and so no objections.
  device = newDevice({ executablePath: findChromium() });
  page = await device.open();
});
test.afterAll(async () => {
  await device?.remove();
});

/** Returns the actual size of an image in the manifest's notation. */
const sizeOf = (src: string) =>
  page.evaluate(async (address) => {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    return `${picture.naturalWidth}x${picture.naturalHeight}`;
  }, src);

test('the browser can install the app and shows its name and icons', async () => {
  await signInOnScreen(page, branch.origin, branch.user);
  await installed(page);
  const session = await device.context().newCDPSession(page);
  const { errors, data } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect((await session.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([]);

  const { icons, screenshots, shortcuts } = manifestShape.parse(JSON.parse(data ?? ''));
  expect(icons.map(({ purpose }) => purpose)).toContain('maskable');
  expect(new Set(screenshots.map(({ form_factor }) => form_factor))).toEqual(new Set(['wide', 'narrow']));
  for (const { src, sizes } of [...icons.filter(({ sizes }) => sizes !== 'any'), ...screenshots]) {
    expect(await sizeOf(src), src).toBe(sizes);
  }
  expect(shortcuts.map(({ name }) => name)).toEqual([
    ...['Take payment', 'Search', 'New student', 'Close my drawer'],
  ]);
  for (const { name, url } of shortcuts) {
    await page.goto(`${branch.origin}${url}`);
    const opened =
      name === 'Search'
        ? page.getByRole('dialog').getByRole('combobox')
        : page.getByRole('heading', { level: 1 });
    await expect(opened).toBeVisible();
    await expect(page.getByRole('heading', { name: /not found/i })).toHaveCount(0);
    await expect(page).toHaveURL(`${branch.origin}${url}`);
  }
});
