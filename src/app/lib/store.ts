import { useSyncExternalStore } from 'react';

export interface Signal {
  notify(): void;
  subscribe(listener: () => void): () => void;
}

export interface Store<T> {
  get(): T;
  set(next: T): void;
  subscribe: Signal['subscribe'];
}

/** For values that live elsewhere (localStorage, the browser). */
export function createSignal(): Signal {
  const listeners = new Set<() => void>();
  return {
    notify: () => {
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function createStore<T>(initial: T): Store<T> {
  const { notify, subscribe } = createSignal();
  let value = initial;
  return {
    get: () => value,
    set: (next) => {
      value = next;
      notify();
    },
    subscribe,
  };
}

export function useStore<T>({ subscribe, get }: Store<T>): T {
  return useSyncExternalStore(subscribe, get);
}
