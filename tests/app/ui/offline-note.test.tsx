import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { OfflineNote } from '#app/ui/offline-note.tsx';
import { setBottomRoom } from '#app/ui/save-bar-room.ts';
import { renderStyled } from '../render.tsx';

const note = (shown: boolean) => <OfflineNote updatedAt={0} text="Kept on this device." shown={shown} />;

afterEach(() => setBottomRoom('--save-bar', 0));

it('a note that comes while the page is used takes no room in it, and leaves again', () => {
  const { rerender } = renderStyled(note(false));
  expect(screen.queryByRole('status')).toBeNull();
  rerender(note(true));
  expect(screen.getByText('Kept on this device.')).toBeVisible();
  expect(screen.getByRole('status')).toHaveAttribute('data-floats');
  rerender(note(false));
  expect(screen.queryByRole('status')).toBeNull();
});

it('a note of a page that was opened offline keeps its room when the connection is back', () => {
  const { rerender } = renderStyled(note(true));
  expect(screen.getByRole('status')).not.toHaveAttribute('data-floats');
  rerender(note(false));
  expect(screen.queryByRole('status')).toBeNull();
  expect(screen.getByText('Kept on this device.')).toBeInTheDocument();
});

const roomOfNote = () => screen.getByRole('status').style.getPropertyValue('--save-bar');

it('a floating note stands above the save bar, whichever of them came first', () => {
  const { rerender } = renderStyled(note(false));
  setBottomRoom('--save-bar', 68);
  rerender(note(true));
  expect(roomOfNote()).toBe('68px');
  setBottomRoom('--save-bar', 120);
  expect(roomOfNote()).toBe('120px');
});

it('a floating note stands above the offer of a new version', () => {
  setBottomRoom('--update-offer', 124);
  renderStyled(note(false)).rerender(note(true));
  const { style } = screen.getByRole('status');
  expect(style.getPropertyValue('--update-offer')).toBe('124px');
  setBottomRoom('--update-offer', 0);
  expect(style.getPropertyValue('--update-offer')).toBe('0px');
});

it('a save bar that grows leaves the styles of the document as they are', () => {
  renderStyled(note(false)).rerender(note(true));
  setBottomRoom('--save-bar', 68);
  expect(document.documentElement.style.getPropertyValue('--save-bar')).toBe('');
});
