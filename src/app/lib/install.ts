import { useSyncExternalStore } from 'react';
import { createStore } from './store.ts';

/** What Chromium hands over when the app may be installed; TypeScript's own library does not know it. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

/** `offered`: the browser installs it when asked. `by-hand`: Safari on a tablet or phone, through its Share menu. */
export type InstallState = 'offered' | 'by-hand' | 'no';

const offer = createStore<InstallEvent | undefined>(undefined);

/** Keeps the browser's offer for the Profile menu instead of letting it pop up over the work. */
export function captureInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    if ('prompt' in event) offer.set(event as InstallEvent);
  });
  window.addEventListener('appinstalled', () => offer.set(undefined));
}

function installing(): InstallState {
  if (offer.get()) return 'offered';
  // Only Safari on iPadOS and iOS has `standalone`, false while it runs in a tab.
  return 'standalone' in navigator && navigator.standalone === false ? 'by-hand' : 'no';
}

/** Asks the browser to install the app. Its offer is good for one try. */
export async function promptInstall(): Promise<void> {
  const kept = offer.get();
  offer.set(undefined);
  await kept?.prompt();
}

/** How this browser can install the app, re-rendering when that changes. */
export function useInstallState(): InstallState {
  return useSyncExternalStore(offer.subscribe, installing);
}
