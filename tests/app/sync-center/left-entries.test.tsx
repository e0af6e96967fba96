import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reportReachable, reportUnreachable } from '#app/api/connection.ts';
import { currentOwner, storeTokens } from '#app/api/session.ts';
import { BOOT_CACHE_KEY } from '#app/cache/boot-cache.ts';
import { importStorageKey } from '#app/lib/encryption.ts';
import { discardedBy } from '#app/outbox/store/discarded.ts';
import { encryptEntries } from '#app/outbox/store/encrypted-entries.ts';
import { enqueue } from '#app/outbox/store/enqueue.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import { permissionsOf, type Role } from '#contract/permissions.ts';
import { FakeServer } from '../outbox/fake-server.ts';
import { newCourse, newStudent } from '../outbox/mutations.ts';
import { signInMona } from '../outbox/sign-in-mona.ts';
import { renderSync } from './render-sync.tsx';

const KEY = btoa(String.fromCharCode(...new Uint8Array(32).fill(1)));
const manager = { ownerId: 'hany', branchId: 'b1' };
const student = newStudent('Nadia Fahmy');
const course = {
  ...newCourse(student.id, '100.00', '60.00'),
  referenced: { student: { id: student.id, name: 'Nadia Fahmy' } },
};
const thrown = newStudent('Karim Sabry');

let server: FakeServer;

const userOf = (id: string, name: string, disabled_at: string | null) => ({
  ...{ id, email: `${id}@example.com`, first_name: name, last_name: 'Adel', account_type: 'staff' },
  ...{ disabled_at, created_at: '2026-11-05T08:00:00Z' },
});

/** Leaves Mona's entries on the device, encrypted, and signs another user in. */
beforeEach(async () => {
  server = new FakeServer();
  await signInMona(server);
  localStorage.removeItem(BOOT_CACHE_KEY);
  await outboxDb().discarded.clear();
  const owner = currentOwner();
  const key = await importStorageKey(KEY);
  if (!owner || !key) throw new Error('Nobody is signed in');
  for (const mutation of [student, course, thrown]) await enqueue(outboxDb(), owner, mutation, Date.now());
  await encryptEntries(outboxDb(), 'mona', key);
  await enqueue(outboxDb(), { ownerId: 'amr', branchId: 'b1' }, newStudent('Hala Magdy'), Date.now());
  await enqueue(outboxDb(), { ownerId: 'amr', branchId: 'b2' }, newStudent('Of Giza'), Date.now());
});
afterEach(() => {
  reportReachable();
  vi.unstubAllGlobals();
});

function signIn(role: Role, monaIsDisabled: boolean): void {
  storeTokens(server.signIn('hany'));
  const user = { ...userOf('hany', 'Hany', null), account_type: role, permissions: permissionsOf(role) };
  server.others.set('auth', new Map([['user', user]]));
  const mona = userOf('mona', 'Mona', monaIsDisabled ? '2026-11-20T08:00:00Z' : null);
  const amr = userOf('amr', 'Amr', '2026-11-20T08:00:00Z');
  server.others.set('users', new Map(Object.entries({ mona, amr })));
  if (monaIsDisabled) server.disabled.set('mona', KEY);
}

const asked = (path: string) => server.seen.filter((seen) => seen.path.startsWith(path)).length;
const opens = () => screen.findByRole('button', { name: 'Look through the entries of Mona Adel' });

it('a manager looks through what a disabled user left, discards one with a reason, and sends the rest', async () => {
  signIn('manager', true);
  renderSync();
  expect(await screen.findByText('3 entries of Mona Adel wait on this device.')).toBeVisible();
  fireEvent.click(await opens());
  const dialog = await screen.findByRole('dialog', { name: 'Entries of Mona Adel' });
  const items = await waitFor(() => {
    const found = within(dialog).getAllByRole('listitem');
    expect(found).toHaveLength(3);
    return found;
  });
  expect(items.map((item) => within(item).getByRole('heading', { level: 3 }).textContent)).toEqual([
    'Student · Nadia Fahmy',
    'Course · Nadia Fahmy · L.E. 60.00 · receipt 7',
    'Student · Karim Sabry',
  ]);
  expect(items[1]).toHaveTextContent(/Price.*L\.E\. 100\.00.*Paid Amount.*L\.E\. 60\.00/);
  expect(JSON.stringify(await outboxDb().outbox.toArray())).not.toContain('Nadia');

  fireEvent.click(within(dialog).getByRole('button', { name: 'Discard: Student · Karim Sabry' }));
  fireEvent.click(within(dialog).getByLabelText('It was entered twice'));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(within(dialog).getAllByRole('listitem')).toHaveLength(2));

  const both = 'Send in my name, with the one that belongs to it: Student · Nadia Fahmy';
  expect(within(dialog).getByRole('button', { name: both })).toBeEnabled();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Send all 2 in my name' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Entries of Mona Adel' })).toBeNull());
  await waitFor(() => expect([...server.courses.values()].map((one) => one.paid_amount)).toContain('60.00'));
  expect(server.writes().flatMap(({ enteredBy }) => enteredBy ?? [])).toEqual(['mona', 'mona']);
  expect([...server.students.values()].map(({ name }) => name)).toEqual(['Mona', 'Nadia Fahmy']);
  expect(await discardedBy(outboxDb(), manager)).toMatchObject([{ reason: 'twice', row: { id: thrown.id } }]);
  await waitFor(() => expect(screen.queryByText(/of Mona Adel wait/)).toBeNull());
  expect(await screen.findByText('Entered by Mona Adel.')).toBeInTheDocument();
});

it('says when the server does not open them, and tries again', async () => {
  signIn('manager', true);
  server.disabled.clear();
  renderSync();
  fireEvent.click(await opens());
  const dialog = await screen.findByRole('dialog', { name: 'Entries of Mona Adel' });
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Only entries of a disabled user.');
  server.disabled.set('mona', KEY);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Try again' }));
  expect(await within(dialog).findByText('Send all 3 in my name')).toBeVisible();
  fireEvent.click(within(dialog).getByText('Close', { selector: 'footer button, button' }));
  expect(server.writes().filter(({ path }) => !path.startsWith('/users/'))).toEqual([]);
});

it('a manager is offered nothing of a user who can sign in, or of another branch', async () => {
  signIn('manager', false);
  renderSync();
  expect(await screen.findByText('1 entry of Amr Adel waits on this device.')).toBeVisible();
  expect(screen.getAllByRole('button', { name: /Look through/ })).toHaveLength(1);
  expect(screen.queryByText(/Mona Adel/)).toBeNull();
});

it('staff are offered nothing, and their device asks for no users', async () => {
  signIn('staff', true);
  renderSync();
  await screen.findByText('Everything is sent');
  await waitFor(() => expect(asked('/auth/user/')).toBeGreaterThan(0));
  act(() => reportUnreachable());
  await screen.findByText(/What you save is kept here/);
  expect(screen.queryByRole('region', { name: 'Left by disabled users' })).toBeNull();
  expect(asked('/users/')).toBe(0);
});

it('without a connection it says that the server has the key', async () => {
  signIn('manager', true);
  renderSync();
  const button = await opens();
  act(() => reportUnreachable());
  expect(button).toBeDisabled();
  const [note] = screen.getAllByText('Opening them needs a connection: the server has the key.');
  expect(note).toBeVisible();
});
