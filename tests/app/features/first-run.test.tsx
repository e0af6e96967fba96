import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentSession, storeTokens } from '#app/api/session.ts';
import { GettingStarted } from '#app/features/dashboard/getting-started.tsx';
import { SignInPage } from '#app/features/sign-in/sign-in-page.tsx';
import { renderPage, renderStyled } from '../render.tsx';

const access = `head.${btoa(JSON.stringify({ sub: '7', branch: '1' }))}.sign`;
const answers = vi.fn<(call: string, body: unknown) => Response>();

beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const path = String(url).replace(/^.*\/api/, '');
    return answers(`${init.method ?? 'GET'} ${path}`, init.body && JSON.parse(String(init.body)));
  });
});
afterEach(() => answers.mockReset());

const unknownCall = () => Response.json({ detail: 'Not found.' }, { status: 404 });

describe('the first-run page', () => {
  const signedIn = vi.fn(() => null);

  function open(setUp: () => Response) {
    answers.mockImplementation((call) => {
      if (call === 'GET /setup/') return Response.json({ required: true });
      if (call === 'POST /setup/') return setUp();
      return call === 'POST /auth/login/' ? Response.json({ access, refresh: 'refresh' }) : unknownCall();
    });
    const routes = [
      { path: '/auth', Component: SignInPage },
      { path: '/', loader: signedIn, element: <p>Home</p> },
    ];
    renderStyled(<RouterProvider router={createMemoryRouter(routes, { initialEntries: ['/auth'] })} />);
  }
  async function fill() {
    const texts = {
      Code: 'abcd-efgh-jkmn',
      'Name of the branch': 'Al Nour',
      'First Name': 'Mona',
      'Last Name': 'Adel',
      Email: 'mona@example.org',
      Password: 'a long sesame',
    };
    await screen.findByRole('heading', { name: 'Set up your branch' });
    for (const [label, text] of Object.entries(texts)) {
      await userEvent.clear(screen.getByLabelText(label));
      await userEvent.type(screen.getByLabelText(label), text);
    }
    await userEvent.click(screen.getByRole('button', { name: 'Set up' }));
  }
  const setUps = () => answers.mock.calls.filter(([call]) => call === 'POST /setup/');

  it('sets up the branch with its first month, and signs its manager in', async () => {
    open(() => Response.json({ detail: 'Al Nour is set up.' }, { status: 201 }));
    await fill();
    await waitFor(() => expect(signedIn).toHaveBeenCalledTimes(1));
    expect(setUps()).toEqual([
      [
        'POST /setup/',
        expect.objectContaining({
          code: 'abcd-efgh-jkmn',
          branch: 'Al Nour',
          month: expect.stringMatching(/ 20\d\d$/),
        }),
      ],
    ]);
    expect(currentSession()?.access).toBe(access);
  });

  it('shows a refusal at its field, and sends nothing that is incomplete', async () => {
    open(() => Response.json({ code: ['This is not the code.'] }, { status: 400 }));
    await userEvent.click(await screen.findByRole('button', { name: 'Set up' }));
    expect(await screen.findByText('Enter the set-up code')).toBeVisible();
    expect(setUps()).toEqual([]);
    await fill();
    expect(await screen.findByText('This is not the code.')).toBeVisible();
    expect(screen.getByLabelText('Code')).toHaveFocus();
    expect(currentSession()).toBeUndefined();
  });

  it('signs in after an answer that was lost: the same values were set up', async () => {
    signedIn.mockClear();
    open(() => Response.json({ detail: 'This server is set up already. Sign in.' }, { status: 409 }));
    await fill();
    await waitFor(() => expect(signedIn).toHaveBeenCalledTimes(1));
  });

  it('leads to the sign-in form, which other servers show at once', async () => {
    open(unknownCall);
    await userEvent.click(await screen.findByRole('button', { name: /^Sign in with the printed/ }));
    expect(screen.getByRole('button', { name: 'Login' })).toBeVisible();
  });
});

describe('the hints on a new dashboard', () => {
  function open(account_type: string, state: () => Response) {
    storeTokens({ access, refresh: 'refresh' });
    answers.mockImplementation((call) =>
      call === 'GET /auth/user/'
        ? Response.json({ email: 'mona@example.org', first_name: 'Mona', last_name: 'Adel', account_type })
        : state(),
    );
    return renderPage(<GettingStarted />);
  }
  const asked = () => answers.mock.calls.filter(([call]) => call.includes('getting-started'));
  const state = (students: boolean, users: boolean) => () => Response.json({ students, users });

  it('are ticked as they are done, and go away with the last one', async () => {
    const first = open('manager', state(true, false));
    expect(await screen.findByRole('heading', { name: 'Getting started' })).toBeVisible();
    expect(screen.getAllByRole('img', { name: 'Done' })).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'Open: Add the people who work with you' })).toHaveAttribute(
      'href',
      '/users',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Done' }));
    expect(screen.getAllByRole('img', { name: 'Done' })).toHaveLength(2);
    first.unmount();
    open('manager', state(true, true));
    await waitFor(() => expect(asked().length).toBeGreaterThan(1));
    expect(screen.queryByText('Getting started')).toBeNull();
  });

  it('are hidden for good on request', async () => {
    const first = open('manager', state(false, false));
    await userEvent.click(await screen.findByRole('button', { name: 'Hide' }));
    expect(screen.queryByText('Getting started')).toBeNull();
    first.unmount();
    answers.mockClear();
    open('manager', state(false, false));
    await waitFor(() => expect(answers).toHaveBeenCalled());
    expect(asked()).toEqual([]);
  });

  it('are not for staff, for a branch that is at work, or from other servers', async () => {
    for (const [type, answer] of [
      ['staff', state(false, false)],
      ['manager', state(true, true)],
      ['manager', unknownCall],
    ] as const) {
      answers.mockClear();
      const shown = open(type, answer);
      await waitFor(() => expect(answers.mock.calls.length).toBeGreaterThan(type === 'staff' ? 0 : 1));
      expect(screen.queryByText('Getting started')).toBeNull();
      shown.unmount();
    }
  });
});
