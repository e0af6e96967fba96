import { useSyncExternalStore } from 'react';
import { colors } from '#app/theme/colors.ts';
import { readLocal, removeLocal, writeLocal } from './local-storage.ts';
import { createSignal } from './store.ts';

export type ColorScheme = 'device' | 'light' | 'dark';

// index.html reads the same key before the first paint.
const KEY = 'branch-desk.color-scheme';

const changes = createSignal();
const deviceDark = window.matchMedia?.('(prefers-color-scheme: dark)');

function chosenScheme(): ColorScheme {
  const chosen = readLocal(KEY);
  return chosen === 'light' || chosen === 'dark' ? chosen : 'device';
}

function apply(): void {
  const chosen = chosenScheme();
  const dark = chosen === 'dark' || (chosen === 'device' && deviceDark?.matches === true);
  document.documentElement.classList.toggle('dark', dark);
  const bar = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  const { base: lightColor, _dark: darkColor } = colors.bg.surface.value;
  if (bar) bar.content = dark ? darkColor : lightColor;
  changes.notify();
}

export function applyColorScheme(): void {
  deviceDark?.addEventListener('change', apply);
  window.addEventListener('storage', (event) => {
    if (event.key === KEY) apply();
  });
}

export function chooseScheme(scheme: ColorScheme): void {
  if (scheme === 'device') removeLocal(KEY);
  else writeLocal(KEY, scheme);
  apply();
}

export function useColorScheme(): ColorScheme {
  return useSyncExternalStore(changes.subscribe, chosenScheme);
}
