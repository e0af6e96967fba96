import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { currentOwner } from '#app/api/session.ts';
import { SignInForm } from '#app/features/sign-in/sign-in-page.tsx';
import { renderStyled } from '../render.tsx';

const fetched = vi.fn<typeof fetch>();
const signedIn = vi.fn();
const asked = vi.fn();
const access = `head.${btoa(JSON.stringify({ sub: '7', branch: '1' }))}.sign`;

beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  renderStyled(<SignInForm onSignedIn={signedIn} onFactor={asked} />);
});
afterEach(() => {
  fetched.mockReset();
  signedIn.mockReset();
  asked.mockReset();
});

async function login(email: string, password: string): Promise<void> {
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: email } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: password } });
  await userEvent.click(screen.getByText('Login', { selector: 'button' }));
}

it('shows an error at each invalid field and sends nothing', async () => {
  await login('nobody', 'abc');
  expect(await screen.findByText('Invalid email address')).toBeVisible();
  expect(screen.getByText('Password must be at least 4 characters')).toBeVisible();
  expect(screen.getByLabelText('Email')).toHaveFocus();
  expect(screen.getByLabelText('Email')).toBeInvalid();
  expect(fetched).not.toHaveBeenCalled();
});

it('shows the first message of the server’s rejection', async () => {
  fetched.mockResolvedValue(Response.json({ non_field_errors: ['Unknown here', 'Second'] }, { status: 400 }));
  await login('mona@example.org', 'secret');
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Unknown here$/);
  expect(signedIn).not.toHaveBeenCalled();
  expect(currentOwner()).toBeUndefined();
});

it('says that a connection is needed if there is no answer', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  await login('mona@example.org', 'secret');
  expect(await screen.findByRole('alert')).toHaveTextContent(/needs a connection/);
});

it('signs in with the right password and stores the tokens', async () => {
  fetched.mockResolvedValue(Response.json({ access, refresh: 'refresh' }));
  await login(' mona@example.org ', 'secret');
  await vi.waitFor(() => expect(signedIn).toHaveBeenCalledOnce());
  expect(currentOwner()).toEqual({ ownerId: '7', branchId: '1' });
  expect(JSON.parse(String(fetched.mock.calls[0]?.[1]?.body))).toEqual({
    email: 'mona@example.org',
    password: 'secret',
  });
});

it('hands over what the server says of a second factor, and shows no refusal', async () => {
  const refusal = { detail: 'Reload this page.', second_factor: { token: 't', methods: ['totp'] } };
  fetched.mockResolvedValue(Response.json(refusal, { status: 401 }));
  await login('mona@example.org', 'secret');
  await vi.waitFor(() => expect(asked).toHaveBeenCalledWith({ refusal }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(signedIn).not.toHaveBeenCalled();
});

it('over plain http it says that https is needed, sends no password, and does not blame the network', async () => {
  cleanup();
  vi.stubGlobal('isSecureContext', false);
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  renderStyled(<SignInForm onSignedIn={signedIn} onFactor={asked} />);
  const sentence = 'Branch Desk needs https: open this address with https:// in front.';
  expect(screen.getByRole('alert')).toHaveTextContent(sentence);
  await login('mona@example.com', 'secret');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Login' })).toBeEnabled());
  expect(fetched).not.toHaveBeenCalled();
  expect(screen.getByRole('alert')).toHaveTextContent(sentence);
});
