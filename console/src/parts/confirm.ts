import { useSyncExternalStore } from 'react';

export interface Question {
  readonly title: string;
  /** The consequences, in full. */
  readonly text: string;
  /** The verb on the button that goes on. */
  readonly action: string;
  readonly isDangerous?: boolean;
}

/** A question with the way to answer it. */
export interface AskedQuestion extends Question {
  readonly answer: (isConfirmed: boolean) => void;
}

const listeners = new Set<() => void>();
let asked: AskedQuestion | null = null;

/** Asks before something is done that cannot be undone: `if (await confirmed({ … })) …`. */
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

/** The question that waits for an answer. */
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
