import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storeTokens } from '#app/api/session.ts';
import { SpreadsheetTokens } from '#app/features/branch-settings/spreadsheet-tokens.tsx';
import { ToastArea } from '#app/ui/toast/toast-area.tsx';
import type { SpreadsheetToken } from '#contract/spreadsheet-tokens.ts';
import { renderPage } from '../render.tsx';

const SECRET = `bds_${'x'.repeat(43)}`;
const token = (given: Partial<SpreadsheetToken> = {}): SpreadsheetToken => ({
  id: '7',
  name: 'Accountant',
  made_by: '1',
  made_by_name: 'Mona Adel',
  created_at: '2026-03-09T10:00:00Z',
  expires_at: '2027-03-09T10:00:00Z',
  last_used_at: null,
  state: 'usable',
  ...given,
});

let stored: SpreadsheetToken[];
const writes = vi.fn<(method: string, path: string, body: unknown) => Response>();

beforeEach(() => {
  storeTokens({ access: `head.${btoa(JSON.stringify({ sub: '7', branch: '1' }))}.sign`, refresh: 'refresh' });
  stored = [];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) =>
    method === 'GET'
      ? Response.json({ count: stored.length, next: null, previous: null, results: stored })
      : writes(method, String(url), body && JSON.parse(String(body))),
  );
});
afterEach(() => writes.mockReset());

const open = (offline = false) =>
  renderPage(
    <>
      <SpreadsheetTokens offline={offline} />
      <ToastArea />
    </>,
  );

it('shows each token with who made it, its last use and why it does not work', async () => {
  stored = [
    token(),
    token({ id: '8', name: 'Old', last_used_at: '2026-03-08T09:00:00Z', state: 'expired' }),
    token({ id: '9', name: 'Of Hany', state: 'maker-gone' }),
    token({ id: '10', name: 'Ever', expires_at: null }),
  ];
  open();
  const items = await screen.findAllByRole('listitem');
  expect(items.map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^AccountantUntil 9\/3\/2027Mona Adel, .* Never used\.Revoke$/),
    expect.stringMatching(/^OldExpiredMona Adel, .* Last used 8\/3\/2026 at .*Revoke$/),
    expect.stringContaining('Does not work: who made it is disabled or no manager any more'),
    expect.stringContaining('EverWithout an end'),
  ]);
});

it('makes a token, shows its secret once, and a formula for each list', async () => {
  const challenge = { token: '1.7.challenge', methods: ['totp', 'recovery'] };
  writes.mockImplementation(() => {
    stored = [token()];
    return Response.json({ ...token(), secret: SECRET }, { status: 201 });
  });
  writes.mockImplementationOnce(() =>
    Response.json({ detail: 'Also a factor.', second_factor: challenge }, { status: 403 }),
  );
  writes.mockImplementationOnce(() => Response.json({ code: ['This code is wrong'] }, { status: 400 }));
  open();
  await screen.findByText('There is no token yet.');
  await userEvent.click(screen.getByRole('button', { name: 'Make a token' }));
  expect(await screen.findByText('This cannot be empty')).toBeVisible();
  expect(writes).not.toHaveBeenCalled();
  await userEvent.type(screen.getByRole('textbox', { name: /Name of a new token/ }), 'Accountant');
  await userEvent.click(screen.getByRole('button', { name: 'Make a token' }));
  const proof = within(await screen.findByRole('dialog', { name: 'Make a token' }));
  await userEvent.type(proof.getByLabelText('Present password'), 'open sesame');
  await userEvent.click(proof.getByRole('button', { name: 'Make a token' }));
  await userEvent.type(await proof.findByRole('textbox', { name: 'Code' }), '111111');
  await userEvent.click(proof.getByRole('button', { name: 'Make a token' }));
  expect(await proof.findByText('This code is wrong')).toBeVisible();
  await userEvent.clear(proof.getByRole('textbox', { name: 'Code' }));
  await userEvent.type(proof.getByRole('textbox', { name: 'Code' }), '222222');
  await userEvent.click(proof.getByRole('button', { name: 'Make a token' }));
  const dialog = await screen.findByRole('dialog', { name: 'New token: Accountant' });
  const asked = { name: 'Accountant', days: 365, current_password: 'open sesame' };
  const answered = (code: string) => ({ ...asked, second_factor: { token: challenge.token, code } });
  expect(writes.mock.calls.map(([, , body]) => body)).toEqual([
    asked,
    answered('111111'),
    answered('222222'),
  ]);
  expect(within(dialog).getByRole('textbox', { name: 'Token' })).toHaveValue(SECRET);
  expect(within(dialog).getByRole('textbox', { name: 'Formula for Google Sheets' })).toHaveValue(
    `=IMPORTDATA("${window.location.origin}/api/debts/export/?format=csv&lang=en&token=${SECRET}")`,
  );
  await userEvent.click(within(dialog).getByRole('button', { name: 'I have copied it' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('Accountant')).toBeVisible();
  expect(document.body.innerHTML).not.toContain(SECRET);
});

it('asks before it revokes a token, and keeps the dialog open with what went wrong', async () => {
  stored = [token()];
  writes.mockImplementationOnce(() => Response.json({ detail: 'Not now.' }, { status: 403 }));
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke Accountant' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Revoke Accountant?' });
  const revoke = within(dialog).getByRole('button', { name: 'Revoke' });
  await userEvent.click(revoke);
  expect(await within(dialog).findByText('Error: Not now.')).toBeVisible();
  writes.mockImplementation(() => {
    stored = [];
    return Response.json({ detail: 'Revoked.' });
  });
  await userEvent.click(revoke);
  expect(await screen.findByText('There is no token yet.')).toBeVisible();
  expect(await screen.findByText('Revoked: Accountant.')).toBeVisible();
  expect(writes).toHaveBeenLastCalledWith('DELETE', '/api/spreadsheet-tokens/7/', undefined);
});

it('neither makes nor revokes without a connection', async () => {
  stored = [token()];
  open(true);
  expect(await screen.findByRole('button', { name: 'Revoke Accountant' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Make a token' })).toBeDisabled();
});
