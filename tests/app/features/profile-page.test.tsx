import { QueryClient } from '@tanstack/react-query';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearTokens, storeTokens } from '#app/api/session.ts';
import { ProfilePage } from '#app/features/profile/profile-page.tsx';
import { renderPage } from '../render.tsx';

const mona = { email: 'mona@example.org', first_name: 'Mona', last_name: 'Adel', account_type: 'manager' };
const answers = vi.fn<(init: RequestInit) => Response | Promise<Response>>();

beforeEach(async () => {
  storeTokens({ access: `head.${btoa(JSON.stringify({ sub: '7', branch: '1' }))}.sign`, refresh: 'refresh' });
  vi.stubGlobal('fetch', async (_: unknown, init: RequestInit) =>
    init.method === 'PATCH' ? answers(init) : Response.json(mona),
  );
  renderPage(<ProfilePage />, { client: new QueryClient({ defaultOptions: { queries: { retry: false } } }) });
  await userEvent.click(await screen.findByText('Edit', { selector: 'button' }));
});
afterEach(() => {
  clearTokens();
  vi.unstubAllGlobals();
  answers.mockReset();
});

async function rename(first: string): Promise<void> {
  fireEvent.change(screen.getByLabelText('First Name'), { target: { value: first } });
  await userEvent.click(screen.getByText('Save', { selector: 'button' }));
}

it('leaves edit mode after saving and shows the server’s values', async () => {
  answers.mockReturnValue(Response.json({ ...mona, first_name: 'Muna' }));
  await rename('Muna');
  expect(await screen.findByText('Muna')).toBeVisible();
  expect(screen.queryByLabelText('First Name')).toBeNull();
  expect(JSON.parse(String(answers.mock.calls[0]?.[0].body))).toMatchObject({ first_name: 'Muna' });
});

it('does not send a name that is too short', async () => {
  await rename('M');
  expect(await screen.findByText('First Name must be at least 2 characters')).toBeVisible();
  expect(answers).not.toHaveBeenCalled();
});

it('shows a rejected field in edit mode again, with the typed values', async () => {
  answers.mockReturnValue(Response.json({ email: ['Someone else has this address'] }, { status: 400 }));
  await rename('Muna');
  expect(await screen.findByText('Someone else has this address')).toBeVisible();
  expect(screen.getByLabelText('First Name')).toHaveValue('Muna');
  expect(screen.getByLabelText('Email')).toBeInvalid();
});

it.each([
  [{ detail: 'Not today' }, 'Not today'],
  [{}, 'Edit failed'],
])('shows the rejection %j as %j', async (body, message) => {
  answers.mockReturnValue(Response.json(body, { status: 400 }));
  await rename('Muna');
  expect(await screen.findByText(message)).toBeVisible();
});

it('without a connection it says that one is needed, and keeps what was typed', async () => {
  answers.mockRejectedValue(new TypeError('Failed to fetch'));
  await rename('Muna');
  expect(await screen.findByText(/connection/)).toBeVisible();
  expect(screen.getByLabelText('First Name')).toHaveValue('Muna');
});
