import { lazy, Suspense } from 'react';
import type { DialogProps } from './open-dialog';

const OpenDialog = lazy(async () => ({ default: (await import('./open-dialog')).OpenDialog }));

/** A modal dialog. Esc closes it, and the focus returns. Its code is loaded when the first one opens. */
export function Dialog(props: DialogProps) {
  return <Suspense>{props.isOpen && <OpenDialog {...props} />}</Suspense>;
}
