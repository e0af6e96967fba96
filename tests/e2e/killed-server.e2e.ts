import { expect, type Page, test } from '@playwright/test';
import { CLOSES_PATH } from '#contract/closes.ts';
import { paths } from '#contract/http.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { signedInApi } from '../support/api.ts';
import { signIn } from '../support/browser.ts';
import { type RunningServer, startServer } from '../support/running-server.ts';
import { goWithin } from './page-actions.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.remove());

/** Kills the server during the next POST to a path: after it has performed it, or before it arrives. */
const killDuring = (page: Page, path: string, performed: boolean) =>
  page.route(
    `**/api${path}`,
    async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      if (performed) await route.fetch();
      await server.kill('SIGKILL');
      await route.abort();
    },
    { times: 1 },
  );

test('76 a server that is killed during a call that is not queued has done it once or not, and the page shows which', async ({
  page,
}) => {
  const api = await signedInApi(server.origin);
  await api.post(paths.months, { name: 'November' });
  const { student, enrolment } = branchFactory(6);
  const { id } = await api.post('/students/', student({ name: 'Mona Adel' }));
  await api.post('/bus/', enrolment('bus', String(id), { price: '900', paid_amount: '150' }));
  await signIn(page, server.origin);
  const main = page.getByRole('main');

  await test.step('a count that was performed is shown as closed after the restart', async () => {
    await goWithin(page, '/close-day');
    await page.getByRole('textbox', { name: 'Pieces of 50', exact: true }).fill('3');
    await page.getByRole('textbox', { name: 'Was in the drawer at the start' }).fill('0');
    await killDuring(page, CLOSES_PATH, true);
    await main.getByRole('button', { name: 'Compare' }).click();
    await expect(main).toContainText('Your count stays on this device');
    await server.start();
    await page.reload();
    await expect(main).toContainText(/The drawer is right|Nothing was counted twice/);
    expect(await api.all(CLOSES_PATH)).toMatchObject([{ counted: '150.00', difference: '0.00' }]);
  });

  await test.step('the end of a month that never arrived is not done, and is done once when asked for', async () => {
    await goWithin(page, '/work-history');
    await page.getByRole('button', { name: 'End Month' }).click();
    await killDuring(page, paths.toggleMonth, false);
    await page.getByRole('alertdialog').getByRole('button', { name: 'End Month' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('connection');
    await server.start();
    await page.reload();
    expect(await api.newestMonth()).toMatchObject({ name: 'November', status: 'running' });
    await page.getByRole('button', { name: 'End Month' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'End Month' }).click();
    await expect(page.getByRole('button', { name: 'Undo Month' })).toBeVisible();
    expect(await api.newestMonth()).toMatchObject({ name: 'November', status: 'ended' });
  });

  await test.step('an undo that was performed is shown, and its lost answer is none to the next press', async () => {
    const dialog = page.getByRole('alertdialog');
    await page.getByRole('button', { name: 'Undo Month' }).click();
    await killDuring(page, paths.toggleMonth, true);
    await dialog.getByRole('button', { name: 'Undo Month' }).click();
    await expect(dialog).toContainText('connection');
    await server.start();
    await page.reload();
    await page.getByRole('button', { name: 'End Month' }).click();
    await dialog.getByRole('button', { name: 'End Month' }).click();
    await expect(dialog).toContainText('An earlier press of yours has arrived');
    expect(await api.newestMonth()).toMatchObject({ status: 'running' });
    await dialog.getByRole('button', { name: 'End Month' }).click();
    await expect(page.getByRole('button', { name: 'Undo Month' })).toBeVisible();
    expect(await api.newestMonth()).toMatchObject({ status: 'ended' });
  });
});
