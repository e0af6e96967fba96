import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { searchOpen } from '#app/shell/search-open.ts';
import { SearchButton } from '#app/shell/top-bar.tsx';
import { renderPage } from '../render.tsx';
import { ScriptedServer } from '../resources/render-screen.tsx';

afterEach(() => {
  searchOpen.set(false);
  history.replaceState(null, '', '/');
});

it('keeps what is typed before its field has arrived, and begins empty the next time', async () => {
  new ScriptedServer();
  const { unmount } = renderPage(<SearchButton />);
  for (const key of ['/', 'm', 'o', 'x', 'Backspace', 'n']) fireEvent.keyDown(document.body, { key });
  expect(await screen.findByRole('combobox')).toHaveValue('mon');
  // The dialog has not taken the focus yet.
  fireEvent.keyDown(document.body, { key: 'a' });
  expect(screen.getByRole('combobox')).toHaveValue('mona');
  act(() => searchOpen.set(false));
  fireEvent.keyDown(document.body, { key: '/' });
  expect(await screen.findByRole('combobox')).toHaveValue('');
  unmount();
});

it('closes with the page on which it was opened', () => {
  searchOpen.set(true);
  history.pushState(null, '', '/books');
  searchOpen.closeIfLeft();
  expect(searchOpen.get()).toBe(false);
});

it('stays open when it was opened before the page of the new address had arrived', () => {
  history.pushState(null, '', '/books');
  searchOpen.set(true);
  searchOpen.closeIfLeft();
  expect(searchOpen.get()).toBe(true);
});
