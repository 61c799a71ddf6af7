import { lazy, Suspense } from 'react';
import type { DialogProps } from './open-dialog';

const OpenDialog = lazy(async () => ({ default: (await import('./open-dialog')).OpenDialog }));

/**
 * A window over the page that has to be dealt with first; Esc closes it and the focus goes back. What it needs is
 * loaded when the first one opens.
 */
export function Dialog(props: DialogProps) {
  return <Suspense>{props.isOpen && <OpenDialog {...props} />}</Suspense>;
}
