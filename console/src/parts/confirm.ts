import { useSyncExternalStore } from 'react';

export interface Question {
  readonly title: string;
  /** The consequences, in full sentences. */
  readonly text: string;
  /** The verb on the button that confirms. */
  readonly action: string;
  readonly isDangerous?: boolean;
}

/** A question, with the function that answers it. */
export interface AskedQuestion extends Question {
  readonly answer: (isConfirmed: boolean) => void;
}

const listeners = new Set<() => void>();
let asked: AskedQuestion | null = null;

/** Asks before an action that cannot be undone: `if (await confirmed({ … })) …`. */
export function confirmed(question: Question): Promise<boolean> {
  asked?.answer(false);
  return new Promise((resolve) => {
    show({
      ...question,
      answer: (isConfirmed) => {
        show(null);
        resolve(isConfirmed);
      },
    });
  });
}

/** The question that is waiting for an answer. */
export function useQuestion(): AskedQuestion | null {
  return useSyncExternalStore(subscribe, () => asked);
}

function show(next: AskedQuestion | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
