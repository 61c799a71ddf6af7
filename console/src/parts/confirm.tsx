import { useSyncExternalStore } from 'react';
import { useWords } from '../i18n/words';
import { Button } from './button';
import { Dialog } from './dialog';
import { partTexts } from './texts';

export interface Question {
  readonly title: string;
  /** What will happen, in full. */
  readonly text: string;
  /** The verb on the button that goes on. */
  readonly action: string;
  readonly isDangerous?: boolean;
}

interface Asked extends Question {
  readonly answer: (isConfirmed: boolean) => void;
}

const listeners = new Set<() => void>();
let asked: Asked | null = null;

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

/** The place in which questions are asked; once in the page. */
export function Confirmations() {
  const t = useWords(partTexts);
  const question = useSyncExternalStore(subscribe, () => asked);
  if (question === null) return null;
  const { title, text, action, isDangerous = false, answer } = question;
  return (
    <Dialog
      isOpen
      title={title}
      role="alertdialog"
      onClose={() => answer(false)}
      actions={
        <>
          <Button onPress={() => answer(false)}>{t.cancel}</Button>
          <Button tone={isDangerous ? 'danger' : 'primary'} onPress={() => answer(true)}>
            {action}
          </Button>
        </>
      }
    >
      <p className="muted">{text}</p>
    </Dialog>
  );
}

function show(next: Asked | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
