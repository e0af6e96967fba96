export interface Toast {
  readonly id: number;
  readonly message: string;
  readonly kind: 'success' | 'info' | 'error';
}

/** More than this on one screen hides the work; the oldest makes room. */
const MOST = 4;

let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/**
 * Shows a sentence at the bottom right for five seconds (specification, section 9). The same words shown again
 * while they still stand start their five seconds anew instead of stacking up.
 */
export function notify(message: string, options: { kind?: Toast['kind'] } = {}): void {
  const kind = options.kind ?? 'success';
  const others = toasts.filter((toast) => toast.message !== message || toast.kind !== kind);
  change([...others, { id: nextId++, message, kind }].slice(-MOST));
}

/** Takes a toast away. Unknown ids are ignored. */
export function dismiss(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

/** The toasts that stand now, oldest first. */
export function currentToasts(): readonly Toast[] {
  return toasts;
}

/** Calls `listener` after every change; answers how to stop. */
export function onToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
