import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { currentOwner, storeTokens } from '#app/api/session.ts';
import { blockReload } from '#app/lib/update-guard.ts';
import { LogOutDialog } from '#app/shell/leave-dialog.tsx';
import { FakeServer } from '../outbox/fake-server.ts';
import { renderStyled } from '../render.tsx';

function unsavedElsewhere(windows: number): void {
  const request = () => new Promise(() => undefined);
  const held = Array.from({ length: windows }, () => ({ name: 'branch-desk.unsaved' }));
  vi.stubGlobal('navigator', { ...navigator, locks: { query: async () => ({ held }), request } });
}

const onStay = vi.fn();

function open(): void {
  renderStyled(<LogOutDialog onStay={onStay} />);
}

beforeEach(() => {
  storeTokens(new FakeServer().signIn('mona'));
});
afterEach(() => onStay.mockReset());

it('66 log-out in another tab: a form that is not saved there is named, and the user may stay', async () => {
  unsavedElsewhere(1);
  open();
  const question = await screen.findByRole('alertdialog', { name: 'A form is not saved' });
  expect(question).toHaveTextContent('Another window of Branch Desk has a form that is not saved.');
  expect(question).not.toHaveTextContent('This window has');
  expect(currentOwner()).toBeDefined();
  fireEvent.click(screen.getByText('Stay signed in'));
  expect(onStay).toHaveBeenCalled();
  expect(currentOwner()).toBeDefined();
});

it('66 a form of this window that is not saved is named, and logging out is possible', async () => {
  unsavedElsewhere(0);
  const unblock = blockReload('unsaved');
  open();
  const question = await screen.findByRole('alertdialog', { name: 'A form is not saved' });
  expect(question).toHaveTextContent('This window has a form that is not saved.');
  expect(question).not.toHaveTextContent('Another window');
  fireEvent.click(screen.getByText('Log out', { selector: 'button' }));
  await waitFor(() => expect(currentOwner()).toBeUndefined());
  unblock();
});

it('logs out without a question where nothing is unsaved or pending', async () => {
  unsavedElsewhere(0);
  open();
  await waitFor(() => expect(currentOwner()).toBeUndefined());
  expect(screen.queryByText('Stay signed in')).toBeNull();
});
