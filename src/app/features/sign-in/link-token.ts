import { useSyncExternalStore } from 'react';
import { createSignal } from '#app/lib/store.ts';

let token: string | undefined;
const changes = createSignal();

/** Moves the token from the address bar and the history into this tab's memory. May be called at any time. */
export function takeLinkToken(): void {
  const found = new URLSearchParams(location.hash.slice(1)).get('token');
  if (found === null) return;
  token = found || undefined;
  // The whole address: a path that begins with `//` would name another host, which browsers refuse with an error.
  history.replaceState(history.state, '', location.href.replace(/#.*$/, ''));
}

export function forgetLinkToken(): void {
  token = undefined;
  changes.notify();
}

function subscribe(listener: () => void): () => void {
  // Pasting a second link over the first one changes only the hash and loads no page.
  const onHashChange = () => {
    takeLinkToken();
    listener();
  };
  const unsubscribe = changes.subscribe(listener);
  window.addEventListener('hashchange', onHashChange);
  return () => {
    unsubscribe();
    window.removeEventListener('hashchange', onHashChange);
  };
}

function current(): string | undefined {
  takeLinkToken();
  return token;
}

export function useLinkToken(): string | undefined {
  return useSyncExternalStore(subscribe, current);
}
