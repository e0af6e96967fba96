import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetLinkToken } from '#app/features/sign-in/link-page.tsx';
import { ResetPasswordPage } from '#app/features/sign-in/reset-password-page.tsx';
import { SignInPage } from '#app/features/sign-in/sign-in-page.tsx';
import { renderStyled } from '../render.tsx';

const PAGE = '/auth/reset-password';
const fetched = vi.fn<typeof fetch>();

beforeEach(() => vi.stubGlobal('fetch', fetched));
afterEach(() => {
  fetched.mockReset();
  forgetLinkToken();
  history.replaceState(null, '', '/');
});

const routes = [
  { path: '/auth', Component: SignInPage },
  { path: PAGE, Component: ResetPasswordPage },
];

function open(fragment = '') {
  history.replaceState({ idx: 3 }, '', `${PAGE}?next=%2Fstudents${fragment}`);
  const router = createMemoryRouter(routes, { initialEntries: [`${PAGE}?next=%2Fstudents`] });
  renderStyled(<RouterProvider router={router} />);
  return router;
}

const answer = (body: object, status = 200) => fetched.mockResolvedValue(Response.json(body, { status }));
const sentTo = () => String(fetched.mock.calls[0]?.[0]);
const sent = () => JSON.parse(String(fetched.mock.calls[0]?.[1]?.body));

const press = (label: string) => userEvent.click(screen.getByText(label, { selector: 'button' }));

async function requestLink(email: string): Promise<void> {
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: email } });
  await press('Send me a link');
}

async function submitPassword(password: string, again = password): Promise<void> {
  fireEvent.change(screen.getByLabelText('New password'), { target: { value: password } });
  fireEvent.change(screen.getByLabelText('New password again'), { target: { value: again } });
  await press('Set the new password');
}

describe('requesting a reset link', () => {
  it('sends the email address and shows the server’s message', async () => {
    open();
    answer({ detail: 'A link is on its way, if we know you.' });
    await requestLink(' mona@example.org ');
    expect(await screen.findByRole('status')).toHaveTextContent('A link is on its way, if we know you.');
    expect(screen.getByRole('status')).toHaveFocus();
    expect(sentTo()).toBe('/api/auth/password/reset/');
    expect(sent()).toEqual({ email: 'mona@example.org' });
    expect(screen.queryByLabelText('Email')).toBeNull();
  });

  it('rejects an invalid email address', async () => {
    open();
    await requestLink('mona');
    expect(await screen.findByText('Invalid email address')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveFocus();
    expect(fetched).not.toHaveBeenCalled();
  });

  it('says offline that it needs a connection, and queues nothing', async () => {
    open();
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    await requestLink('mona@example.org');
    expect(await screen.findByRole('alert')).toHaveTextContent(/needs a connection/);
    expect(screen.getByLabelText('Email')).toHaveValue('mona@example.org');
    expect(fetched).toHaveBeenCalledOnce();
  });

  it('shows the server’s field error at the field', async () => {
    open();
    answer({ email: ['This address cannot get mail'] }, 400);
    await requestLink('mona@example.org');
    expect(await screen.findByText('This address cannot get mail')).toBeVisible();
    expect(screen.getByLabelText('Email')).toBeInvalid();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['an error of the contract', () => Response.json({ detail: 'Not found.' }, { status: 404 })],
    ['an HTML page', () => new Response('<h1>Not Found</h1>', { status: 404 })],
  ])('advises to ask the manager if the server has no such endpoint and answers with %s', async (_name, notFound) => {
    open();
    fetched.mockResolvedValue(notFound());
    await requestLink('mona@example.org');
    expect(await screen.findByText(/Ask your manager/)).toBeVisible();
    expect(screen.getByText(/npm run admin -- user password/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to sign in' })).toBeVisible();
  });
});

describe('an opened reset link', () => {
  it('is removed from the address bar at once, without the rest of the address', () => {
    open('#token=s3cret_-');
    expect(location.href).toBe(`${location.origin}${PAGE}?next=%2Fstudents`);
    expect(history.state).toEqual({ idx: 3 });
    expect(screen.getByRole('heading', { name: 'New password' })).toHaveFocus();
  });

  it('sets the password that was typed twice, and leads to the sign-in page with the server’s message', async () => {
    const router = open('#token=s3cret_-');
    answer({ detail: 'It holds.' });
    await submitPassword(' long enough ');
    expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('It holds.');
    expect(router.state.location).toMatchObject({ pathname: '/auth', search: '?next=%2Fstudents' });
    expect(sentTo()).toBe('/api/auth/password/reset/confirm/');
    expect(sent()).toEqual({ token: 's3cret_-', password: ' long enough ' });
    await userEvent.click(screen.getByRole('link', { name: 'Forget Password?' }));
    expect(await screen.findByLabelText('Email')).toBeVisible();
    expect(screen.queryByLabelText('New password')).toBeNull();
  });

  it('rejects a short password and two different passwords', async () => {
    open('#token=s3cret_-');
    await submitPassword('short', 'short');
    expect(await screen.findByText('Password must be at least 8 characters')).toBeVisible();
    await userEvent.type(screen.getByLabelText('New password'), ' no more');
    await press('Set the new password');
    expect(await screen.findByText('This is not the same password')).toBeVisible();
    expect(screen.getByLabelText('New password again')).toBeInvalid();
    expect(fetched).not.toHaveBeenCalled();
  });

  it.each([
    ['detail', { detail: 'This link was used.' }],
    ['the token’s field', { token: ['This link was used.'] }],
  ])('that is invalid, reported in %s, leads to the request of another link', async (_name, body) => {
    open('#token=s3cret_-');
    answer(body, 400);
    await submitPassword('long enough');
    expect(await screen.findByRole('alert')).toHaveTextContent('This link was used.');
    await press('Send me a new link');
    expect(screen.getByRole('heading', { name: 'Forgotten password' })).toHaveFocus();
    expect(screen.getByLabelText('Email')).toBeVisible();
  });

  it('shows the server’s error about the password at its field', async () => {
    open('#token=s3cret_-');
    answer({ password: ['This password is known to all'] }, 400);
    await submitPassword('password');
    expect(await screen.findByText('This password is known to all')).toBeVisible();
    expect(screen.getByLabelText('New password')).toBeInvalid();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows and hides both passwords', async () => {
    open('#token=s3cret_-');
    const both = [screen.getByLabelText('New password'), screen.getByLabelText('New password again')];
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    for (const field of both) expect(field).toHaveAttribute('type', 'text');
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    for (const field of both) expect(field).toHaveAttribute('type', 'password');
  });

  it('replaces an earlier link when it is pasted, and empties the fields', async () => {
    const router = open('#token=first');
    await userEvent.type(screen.getByLabelText('New password'), 'half ty');
    history.replaceState(null, '', `${PAGE}#token=second`);
    window.dispatchEvent(new HashChangeEvent('hashchange'));
    expect(location.hash).toBe('');
    await vi.waitFor(() => expect(screen.getByLabelText('New password')).toHaveValue(''));
    answer({ detail: 'It holds.' });
    await submitPassword('long enough');
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/auth'));
    expect(sent()).toMatchObject({ token: 'second' });
  });

  it('without a token leads to the request of a link', () => {
    open('#token=');
    expect(location.hash).toBe('');
    expect(screen.getByLabelText('Email')).toBeVisible();
  });
});
