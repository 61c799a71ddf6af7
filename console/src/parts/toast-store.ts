import { useSyncExternalStore } from 'react';
import { messageOf, Refusal } from '../api/refusal';

/** The action it offers, such as an undo. */
export interface ToastAction {
  readonly label: string;
  readonly act: () => void;
}

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly isBad: boolean;
  readonly action: ToastAction | null;
}

/** How long good news stays. With an action it stays twice as long. */
const STAY_MS = 8000;
const MOST = 4;

const listeners = new Set<() => void>();
let toasts: readonly Toast[] = [];
let lastId = 0;

/** Says what has just happened, to those who see and to those who listen. */
export const toast = {
  tell: (text: string, action: ToastAction | null = null): void => {
    const id = add({ text, isBad: false, action });
    setTimeout(() => toast.dismiss(id), action === null ? STAY_MS : 2 * STAY_MS);
  },

  /** Says what somebody has to put right; stays until it is dismissed. */
  complain: (text: string): void => {
    add({ text, isBad: true, action: null });
  },

  /** Says what went wrong. The end of a session is said elsewhere. */
  warn: (error: unknown): void => {
    if (error instanceof Refusal && error.problem.code === 'unauthorized') return;
    toast.complain(messageOf(error));
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
  show([...toasts.filter(({ text }) => text !== one.text), { ...one, id: lastId }].slice(-MOST));
  return lastId;
}

function show(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
