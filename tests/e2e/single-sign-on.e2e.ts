import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility.ts';
import { signedInApi } from '../support/api.ts';
import { installed } from '../support/browser.ts';
import { startProvider, type TestProvider } from '../support/oidc-provider.ts';
import { firstUser, type RunningServer, startServer } from '../support/running-server.ts';

let provider: TestProvider;
let server: RunningServer;

test.beforeAll(async () => {
  provider = await startProvider();
  provider.person = { subject: 'desk', email: firstUser.email };
  server = await startServer((origin) => ({ ...provider.env, PUBLIC_URL: origin }));
});
test.afterAll(async () => {
  await server?.remove();
  await provider?.close();
});

const button = (page: Page) => page.getByRole('button', { name: 'Sign in with Al Nour Account' });
const refusal = (page: Page) => page.getByRole('main').getByRole('alert');

async function atProvider(page: Page, link: 'Continue' | 'Cancel'): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sign in at the provider' })).toBeVisible();
  await page.getByRole('link', { name: link }).click();
}

test('a person signs in at the provider, comes back to the page asked for, and sees and removes the connection', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${server.origin}/students`);
  await expect(button(page)).toBeVisible();
  await expectAccessible(page, 'sign-in with single sign-on');
  await expectNoSidewaysScroll(page, 'sign-in with single sign-on');
  await button(page).click();
  await atProvider(page, 'Continue');
  await expect(page).toHaveURL(`${server.origin}/students`);
  await expect(page.getByRole('heading', { name: 'Students' })).toBeVisible();
  const tokens = await page.evaluate(() => Object.values(localStorage).join());
  for (const token of tokens.match(/ey[\w-]+\.[\w-]+\.[\w-]+/g) ?? [])
    for (const url of asked) expect(url).not.toContain(token);

  await page.goto(`${server.origin}/profile`);
  const section = page.getByRole('region', { name: 'Single sign-on' });
  await expect(section).toContainText('Connected to Al Nour Account since');
  await section.getByRole('button', { name: 'Remove the connection' }).click();
  await section.getByLabel('Present password').fill('wrong-password');
  await section.getByRole('button', { name: 'Remove the connection' }).click();
  await expect(section).toContainText('This is not your present password');
  await expectAccessible(page, 'removing the connection');
  await section.getByLabel('Present password').fill(firstUser.password);
  await section.getByRole('button', { name: 'Remove the connection' }).click();
  await expect(page.getByText('You are not connected to Al Nour Account any more.')).toBeVisible();
  await expect(section).toHaveCount(0);

  await page.evaluate(() => localStorage.clear());
  await page.goto(`${server.origin}/auth`);
  await button(page).click();
  await atProvider(page, 'Continue');
  await expect(page).toHaveURL(`${server.origin}/`);
  const api = await signedInApi(server.origin);
  expect(await api.get('/auth/user/')).toMatchObject({ single_sign_on: { name: 'Al Nour Account' } });
});

test('a refusal is shown in words, and leaves the address', async ({ page }) => {
  await page.goto(`${server.origin}/auth`);
  await button(page).click();
  await atProvider(page, 'Cancel');
  await expect(refusal(page)).toContainText('Single sign-on was cancelled');
  await expect(page).toHaveURL(`${server.origin}/auth`);
  await expectAccessible(page, 'a refusal of single sign-on');

  provider.person = { subject: 'stranger', email: 'stranger@example.com' };
  await button(page).click();
  await atProvider(page, 'Continue');
  await expect(refusal(page)).toContainText('A manager adds users');
  provider.person = { subject: 'desk', email: firstUser.email };

  // A link that somebody else has sent.
  await page.goto(`${server.origin}/auth?again#sso=${'A'.repeat(43)}`);
  await expect(refusal(page)).toContainText('in another browser');
  await page.goto(`${server.origin}/auth?once-more#sso-problem=of-tomorrow`);
  await expect(refusal(page)).toContainText('could not be trusted');
});

test.describe('in the installed app', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the way there and back leads to the server, past the service worker', async ({ page }) => {
    await page.goto(`${server.origin}/auth`);
    await installed(page);
    await page.reload();
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await button(page).click();
    await atProvider(page, 'Continue');
    await expect(page).toHaveURL(`${server.origin}/`);
  });
});
