import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { reportReachable, reportUnreachable } from '#app/api/connection.ts';
import { currentOwner } from '#app/api/session.ts';
import { PermissionsPage } from '#app/features/users/permissions-page.tsx';
import { UsersPage } from '#app/features/users/users-page.tsx';
import { permissionNames, permissionsOf, type Role } from '#contract/permissions.ts';
import { renderPage, renderStyled } from '../render.tsx';
import { ScriptedServer, toasts } from '../resources/render-screen.tsx';

const salma = {
  ...{ id: '8', email: 'salma@example.com', first_name: 'Salma', last_name: 'Hany' },
  ...{ account_type: 'staff', disabled_at: null, created_at: '2026-11-05T08:00:00Z' },
};

let server: ScriptedServer;

beforeEach(() => {
  server = new ScriptedServer();
});
afterEach(() => reportReachable());

/** Opens the screen, signed in with a role; the list has the signed-in user and Salma. */
function open(
  role: Role = 'manager',
  changed: Partial<Record<keyof typeof salma | 'home_branch' | 'second_factor', unknown>> = {},
  branches: readonly object[] = [],
) {
  const id = currentOwner()?.ownerId ?? '';
  const self = { ...salma, id, email: 'head@example.com', first_name: 'Head', account_type: role };
  server.on('GET /auth/user/', { body: { ...self, permissions: permissionsOf(role), branches } });
  server.list('/users/', [self, { ...salma, ...changed }]);
  renderPage(<UsersPage />);
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const dialog = () => within(screen.getByRole('dialog'));
const submit = (name: string) => fireEvent.click(dialog().getByText(name, { selector: 'button' }));
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

it('a user is added with a suggested password; what is refused is told at its field', async () => {
  open();
  await press('Add User');
  submit('Add User');
  expect(await screen.findByText('Invalid email address')).toBeInTheDocument();
  expect(server.sent('POST', '/users/')).toEqual([]);

  fill('First name', 'Nour');
  fill('Last name', 'Samir');
  fill('Email address', 'salma@example.com');
  fireEvent.click(dialog().getByText('Suggest one'));
  await waitFor(() => expect(screen.getByLabelText(/Temporary password/)).not.toHaveValue(''));
  server.on('POST /users/', { status: 400, body: { email: ['Someone else signs in with this address.'] } });
  submit('Add User');
  expect(await screen.findByText('Someone else signs in with this address.')).toBeInTheDocument();
  expect(screen.getByLabelText('Email address')).toHaveAttribute('aria-invalid', 'true');

  fill('Email address', 'nour@example.com');
  server.on('POST /users/', ({ body }) => ({
    status: 201,
    body: { ...salma, ...body, id: '9', password: undefined },
  }));
  submit('Add User');
  await closed();
  expect(server.sent('POST', '/users/').at(-1)?.body).toMatchObject({
    ...{ first_name: 'Nour', last_name: 'Samir', email: 'nour@example.com', account_type: 'staff' },
    password: expect.stringMatching(/^\w{4}-\w{4}-\w{4}$/),
  });
  expect(toasts()).toEqual(['Nour Samir can sign in now. Give them the password.']);
  await waitFor(() => expect(server.sent('GET', '/users/')).toHaveLength(3));
});

it('a user is renamed and gets another role; a refusal without a field stays in the dialog', async () => {
  open();
  await press('Edit Salma Hany');
  fill('First name', 'Selma');
  fireEvent.click(dialog().getByRole('radio', { name: 'Manager' }));
  const detail = 'This is the only manager. Make somebody else a manager first.';
  server.on('PATCH /users/8/', { status: 409, body: { detail } });
  submit('Save');
  expect(await dialog().findByRole('alert')).toHaveTextContent(detail);
  server.on('PATCH /users/8/', ({ body }) => ({ body: { ...salma, ...body } }));
  submit('Save');
  await closed();
  const patch = { first_name: 'Selma', last_name: 'Hany', account_type: 'manager' };
  expect(server.sent('PATCH', '/users/8/').at(-1)?.body).toEqual(patch);
});

it('a password that is too short is not sent, and a set one is in no later form', async () => {
  open();
  server.on('PATCH /users/8/', { body: salma });
  await press('New password for Salma Hany');
  fill('Temporary password', 'short');
  submit('Save');
  expect(await screen.findByText('Password must be at least 8 characters')).toBeInTheDocument();
  fill('Temporary password', 'a password of Salma');
  submit('Save');
  await closed();
  expect(server.sent('PATCH', '/users/8/').map(({ body }) => body)).toEqual([
    { password: 'a password of Salma' },
  ]);
  expect(toasts()).toEqual(['Salma Hany has a new password and is signed out everywhere.']);
  await press('New password for Salma Hany');
  expect(screen.getByLabelText('Temporary password')).toHaveValue('');
});

it('a user is disabled after a question, and nobody disables themselves', async () => {
  open();
  expect(await screen.findByText('(you)')).toBeInTheDocument();
  expect(screen.getAllByRole('button', { name: /^Disable/ })).toHaveLength(1);
  await press('Disable Salma Hany?');
  const question = within(screen.getByRole('alertdialog'));
  fireEvent.click(question.getByText('Cancel', { selector: 'button' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(server.sent('PATCH', '/users/8/')).toEqual([]);
  server.on('PATCH /users/8/', { body: { ...salma, disabled_at: '2026-11-20T08:00:00Z' } });
  await press('Disable Salma Hany?');
  fireEvent.click(within(screen.getByRole('alertdialog')).getByText('Disable', { selector: 'button' }));
  await waitFor(() => expect(toasts()).toEqual(['Salma Hany is disabled.']));
  expect(server.sent('PATCH', '/users/8/').map(({ body }) => body)).toEqual([{ disabled: true }]);
});

it('who is asked to disable a user hears how much money they have not counted', async () => {
  server.declares({ idempotency: true, closes: true });
  open();
  const row = { user: '8', user_name: 'Salma Hany', since: null, first_at: null, unfinished: null };
  server.on('GET /closes/open/', { body: { drawers: [{ ...row, count: 34, expected: '22100.00' }] } });
  await press('Disable Salma Hany?');
  const question = within(screen.getByRole('alertdialog'));
  expect(
    await question.findByText(/L\.E\. 22,100\.00 that they have not counted \(34 amounts/),
  ).toBeVisible();
});

it('the second factor of another user is reset, where the server knows one', async () => {
  server.declares({ idempotency: true, second_factor: true });
  server.on('POST /users/8/reset-factor/', { body: { detail: 'Done.' } });
  open('manager', { second_factor: true });
  await press('Reset the second factor of Salma Hany');
  expect(screen.getByText('Second factor')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Reset the second factor of Head Hany' })).toBeNull();
  const question = within(screen.getByRole('alertdialog'));
  fireEvent.click(question.getByText('Reset second factor', { selector: 'button' }));
  await waitFor(() => expect(toasts()).toEqual(['The second factor of Salma Hany is removed.']));
});

it('nothing is reset for a user without a second factor', async () => {
  server.declares({ idempotency: true, second_factor: true });
  open('manager', { second_factor: false });
  expect(await screen.findByRole('button', { name: 'Edit Salma Hany' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /Reset the second factor/ })).toBeNull();
  expect(screen.queryByText('Second factor')).toBeNull();
});

it('a disabled user is marked and enabled again', async () => {
  open('manager', { disabled_at: '2026-11-20T08:00:00Z' });
  expect(await screen.findByText('Disabled')).toBeInTheDocument();
  server.on('PATCH /users/8/', { body: salma });
  await press('Enable Salma Hany?');
  fireEvent.click(within(screen.getByRole('alertdialog')).getByText('Enable', { selector: 'button' }));
  await waitFor(() => expect(toasts()).toEqual(['Salma Hany can sign in again.']));
  expect(server.sent('PATCH', '/users/8/').map(({ body }) => body)).toEqual([{ disabled: false }]);
});

it('without a connection users are shown and nothing can be changed', async () => {
  open();
  const edit = await screen.findByRole('button', { name: 'Edit Salma Hany' });
  act(() => reportUnreachable());
  expect(edit).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Add User' })).toBeDisabled();
  expect(screen.getByRole('status')).toHaveTextContent('Users are changed with a connection only.');
});

const inBranches = (...others: readonly object[]) => joinedFrom(null, ...others);
const joinedFrom = (home_branch: string | null, ...others: readonly object[]) => {
  server.declares({ name: 'Giza', idempotency: true, branches: true });
  open('manager', { home_branch }, [{ id: 'b1', name: 'Giza', account_type: 'manager' }, ...others]);
};
const maadi = { id: '2', name: 'Maadi', account_type: 'manager' };
const LET = 'Let Salma Hany work in another branch';

it('a manager of two branches lets a user work in the other one too, with a role there', async () => {
  inBranches(maadi, { id: '3', name: 'Tanta', account_type: 'staff' });
  await press(LET);
  expect(screen.getAllByRole('button', { name: /work in another branch$/ })).toHaveLength(1);
  expect(dialog().getByRole('radio', { name: 'Maadi' })).toBeChecked();
  expect(dialog().queryByRole('radio', { name: 'Tanta' })).toBeNull();
  fireEvent.click(dialog().getByRole('radio', { name: 'Manager' }));
  const detail = 'They have a user in Maadi already. Change it on the users screen there.';
  server.on('POST /users/8/join/', { status: 409, body: { detail } });
  submit('Add to the branch');
  expect(await dialog().findByRole('alert')).toHaveTextContent(detail);
  server.on('POST /users/8/join/', { status: 201, body: { detail: 'Salma Hany works in Maadi too.' } });
  submit('Add to the branch');
  await closed();
  expect(toasts()).toEqual(['Salma Hany works in Maadi too.']);
  const sent = server.sent('POST', '/users/8/join/');
  expect(sent.map(({ body }) => body)).toEqual([
    { branch: '2', account_type: 'manager' },
    { branch: '2', account_type: 'manager' },
  ]);
  expect(sent.every(({ key }) => key !== null)).toBe(true);
});

it('of several branches one is chosen; a refused one is told at its field', async () => {
  inBranches(maadi, { ...maadi, id: '4', name: 'Dokki' });
  await press(LET);
  submit('Add to the branch');
  expect(await dialog().findByText('Choose a branch')).toBeInTheDocument();
  expect(server.sent('POST', '/users/8/join/')).toEqual([]);
  fireEvent.click(dialog().getByRole('radio', { name: 'Dokki' }));
  const refusal = 'This is none of your branches';
  server.on('POST /users/8/join/', { status: 400, body: { branch: [refusal] } });
  submit('Add to the branch');
  expect(await dialog().findByText(refusal)).toBeInTheDocument();
  expect(screen.queryByRole('alert', { name: refusal })).toBeNull();
});

it.each([
  ['by a manager of one branch', null, []],
  ['by a manager who is staff in the other branch', null, [{ ...maadi, account_type: 'staff' }]],
  ['to the branch that they sign in to', 'Maadi', [maadi]],
])('a user is not added %s', async (_how, home, others) => {
  joinedFrom(home, ...others);
  await screen.findByRole('button', { name: 'Edit Salma Hany' });
  expect(screen.queryByRole('button', { name: LET })).toBeNull();
});

it('of a user who signs in to another branch the role is changed here, name and password there', async () => {
  open('manager', { home_branch: 'Maadi' });
  expect(await screen.findByText('Signs in to Maadi')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'New password for Salma Hany' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Disable Salma Hany?' })).toBeEnabled();
  await press('Edit Salma Hany');
  expect(screen.queryByLabelText('First name')).toBeNull();
  fireEvent.click(dialog().getByRole('radio', { name: 'Manager' }));
  server.on('PATCH /users/8/', { body: { ...salma, account_type: 'manager' } });
  submit('Save');
  await closed();
  expect(server.sent('PATCH', '/users/8/').map(({ body }) => body)).toEqual([{ account_type: 'manager' }]);
});

it('staff are told who can, and see no user', async () => {
  open('staff');
  expect(await screen.findByText('Only managers see and change users.')).toBeInTheDocument();
  expect(screen.queryByText('salma@example.com')).toBeNull();
});

it('the page "Who may do what" has a row for each permission with both roles', () => {
  renderStyled(
    <MemoryRouter>
      <PermissionsPage />
    </MemoryRouter>,
  );
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows).toHaveLength(permissionNames.length);
  const row = screen.getByRole('row', { name: /^End months/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['May', 'May not']);
});
