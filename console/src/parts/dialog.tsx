import { lazy, type ReactNode, Suspense } from 'react';

const OpenDialog = lazy(async () => ({ default: (await import('./open-dialog')).OpenDialog }));

export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons; the one that goes on comes last. */
  readonly actions?: ReactNode;
  readonly width?: 'narrow' | 'wide' | 'full';
  readonly role?: 'dialog' | 'alertdialog';
}

/**
 * A window over the page that has to be dealt with first; Esc closes it and the focus goes back. What it needs is
 * loaded when the first one opens.
 */
export function Dialog(props: DialogProps) {
  return <Suspense>{props.isOpen && <OpenDialog {...props} />}</Suspense>;
}
