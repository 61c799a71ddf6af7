import { lazy, Suspense } from 'react';
import type { PopoverProps } from './open-popover';

const OpenPopover = lazy(async () => ({ default: (await import('./open-popover')).OpenPopover }));

/** A small dialog beside its button, such as for the value of a filter. Its code is loaded when the first one opens. */
export function Popover(props: PopoverProps) {
  return <Suspense>{props.isOpen && <OpenPopover {...props} />}</Suspense>;
}
