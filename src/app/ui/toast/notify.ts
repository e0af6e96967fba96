import { createStore } from '#app/lib/store.ts';

export interface Toast {
  readonly id: number;
  readonly message: string;
  readonly kind: 'success' | 'info' | 'error';
}

const MAX_TOASTS = 4;

const toasts = createStore<readonly Toast[]>([]);
let nextId = 1;

/** For five seconds (specification, section 9). The same message restarts its five seconds instead of stacking up. */
export function notify(message: string, options: { kind?: Toast['kind'] } = {}): void {
  const kind = options.kind ?? 'success';
  const others = toasts.get().filter((toast) => toast.message !== message || toast.kind !== kind);
  toasts.set([...others, { id: nextId++, message, kind }].slice(-MAX_TOASTS));
}

export function dismiss(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}

export const currentToasts = toasts.get;

export const subscribeToToasts = toasts.subscribe;
