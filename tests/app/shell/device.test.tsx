import { ChakraProvider } from '@chakra-ui/react';
import { act, fireEvent, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { noteDeviceTrouble } from '#app/data/device-trouble.ts';
import { storeTokens } from '#app/data/session.ts';
import { DeviceStorage } from '#app/outbox/device-storage.tsx';
import { noteLost } from '#app/outbox/lost-entries.ts';
import { DeviceTroubleNote } from '#app/shell/device-trouble-note.tsx';
import { LostEntriesNote } from '#app/shell/lost-entries-note.tsx';
import { system } from '#app/theme/system.ts';
import { FakeHost } from '../outbox/fake-host.ts';

const show = (what: ReactElement) => render(<ChakraProvider value={system}>{what}</ChakraProvider>);

afterEach(() => {
  noteDeviceTrouble(undefined);
  vi.unstubAllGlobals();
});

const storage = (kept: boolean) =>
  vi.stubGlobal('navigator', {
    ...navigator,
    storage: {
      persisted: async () => kept,
      estimate: async () => ({ usage: 3_200_000, quota: 2_000_000_000 }),
    },
  });

it('why nothing can be saved here stands there as long as that is so', () => {
  show(<DeviceTroubleNote />);
  expect(screen.queryByRole('alert')).toBeNull();
  act(() => noteDeviceTrouble('blocked'));
  expect(screen.getByRole('alert')).toHaveTextContent('Close or reload that window');
  act(() => noteDeviceTrouble('broken'));
  expect(screen.getByRole('alert')).toHaveTextContent('nothing can be saved here');
  act(() => noteDeviceTrouble(undefined));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('46 what the browser has cleared before it was sent is told until it is seen', () => {
  storeTokens(new FakeHost().signIn('mona'));
  show(<LostEntriesNote />);
  expect(screen.queryByRole('alert')).toBeNull();
  act(() => noteLost({ 'b1/mona': 2, 'b1/omar': 5 }));
  expect(screen.getByRole('alert')).toHaveTextContent('2 entries that were not sent yet are gone');
  fireEvent.click(screen.getByRole('button', { name: 'I have checked' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

it.each([
  [true, 'keeps what is stored here until you remove it'],
  [false, 'may clear what is stored here'],
])('46 what the browser promised about the storage (kept: %s) is shown', async (kept, words) => {
  storage(kept);
  show(<DeviceStorage />);
  expect(await screen.findByText(new RegExp(words))).toHaveTextContent('3.2 MB used of 2 GB available');
});
