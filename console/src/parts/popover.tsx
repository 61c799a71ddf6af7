import { lazy, type ReactNode, type RefObject, Suspense } from 'react';

const OpenPopover = lazy(async () => ({ default: (await import('./open-popover')).OpenPopover }));

export interface PopoverProps {
  /** The button that opens it; it appears beside that. */
  readonly button: RefObject<HTMLElement | null>;
  readonly label: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Where it begins: below the left or the right end of its button. */
  readonly from: 'start' | 'end';
  readonly children: ReactNode;
}

/** A small window beside its button, such as for the value of a filter. It is loaded when the first one opens. */
export function Popover(props: PopoverProps) {
  return <Suspense>{props.isOpen && <OpenPopover {...props} />}</Suspense>;
}
