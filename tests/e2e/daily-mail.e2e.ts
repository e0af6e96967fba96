import { expect, type Page, test } from '@playwright/test';
import { signedInApi } from '../support/api.ts';
import { signIn } from '../support/browser.ts';
import { firstUser, type RunningServer, startServer } from '../support/running-server.ts';
import { goWithin } from './page-actions.ts';

let server: RunningServer;

test.beforeAll(async () => {
  // Nothing is mailed before the next morning.
  server = await startServer((origin) => ({
    SMTP_URL: 'smtp://127.0.0.1:1',
    SMTP_FROM: 'desk@example.com',
    PUBLIC_URL: origin,
  }));
});
test.afterAll(() => server?.remove());

const dailyMail = (page: Page) =>
  page.getByRole('region', { name: 'Daily mail' }).getByLabel(`Send it to ${firstUser.email}`);

test('a manager switches the daily mail on and off', async ({ page }) => {
  const api = await signedInApi(server.origin);
  await signIn(page, server.origin);
  await goWithin(page, '/profile');
  await expect(dailyMail(page)).not.toBeChecked();
  await dailyMail(page).click();
  await expect(page.getByText(`The daily mail comes to ${firstUser.email} from tomorrow on.`)).toBeVisible();
  expect(await api.get('/auth/user/')).toMatchObject({ daily_mail: true });
  await page.reload();
  await expect(dailyMail(page)).toBeChecked();

  await dailyMail(page).click();
  await expect(page.getByText('The daily mail is off.')).toBeVisible();
  await expect(dailyMail(page)).not.toBeChecked();
  expect(await api.get('/auth/user/')).toMatchObject({ daily_mail: false });
});
