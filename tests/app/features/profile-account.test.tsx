import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { reportReachable, reportUnreachable } from '#app/api/connection.ts';
import { ProfilePage } from '#app/features/profile/profile-page.tsx';
import { paths } from '#contract/http.ts';
import { renderPage } from '../render.tsx';
import { ScriptedServer } from '../resources/render-screen.tsx';

// On a server that ends sessions and asks for the present password (decisions 48 and 49).

const session = (id: string, device: string, current = false) => ({
  id,
  device,
  device_name: null,
  started_at: '2026-11-01T08:00:00Z',
  last_used_at: '2026-11-20T08:00:00Z',
  current,
});
const here = session('1', 'Chrome on Windows', true);
let server: ScriptedServer;
let details: object;

beforeEach(() => {
  server = new ScriptedServer();
  server.declares({ sessions: true });
  server.list(paths.sessions, [here, session('2', 'Safari on iPad')]);
  server.signedInAs('manager');
  details = { id: '7', email: 'mona@example.com', first_name: 'Mona', last_name: 'Adel' };
});
afterEach(() => act(reportReachable));

async function open(): Promise<void> {
  renderPage(<ProfilePage />);
  await screen.findByText('Edit', { selector: 'button' });
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const answers = (more: object, status = 200) =>
  server.on(`PATCH ${paths.user}`, {
    status,
    body: status === 200 ? { ...details, account_type: 'manager', ...more } : more,
  });
const sent = () => server.sent('PATCH', paths.user).map(({ body }) => body);

it('another address needs the present password, names do not', async () => {
  await open();
  await screen.findByText('Where you are signed in');
  await press('Edit');
  expect(screen.queryByLabelText('Present password')).toBeNull();
  type('Email', 'new@example.org');
  await press('Save');
  expect(await screen.findByText('Enter your present password')).toBeVisible();
  expect(sent()).toEqual([]);

  answers({ current_password: ['This is not it'] }, 400);
  type('Present password', 'guess');
  await press('Save');
  expect(await screen.findByText('This is not it')).toBeVisible();
  expect(screen.getByLabelText('Email')).toHaveValue('new@example.org');

  answers({ pending_email: 'new@example.org' });
  type('Present password', 'open sesame');
  await press('Save');
  expect(await screen.findByText(/Waits for its confirmation: new@example.org/)).toBeVisible();
  expect(sent().at(-1)).toMatchObject({ email: 'new@example.org', current_password: 'open sesame' });
});

it('a new password is typed twice and sent with the present one', async () => {
  await open();
  await press('Change the password');
  await press('Save the password');
  expect(await screen.findByText('Enter your present password')).toBeVisible();
  type('Present password', 'open sesame');
  type('New password', 'football1');
  type('New password again', 'football2');
  await press('Save the password');
  expect(await screen.findByText('This is not the same password')).toBeVisible();
  expect(sent()).toEqual([]);

  answers({ new_password: ['Too common'] }, 400);
  type('New password again', 'football1');
  await press('Save the password');
  expect(await screen.findByText('Too common')).toBeVisible();

  answers({});
  type('New password', 'a longer sesame');
  type('New password again', 'a longer sesame');
  await press('Save the password');
  expect(await screen.findByRole('button', { name: 'Change the password' })).toBeVisible();
  expect(sent().at(-1)).toEqual({ current_password: 'open sesame', new_password: 'a longer sesame' });
});

it('sessions are listed with this device marked, and end there or everywhere else', async () => {
  await open();
  const row = (await screen.findByText('Chrome on Windows')).closest('li');
  if (!row) throw new Error('this device is not listed');
  expect(within(row).getByText('This device')).toBeVisible();
  expect(within(row).queryByRole('button')).toBeNull();

  server.on(`DELETE ${paths.sessions}`, { body: { detail: 'Signed out everywhere else.' } });
  await press('Sign out everywhere else');
  await waitFor(() => expect(server.sent('DELETE', paths.sessions)).toHaveLength(1));

  server.on(`DELETE ${paths.sessions}2/`, () => {
    server.list(paths.sessions, [here]);
    return { body: { detail: 'Signed out: Safari on iPad.' } };
  });
  await press('Sign out there: Safari on iPad');
  await waitFor(() => expect(screen.queryByText('Safari on iPad')).toBeNull());
  expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull();
});

it('offline says that signing out elsewhere needs a connection', async () => {
  await open();
  await screen.findByText('Safari on iPad');
  act(reportUnreachable);
  expect(await screen.findByText(/Signing out elsewhere needs a connection/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Sign out everywhere else' })).toBeDisabled();
});

it('a server that does not end sessions shows neither of them and asks for no password', async () => {
  server.declares({});
  await open();
  await press('Edit');
  type('Email', 'new@example.org');
  answers({ email: 'new@example.org' });
  await press('Save');
  expect(await screen.findByText('new@example.org')).toBeVisible();
  expect(sent()[0]).not.toHaveProperty('current_password');
  expect(screen.queryByText('Where you are signed in')).toBeNull();
  expect(screen.queryByText('Change the password')).toBeNull();
});

it('a manager switches the daily mail on and off where the server offers it; a refused switch goes back', async () => {
  await open();
  expect(screen.queryByRole('checkbox')).toBeNull();
  cleanup();
  server.signedInAs('manager', { daily_mail: false });
  server.on(`PATCH ${paths.user}`, ({ body }) => {
    server.signedInAs('manager', body);
    return { body: { ...details, account_type: 'manager', ...body } };
  });
  await open();
  const box = await screen.findByRole('checkbox', { name: 'Send it to mona@example.com' });
  for (const isOn of [true, false]) {
    await userEvent.click(box);
    await waitFor(() => expect((box as HTMLInputElement).checked).toBe(isOn));
    await waitFor(() => expect(box).toBeEnabled());
  }
  expect(sent()).toEqual([{ daily_mail: true }, { daily_mail: false }]);
  answers({ detail: 'Only managers.' }, 403);
  await userEvent.click(box);
  await waitFor(() => expect(box).toBeEnabled());
  expect(box).not.toBeChecked();
  act(reportUnreachable);
  await waitFor(() => expect(box).toBeDisabled());
});

it('without a connection a save says that one is needed, and keeps what was typed', async () => {
  server.declares({});
  await open();
  await press('Edit');
  type('First Name', 'Muna');
  server.offline = true;
  await press('Save');
  expect(await screen.findByText(/connection/)).toBeVisible();
  expect(screen.getByLabelText('First Name')).toHaveValue('Muna');
});
