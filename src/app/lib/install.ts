import { useSyncExternalStore } from 'react';
import { createStore } from './store.ts';

/** Chromium's install event; TypeScript's DOM types lack it. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

/**
 * `offered`: the browser installs on request. `by-hand`: Safari on a tablet or phone, through its Share menu.
 */
export type InstallState = 'offered' | 'by-hand' | 'no';

const installPrompt = createStore<InstallEvent | undefined>(undefined);

export function captureInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    if ('prompt' in event) installPrompt.set(event as InstallEvent);
  });
  window.addEventListener('appinstalled', () => installPrompt.set(undefined));
}

function installState(): InstallState {
  if (installPrompt.get()) return 'offered';
  // Only Safari on iPadOS and iOS has `standalone`, false while it runs in a tab.
  return 'standalone' in navigator && navigator.standalone === false ? 'by-hand' : 'no';
}

export async function promptInstall(): Promise<void> {
  const prompt = installPrompt.get();
  installPrompt.set(undefined);
  await prompt?.prompt();
}

export function useInstallState(): InstallState {
  return useSyncExternalStore(installPrompt.subscribe, installState);
}
