import { useSyncExternalStore } from 'react';

/** Notifies subscribers that something has changed, without holding a value. */
export interface Signal {
  notify(): void;
  /** Calls the listener at every change; returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

/** An observable value outside React. */
export interface Store<T> {
  get(): T;
  /** Replaces the value and notifies every subscriber. */
  set(next: T): void;
  subscribe: Signal['subscribe'];
}

/** Creates a signal, for values that live elsewhere (localStorage, the browser). */
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

/** Creates a store with its first value. */
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

/** Returns the value of a store, and renders again when it changes. */
export function useStore<T>({ subscribe, get }: Store<T>): T {
  return useSyncExternalStore(subscribe, get);
}
