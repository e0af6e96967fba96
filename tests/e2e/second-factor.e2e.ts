import { expect, type Page, test } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility.ts';
import type { Person } from '../support/extra-users.ts';
import { api, branch, withBranch } from './own-branch.ts';
import { goWithin, logOut, signInAs, submit } from './page-actions.ts';

withBranch(async () => {
  await api.post('/month/', { name: 'November' });
});

/** Passkeys need a name in place of a number. */
const origin = () => branch.origin.replace('127.0.0.1', 'localhost');

const checked = async (page: Page, where: string) => {
  await expectAccessible(page, where);
  await expectNoSidewaysScroll(page, where);
};

/** Steps of 30 s before or after the present one: no code counts twice. */
const codeOf = (secret: string, ahead: number) =>
  TOTP.generate({
    secret: Secret.fromBase32(secret.replaceAll(' ', '')),
    timestamp: Date.now() + ahead * 30_000,
  });

const section = (page: Page) => page.getByRole('region', { name: 'Second factor' });

async function addUser(first_name: string, last_name: string, account_type: string): Promise<Person> {
  const email = branch.user.email.replace('desk', first_name.toLowerCase());
  await api.post('/users/', { email, password: branch.user.password, first_name, last_name, account_type });
  return { ...branch.user, email };
}

async function enterPassword(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

async function prove(page: Page, { password }: Person): Promise<void> {
  await page.getByRole('dialog').getByLabel('Present password', { exact: true }).fill(password);
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
}

test('a manager sets up an authenticator app and a passkey, signs in with them, and approves with a code', async ({
  page,
  context,
}) => {
  const manager = await addUser('Nour', 'Hany', 'manager');
  let secret = '';
  let recoveryCode = '';

  await test.step('the app counts after a right code, and the recovery codes are shown once', async () => {
    await page.goto(`${origin()}/auth`);
    await signInAs(page, manager);
    await goWithin(page, '/profile');
    await section(page).getByRole('button', { name: 'Set up the authenticator app' }).click();
    await prove(page, { ...manager, password: 'not the password' });
    await expect(page.getByText('This is not your present password')).toBeVisible();
    await prove(page, manager);
    const dialog = page.getByRole('dialog', { name: 'Set up the authenticator app' });
    await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
    secret = (await dialog.locator('code').textContent()) ?? '';
    await checked(page, 'the QR code');
    await dialog.getByRole('textbox', { name: 'Code' }).fill('000000');
    await dialog.getByRole('button', { name: 'Turn it on' }).click();
    await expect(dialog.getByText('This code is wrong.')).toBeVisible();
    const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
    // The code is of the step before, so that two are left for later; where that ends meanwhile, a person types the next one.
    await expect(async () => {
      await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, -1));
      await dialog.getByRole('button', { name: 'Turn it on' }).click();
      await expect(codes.getByRole('listitem')).toHaveCount(10, { timeout: 10_000 });
    }).toPass();
    recoveryCode = (await codes.getByRole('listitem').first().textContent()) ?? '';
    await checked(page, 'the recovery codes');
    await codes.getByRole('button', { name: 'I have kept them' }).click();
    await expect(section(page)).toContainText('10 codes are left.');
    await checked(page, 'the second factor on the profile');
  });

  await test.step('offline it says that this needs a connection', async () => {
    await context.setOffline(true);
    await expect(section(page)).toContainText('needs a connection');
    await expect(section(page).getByRole('button', { name: 'New codes' })).toBeDisabled();
    await context.setOffline(false);
    await expect(section(page).getByRole('button', { name: 'New codes' })).toBeEnabled();
  });

  await test.step('the password is followed by the code', async () => {
    await logOut(page, { keeping: false });
    await enterPassword(page, manager);
    await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused();
    await page.getByRole('textbox', { name: 'Code' }).fill('12');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Enter the six digits of the app')).toBeVisible();
    await checked(page, 'the second step');
    await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, 0));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  });

  await test.step('a recovery code does in its place, once', async () => {
    await logOut(page, { keeping: false });
    for (const attempt of ['first', 'second']) {
      await enterPassword(page, manager);
      await page.getByRole('button', { name: 'Use a recovery code' }).click();
      await page.getByLabel('Recovery code').fill(recoveryCode.toUpperCase());
      await page.getByRole('button', { name: 'Confirm' }).click();
      if (attempt === 'first') {
        await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
        await logOut(page, { keeping: false });
      }
    }
    await expect(page.getByText('wrong, or was used already')).toBeVisible();
    await page.getByRole('button', { name: 'Enter the password again' }).click();
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  });

  await test.step('an approval asks for the code, too', async () => {
    const factory = branchFactory(160);
    const student = await api.post('/students/', factory.student({ name: 'Hana Adel' }));
    const paid = { price: '3600', paid_amount: '900', receipt_number: '8123' };
    await api.post('/bus/', factory.enrolment('bus', String(student.id), paid));
    await signInAs(page, await addUser('Omar', 'Samir', 'staff'));
    await goWithin(page, `/students/${student.id}`);
    await page.getByRole('link', { name: /^Edit Hana Adel, receipt 8123/ }).click();
    await page.getByRole('textbox', { name: 'Price' }).fill('900');
    await submit(page, 'Save changes');
    const dialog = page.getByRole('dialog', { name: 'Manager approval' });
    await dialog.getByLabel("Manager's email").fill(manager.email);
    await dialog.getByLabel("Manager's password").fill(manager.password);
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await dialog.getByRole('textbox', { name: 'Code' }).fill('000000');
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await expect(dialog.getByText('This code is wrong.')).toBeVisible();
    await checked(page, 'the second step of an approval');
    await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, 1));
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Price lowered from L.E. 3,600.00 to L.E. 900.00: Omar Samir')).toContainText(
      'approved by Nour Hany',
    );
    await logOut(page, { keeping: false });
  });

  await test.step('a passkey signs in', async () => {
    const devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    const desk = { ...branch.user, email: branch.user.email };
    await signInAs(page, desk);
    await goWithin(page, '/profile');
    await section(page).getByRole('button', { name: 'Add a passkey' }).click();
    await prove(page, desk);
    await page.getByLabel('Name of the passkey').fill('Tablet of the desk');
    await page.getByRole('button', { name: 'Create the passkey' }).click();
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await expect(section(page)).toContainText('Tablet of the desk');
    await checked(page, 'a passkey on the profile');
    await logOut(page, { keeping: false });
    await enterPassword(page, desk);
    await page.getByRole('button', { name: 'Use the passkey' }).click();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  });

  await test.step('the branch asks every manager for one, and a new one sets it up before anything else', async () => {
    await goWithin(page, '/branch-settings');
    await page.getByRole('radio', { name: 'Every manager needs one' }).check({ force: true });
    await submit(page, 'Save settings');
    await expect(
      page.getByRole('main').getByRole('button', { name: 'Save settings', exact: true }),
    ).toBeDisabled();
    await goWithin(page, '/users');
    const nour = page.getByRole('listitem').filter({ hasText: manager.email });
    await nour.getByRole('button', { name: 'Reset the second factor of Nour Hany' }).click();
    await checked(page, 'the reset of a second factor');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reset second factor' }).click();
    await expect(page.getByText('The second factor of Nour Hany is removed.')).toBeVisible();
    await logOut(page, { keeping: false });
    await enterPassword(page, manager);
    await expect(page.getByText('Your branch asks every manager for a second factor.')).toBeVisible();
    await checked(page, 'a second factor that the branch asks for');
    await page.getByRole('button', { name: 'Authenticator app' }).click();
    const typed = (await page.locator('code').textContent()) ?? '';
    await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(typed, 0));
    await page.getByRole('button', { name: 'Turn it on' }).click();
    await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
    await checked(page, 'recovery codes before the first page');
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  });
});
