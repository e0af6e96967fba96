import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { captureInstallPrompt, promptInstall, useInstallState } from '#app/lib/install.ts';

captureInstallPrompt();

afterEach(() => {
  Reflect.deleteProperty(navigator, 'standalone');
  act(() => void window.dispatchEvent(new Event('appinstalled')));
});

const offered = () => renderHook(() => useInstallState()).result;

/** Only Safari on an iPad or iPhone has the property. */
const inSafari = (standalone: boolean) =>
  Object.defineProperty(navigator, 'standalone', { value: standalone, configurable: true });

it('a browser without an install prompt offers nothing, and a press does nothing', async () => {
  expect(offered().current).toBe('no');
  await promptInstall();
  expect(offered().current).toBe('no');
});

it.each([
  ['a tab of Safari, which has no prompt, explains how', false, 'by-hand'],
  ['the app on the Home Screen offers nothing', true, 'no'],
] as const)('%s', (_, standalone, expected) => {
  inSafari(standalone);
  expect(offered().current).toBe(expected);
});

it('the prompt of Chromium is held back until it is asked for, and used once', async () => {
  const prompt = vi.fn(async () => undefined);
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  const result = offered();
  act(() => void window.dispatchEvent(event));
  expect(event.defaultPrevented).toBe(true);
  expect(result.current).toBe('offered');
  await act(promptInstall);
  await act(promptInstall);
  expect(prompt).toHaveBeenCalledTimes(1);
  expect(result.current).toBe('no');
});
