import { createStore } from '#app/lib/store.ts';

export interface Toast {
  readonly id: number;
  readonly message: string;
  readonly kind: 'success' | 'info' | 'error';
}

/** Maximum number of toasts; more would hide the work. The oldest is removed. */
const MAX_TOASTS = 4;

const toasts = createStore<readonly Toast[]>([]);
let nextId = 1;

/**
 * Shows a toast at the bottom right for five seconds (specification, section 9). The same message restarts
 * its five seconds instead of stacking up.
 */
export function notify(message: string, options: { kind?: Toast['kind'] } = {}): void {
  const kind = options.kind ?? 'success';
  const others = toasts.get().filter((toast) => toast.message !== message || toast.kind !== kind);
  toasts.set([...others, { id: nextId++, message, kind }].slice(-MAX_TOASTS));
}

/** Removes a toast. Unknown ids are ignored. */
export function dismiss(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}

/** Returns the current toasts, oldest first. */
export const currentToasts = toasts.get;

/** Calls `listener` after every change; returns the unsubscribe function. */
export const subscribeToToasts = toasts.subscribe;
