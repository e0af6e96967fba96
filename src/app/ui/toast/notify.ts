import { createStore } from '#app/lib/store.ts';

export interface Toast {
  readonly id: number;
  readonly message: string;
  readonly kind: 'success' | 'info' | 'error';
}

/** More than this on one screen hides the work; the oldest makes room. */
const MOST = 4;

const toasts = createStore<readonly Toast[]>([]);
let nextId = 1;

/**
 * Shows a sentence at the bottom right for five seconds (specification, section 9). The same words shown again
 * while they still stand start their five seconds anew instead of stacking up.
 */
export function notify(message: string, options: { kind?: Toast['kind'] } = {}): void {
  const kind = options.kind ?? 'success';
  const others = toasts.get().filter((toast) => toast.message !== message || toast.kind !== kind);
  toasts.set([...others, { id: nextId++, message, kind }].slice(-MOST));
}

/** Takes a toast away. Unknown ids are ignored. */
export function dismiss(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}

/** The toasts that stand now, oldest first. */
export const currentToasts = toasts.get;

/** Calls `listener` after every change; answers how to stop. */
export const subscribeToToasts = toasts.subscribe;
