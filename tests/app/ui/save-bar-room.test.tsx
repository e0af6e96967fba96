import { ChakraProvider } from '@chakra-ui/react';
import { render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { system } from '#app/theme/system.ts';
import { OfflineNote } from '#app/ui/offline-note.tsx';
import { setSaveBarRoom } from '#app/ui/save-bar-room.ts';

const page = (shown: boolean) => (
  <ChakraProvider value={system}>
    <OfflineNote updatedAt={0} text="Kept on this device." shown={shown} />
  </ChakraProvider>
);

const roomOfNote = () => screen.getByRole('status').style.getPropertyValue('--save-bar');

afterEach(() => setSaveBarRoom(0));

it('a floating note stands above the save bar, whichever of them came first', () => {
  const { rerender } = render(page(false));
  setSaveBarRoom(68);
  rerender(page(true));
  expect(roomOfNote()).toBe('68px');
  setSaveBarRoom(120);
  expect(roomOfNote()).toBe('120px');
});

it('a save bar that grows leaves the styles of the document as they are', () => {
  render(page(false)).rerender(page(true));
  setSaveBarRoom(68);
  expect(document.documentElement.style.getPropertyValue('--save-bar')).toBe('');
});
