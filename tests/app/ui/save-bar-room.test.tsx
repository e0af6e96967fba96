import { render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { StyleProvider } from '#app/theme/style-provider.tsx';
import { OfflineNote } from '#app/ui/offline-note.tsx';
import { setBottomRoom } from '#app/ui/save-bar-room.ts';

const page = (shown: boolean) => (
  <StyleProvider>
    <OfflineNote updatedAt={0} text="Kept on this device." shown={shown} />
  </StyleProvider>
);

const roomOfNote = () => screen.getByRole('status').style.getPropertyValue('--save-bar');

afterEach(() => setBottomRoom('--save-bar', 0));

it('a floating note stands above the save bar, whichever of them came first', () => {
  const { rerender } = render(page(false));
  setBottomRoom('--save-bar', 68);
  rerender(page(true));
  expect(roomOfNote()).toBe('68px');
  setBottomRoom('--save-bar', 120);
  expect(roomOfNote()).toBe('120px');
});

it('a floating note stands above the offer of a new version', () => {
  setBottomRoom('--update-offer', 124);
  render(page(false)).rerender(page(true));
  const { style } = screen.getByRole('status');
  expect(style.getPropertyValue('--update-offer')).toBe('124px');
  setBottomRoom('--update-offer', 0);
  expect(style.getPropertyValue('--update-offer')).toBe('0px');
});

it('a save bar that grows leaves the styles of the document as they are', () => {
  render(page(false)).rerender(page(true));
  setBottomRoom('--save-bar', 68);
  expect(document.documentElement.style.getPropertyValue('--save-bar')).toBe('');
});
