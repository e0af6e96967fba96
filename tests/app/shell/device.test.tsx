import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { reportStorageProblem } from '#app/lib/storage-problem.ts';
import { StorageProblemNote } from '#app/shell/dashboard-shell.tsx';
import { DeviceStorage } from '#app/sync-center/sync-panel.tsx';
import { renderStyled } from '../render.tsx';

afterEach(() => reportStorageProblem(undefined));

const storage = (persisted: boolean) =>
  vi.stubGlobal('navigator', {
    ...navigator,
    storage: {
      persisted: async () => persisted,
      estimate: async () => ({ usage: 3_200_000, quota: 2_000_000_000 }),
    },
  });

it('the storage problem note is shown while nothing can be saved on this device', () => {
  renderStyled(<StorageProblemNote />);
  expect(screen.queryByRole('alert')).toBeNull();
  act(() => reportStorageProblem('slow'));
  expect(screen.queryByRole('alert')).toBeNull();
  act(() => reportStorageProblem('blocked'));
  expect(screen.getByRole('alert')).toHaveTextContent('Close or reload that window');
  act(() => reportStorageProblem('broken'));
  expect(screen.getByRole('alert')).toHaveTextContent('nothing can be saved here');
  act(() => reportStorageProblem(undefined));
  expect(screen.queryByRole('alert')).toBeNull();
});

it.each([
  [true, 'Storage is safe on this device.'],
  [false, 'may clear what is stored here'],
])('46 the persistence of the storage (persisted: %s) is shown', async (persisted, text) => {
  storage(persisted);
  renderStyled(<DeviceStorage />);
  expect(await screen.findByText(new RegExp(text))).toBeVisible();
  const figures = screen.getByText('3.2 MB used of 2 GB available.');
  expect(figures).not.toBeVisible();
  fireEvent.click(screen.getByText('Details'));
  expect(figures).toBeVisible();
});
