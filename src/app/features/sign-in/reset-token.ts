import { useSyncExternalStore } from 'react';
import { createSignal } from '#app/lib/store.ts';

let token: string | undefined;
const changes = createSignal();

/**
 * Takes what a link for a new password carries out of the address bar and the history: from then on it is in this tab's memory alone.
 * It may be called at any time.
 */
export function takeResetToken(): void {
  const found = new URLSearchParams(location.hash.slice(1)).get('token');
  if (found === null) return;
  token = found || undefined;
  history.replaceState(history.state, '', location.pathname + location.search);
}

/** It was used, or does not work. */
export function forgetResetToken(): void {
  token = undefined;
  changes.notify();
}

function subscribe(listener: () => void): () => void {
  // A second link pasted over the first loads no page.
  const look = () => {
    takeResetToken();
    listener();
  };
  const unsubscribe = changes.subscribe(listener);
  window.addEventListener('hashchange', look);
  return () => {
    unsubscribe();
    window.removeEventListener('hashchange', look);
  };
}

function current(): string | undefined {
  takeResetToken();
  return token;
}

/** What the link that was opened carries; undefined where none was. */
export function useResetToken(): string | undefined {
  return useSyncExternalStore(subscribe, current);
}
