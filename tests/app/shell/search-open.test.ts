import { afterEach, expect, it } from 'vitest';
import { searchOpen } from '#app/shell/search-open.ts';

afterEach(() => {
  searchOpen.set(false);
  history.replaceState(null, '', '/');
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
