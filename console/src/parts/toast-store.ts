import { useSyncExternalStore } from 'react';
import { isPassing, isUnauthorized, messageOf } from '../api/refusal';

/** An action offered by a toast, such as undo. */
export interface ToastAction {
  readonly label: string;
  readonly act: () => void;
}

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly isBad: boolean;
  readonly action: ToastAction | null;
  /** Reports a failure that passes: the next toast replaces it. */
  readonly isPassing?: boolean;
}

/** How long an info toast stays. With an action it stays twice as long. */
const STAY_MS = 8000;
const MAX_TOASTS = 4;

const listeners = new Set<() => void>();
let toasts: readonly Toast[] = [];
let lastId = 0;

/** Short messages about what has just happened, also announced to screen readers. */
export const toast = {
  info: (text: string, action: ToastAction | null = null): void => {
    const id = add({ text, isBad: false, action });
    setTimeout(() => toast.dismiss(id), action === null ? STAY_MS : 2 * STAY_MS);
  },

  /** An error that the user has to fix. Stays until it is dismissed. */
  error: (text: string): void => {
    add({ text, isBad: true, action: null });
  },

  /** Shows a caught error. Ignores the end of a session, which the sign-in page reports. */
  warn: (error: unknown): void => {
    if (isUnauthorized(error)) return;
    add({ text: messageOf(error), isBad: true, action: null, isPassing: isPassing(error) });
  },

  dismiss: (id: number): void => {
    show(toasts.filter((one) => one.id !== id));
  },

  clear: (): void => show([]),
};

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
}

function add(one: Omit<Toast, 'id'>): number {
  lastId += 1;
  const others = toasts.filter((other) => other.text !== one.text && other.isPassing !== true);
  show([...others, { ...one, id: lastId }].slice(-MAX_TOASTS));
  return lastId;
}

function show(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
