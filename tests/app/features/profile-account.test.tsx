import { QueryClient } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reportReachable, reportUnreachable } from '#app/api/connection.ts';
import { storeTokens } from '#app/api/session.ts';
import { ProfilePage } from '#app/features/profile/profile-page.tsx';
import { renderPage } from '../render.tsx';

// On a server that ends sessions and asks for the present password (decisions 48 and 49).

const mona = { email: 'mona@example.org', first_name: 'Mona', last_name: 'Adel', account_type: 'manager' };
const session = (id: string, device: string, current = false) => ({
  id,
  device,
  device_name: null,
  started_at: '2026-11-01T08:00:00Z',
  last_used_at: '2026-11-20T08:00:00Z',
  current,
});
let sessions = [session('1', 'Chrome on Windows', true), session('2', 'Safari on iPad')];
let declared = true;
const writes = vi.fn<(method: string, path: string, body: unknown) => Response>();

function answer(path: string): Response {
  if (path.endsWith('/branch/details/')) return Response.json({ name: 'Main', sessions: declared });
  if (path.endsWith('/auth/sessions/')) {
    return Response.json({ count: sessions.length, next: null, previous: null, results: sessions });
  }
  return Response.json(mona);
}

beforeEach(() => {
  sessions = [session('1', 'Chrome on Windows', true), session('2', 'Safari on iPad')];
  declared = true;
  storeTokens({ access: `head.${btoa(JSON.stringify({ sub: '7', branch: '1' }))}.sign`, refresh: 'refresh' });
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) =>
    method === 'GET' ? answer(url) : writes(method ?? '', url, body ? JSON.parse(String(body)) : undefined),
  );
});
afterEach(() => {
  act(reportReachable);
  writes.mockReset();
});

async function open(): Promise<void> {
  renderPage(<ProfilePage />, { client: new QueryClient({ defaultOptions: { queries: { retry: false } } }) });
  await screen.findByText('Edit', { selector: 'button' });
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

it('another address needs the present password, names do not', async () => {
  await open();
  await screen.findByText('Where you are signed in');
  await press('Edit');
  expect(screen.queryByLabelText('Present password')).toBeNull();
  type('Email', 'new@example.org');
  await press('Save');
  expect(await screen.findByText('Enter your present password')).toBeVisible();
  expect(writes).not.toHaveBeenCalled();

  writes.mockReturnValue(Response.json({ current_password: ['This is not it'] }, { status: 400 }));
  type('Present password', 'guess');
  await press('Save');
  expect(await screen.findByText('This is not it')).toBeVisible();
  expect(screen.getByLabelText('Email')).toHaveValue('new@example.org');

  writes.mockReturnValue(Response.json({ ...mona, pending_email: 'new@example.org' }));
  type('Present password', 'open sesame');
  await press('Save');
  expect(await screen.findByText(/Waits for its confirmation: new@example.org/)).toBeVisible();
  expect(writes).toHaveBeenLastCalledWith(
    'PATCH',
    expect.stringContaining('/auth/user/'),
    expect.objectContaining({ email: 'new@example.org', current_password: 'open sesame' }),
  );
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
  expect(writes).not.toHaveBeenCalled();

  writes.mockReturnValue(Response.json({ new_password: ['Too common'] }, { status: 400 }));
  type('New password again', 'football1');
  await press('Save the password');
  expect(await screen.findByText('Too common')).toBeVisible();

  writes.mockReturnValue(Response.json(mona));
  type('New password', 'a longer sesame');
  type('New password again', 'a longer sesame');
  await press('Save the password');
  expect(await screen.findByRole('button', { name: 'Change the password' })).toBeVisible();
  expect(writes).toHaveBeenLastCalledWith('PATCH', expect.stringContaining('/auth/user/'), {
    current_password: 'open sesame',
    new_password: 'a longer sesame',
  });
});

it('sessions are listed with this device marked, and end there or everywhere else', async () => {
  await open();
  const here = (await screen.findByText('Chrome on Windows')).closest('li');
  if (!here) throw new Error('this device is not listed');
  expect(within(here).getByText('This device')).toBeVisible();
  expect(within(here).queryByRole('button')).toBeNull();

  writes.mockImplementation(() => {
    sessions = sessions.slice(0, 1);
    return Response.json({ detail: 'Signed out: Safari on iPad.' });
  });
  await press('Sign out there: Safari on iPad');
  await waitFor(() => expect(screen.queryByText('Safari on iPad')).toBeNull());
  expect(writes).toHaveBeenLastCalledWith(
    'DELETE',
    expect.stringMatching(/\/auth\/sessions\/2\/$/),
    undefined,
  );
  expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull();
});

it('everywhere else is signed out with one call', async () => {
  writes.mockImplementation(() => Response.json({ detail: 'Signed out everywhere else.' }));
  await open();
  await press('Sign out everywhere else');
  await waitFor(() =>
    expect(writes).toHaveBeenLastCalledWith(
      'DELETE',
      expect.stringMatching(/\/auth\/sessions\/$/),
      undefined,
    ),
  );
});

it('offline says that signing out elsewhere needs a connection', async () => {
  await open();
  await screen.findByText('Safari on iPad');
  act(reportUnreachable);
  expect(await screen.findByText(/Signing out elsewhere needs a connection/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Sign out everywhere else' })).toBeDisabled();
});

it('a server that does not end sessions shows neither of them and asks for no password', async () => {
  declared = false;
  await open();
  await press('Edit');
  type('Email', 'new@example.org');
  writes.mockReturnValue(Response.json({ ...mona, email: 'new@example.org' }));
  await press('Save');
  expect(await screen.findByText('new@example.org')).toBeVisible();
  expect(writes.mock.calls[0]?.[2]).not.toHaveProperty('current_password');
  expect(screen.queryByText('Where you are signed in')).toBeNull();
  expect(screen.queryByText('Change the password')).toBeNull();
});

it('a manager switches the daily mail on and off where the server offers it', async () => {
  await open();
  expect(screen.queryByRole('checkbox')).toBeNull();
  cleanup();
  let daily_mail = false;
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    if (method !== 'GET') {
      writes(method ?? '', url, JSON.parse(String(body)));
      daily_mail = !daily_mail;
    }
    return url.endsWith('/auth/user/') ? Response.json({ ...mona, daily_mail }) : answer(url);
  });
  await open();
  const box = await screen.findByRole('checkbox', { name: 'Send it to mona@example.org' });
  expect(box).not.toBeChecked();
  await userEvent.click(box);
  await waitFor(() => expect(box).toBeChecked());
  await waitFor(() => expect(box).toBeEnabled());
  await userEvent.click(box);
  await waitFor(() => expect(box).not.toBeChecked());
  expect(writes.mock.calls).toEqual([
    ['PATCH', '/api/auth/user/', { daily_mail: true }],
    ['PATCH', '/api/auth/user/', { daily_mail: false }],
  ]);
});

it('a refused switch goes back, and nothing is sent without a connection', async () => {
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    if (method !== 'GET') return Response.json({ detail: 'Only managers.' }, { status: 403 });
    return url.endsWith('/auth/user/') ? Response.json({ ...mona, daily_mail: false }) : answer(url);
  });
  await open();
  const box = await screen.findByRole('checkbox', { name: 'Send it to mona@example.org' });
  await userEvent.click(box);
  await waitFor(() => expect(box).toBeEnabled());
  expect(box).not.toBeChecked();
  act(reportUnreachable);
  await waitFor(() => expect(box).toBeDisabled());
});

it('without a connection a save says that one is needed, and keeps what was typed', async () => {
  declared = false;
  await open();
  await press('Edit');
  type('First Name', 'Muna');
  writes.mockImplementation(() => {
    throw new TypeError('Failed to fetch');
  });
  await press('Save');
  expect(await screen.findByText(/connection/)).toBeVisible();
  expect(screen.getByLabelText('First Name')).toHaveValue('Muna');
});
