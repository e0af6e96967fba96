import { ChakraProvider } from '@chakra-ui/react';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ResetPasswordPage } from '#app/features/sign-in/reset-password-page.tsx';
import { forgetResetToken } from '#app/features/sign-in/reset-token.ts';
import { SignInStart } from '#app/features/sign-in/sign-in-start.tsx';
import { system } from '#app/theme/system.ts';

const PAGE = '/auth/reset-password';
const fetched = vi.fn<typeof fetch>();
const back = vi.fn();
const done = vi.fn();

beforeEach(() => vi.stubGlobal('fetch', fetched));
afterEach(() => {
  vi.unstubAllGlobals();
  for (const mock of [fetched, back, done]) mock.mockReset();
  forgetResetToken();
  history.replaceState(null, '', '/');
});

function open(fragment = ''): void {
  history.replaceState({ idx: 3 }, '', `${PAGE}?next=%2Fstudents${fragment}`);
  render(
    <ChakraProvider value={system}>
      <ResetPasswordPage onBack={back} onDone={done} />
    </ChakraProvider>,
  );
}

const answer = (body: object, status = 200) => fetched.mockResolvedValue(Response.json(body, { status }));
const sentTo = () => String(fetched.mock.calls[0]?.[0]);
const sent = () => JSON.parse(String(fetched.mock.calls[0]?.[1]?.body));

const press = (words: string) => userEvent.click(screen.getByText(words, { selector: 'button' }));

async function ask(email: string): Promise<void> {
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: email } });
  await press('Ask for a link');
}

async function choose(password: string, again = password): Promise<void> {
  fireEvent.change(screen.getByLabelText('New password'), { target: { value: password } });
  fireEvent.change(screen.getByLabelText('New password again'), { target: { value: again } });
  await press('Set the new password');
}

describe('a forgotten password', () => {
  it('is asked for with the address, and the host’s words are shown', async () => {
    open();
    answer({ detail: 'A link is on its way, if we know you.' });
    await ask(' mona@example.org ');
    expect(await screen.findByRole('status')).toHaveTextContent('A link is on its way, if we know you.');
    expect(screen.getByRole('status')).toHaveFocus();
    expect(sentTo()).toBe('/api/auth/password/reset/');
    expect(sent()).toEqual({ email: 'mona@example.org' });
    expect(screen.queryByLabelText('Email')).toBeNull();
  });

  it('needs an address that is one', async () => {
    open();
    await ask('mona');
    expect(await screen.findByText('Invalid email address')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveFocus();
    expect(fetched).not.toHaveBeenCalled();
  });

  it('without a connection says so, and nothing is sent later', async () => {
    open();
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    await ask('mona@example.org');
    expect(await screen.findByRole('alert')).toHaveTextContent(/needs a connection/);
    expect(screen.getByLabelText('Email')).toHaveValue('mona@example.org');
    expect(fetched).toHaveBeenCalledOnce();
  });

  it('asked for too often says to wait', async () => {
    open();
    answer({ detail: 'Too many tries. Wait a minute and try again.' }, 429);
    await ask('mona@example.org');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Too many tries. Wait a minute and try again.',
    );
  });

  it('what the host refuses stands at the field', async () => {
    open();
    answer({ email: ['This address cannot get mail'] }, 400);
    await ask('mona@example.org');
    expect(await screen.findByText('This address cannot get mail')).toBeVisible();
    expect(screen.getByLabelText('Email')).toBeInvalid();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['in the contract’s words', () => Response.json({ detail: 'Not found.' }, { status: 404 })],
    ['with a page', () => new Response('<h1>Not Found</h1>', { status: 404 })],
  ])('on a host that knows no such call, %s, says to ask the manager', async (_name, notThere) => {
    open();
    fetched.mockResolvedValue(notThere());
    await ask('mona@example.org');
    expect(await screen.findByText(/Ask your manager/)).toBeVisible();
    expect(screen.getByText(/npm run admin -- user password/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to sign in' })).toBeVisible();
  });
});

describe('a link', () => {
  it('leaves the address bar at once, and nothing else of the address does', () => {
    open('#token=s3cret_-');
    expect(location.href).toBe(`${location.origin}${PAGE}?next=%2Fstudents`);
    expect(history.state).toEqual({ idx: 3 });
    expect(screen.getByRole('heading', { name: 'New password' })).toHaveFocus();
  });

  it('sets the password that was typed twice, and leads on with the host’s word', async () => {
    open('#token=s3cret_-');
    answer({ detail: 'It holds.' });
    await choose(' long enough ');
    await vi.waitFor(() => expect(done).toHaveBeenCalledExactlyOnceWith('It holds.'));
    expect(sentTo()).toBe('/api/auth/password/reset/confirm/');
    expect(sent()).toEqual({ token: 's3cret_-', password: ' long enough ' });
  });

  it('takes no password that is short, or not the same twice', async () => {
    open('#token=s3cret_-');
    await choose('short', 'short');
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
  ])('that does not work any more, said in %s, leads to asking for another', async (_name, body) => {
    open('#token=s3cret_-');
    answer(body, 400);
    await choose('long enough');
    expect(await screen.findByRole('alert')).toHaveTextContent('This link was used.');
    await press('Ask for a new link');
    expect(screen.getByRole('heading', { name: 'Forgotten password' })).toHaveFocus();
    expect(screen.getByLabelText('Email')).toBeVisible();
  });

  it('what the host says of the password stands at its field', async () => {
    open('#token=s3cret_-');
    answer({ password: ['This password is known to all'] }, 400);
    await choose('password');
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

  it('pasted over another one counts, with empty fields', async () => {
    open('#token=first');
    await userEvent.type(screen.getByLabelText('New password'), 'half ty');
    history.replaceState(null, '', `${PAGE}#token=second`);
    window.dispatchEvent(new HashChangeEvent('hashchange'));
    expect(location.hash).toBe('');
    await vi.waitFor(() => expect(screen.getByLabelText('New password')).toHaveValue(''));
    answer({ detail: 'It holds.' });
    await choose('long enough');
    await vi.waitFor(() => expect(done).toHaveBeenCalledOnce());
    expect(sent()).toMatchObject({ token: 'second' });
  });

  it('without anything in it asks for the address', () => {
    open('#token=');
    expect(location.hash).toBe('');
    expect(screen.getByLabelText('Email')).toBeVisible();
  });
});

it('a new password leads to the sign-in page, which says that it holds', async () => {
  history.replaceState(null, '', `${PAGE}#token=s3cret`);
  render(
    <ChakraProvider value={system}>
      <SignInStart onSignedIn={vi.fn()} />
    </ChakraProvider>,
  );
  expect(location.hash).toBe('');
  answer({ detail: 'Your new password is set. Sign in with it.' });
  await screen.findByLabelText('New password');
  await choose('long enough');
  expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('Your new password is set.');
  expect(location.pathname).toBe('/auth');
  await userEvent.click(screen.getByRole('link', { name: 'Forget Password?' }));
  expect(await screen.findByLabelText('Email')).toBeVisible();
  expect(screen.queryByLabelText('New password')).toBeNull();
});
