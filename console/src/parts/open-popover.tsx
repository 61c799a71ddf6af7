import type { ReactNode, RefObject } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Popover as AriaPopover } from 'react-aria-components/Popover';
import { InLanguage } from './in-language';
import styles from './popover.module.css';

export interface PopoverProps {
  /** The button that opens it. It appears beside that. */
  readonly button: RefObject<HTMLElement | null>;
  readonly label: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Its alignment: with the left or the right end of its button. */
  readonly from: 'start' | 'end';
  readonly children: ReactNode;
}

/** The open state of `Popover`: takes the focus, closes with Esc or a press elsewhere, and returns the focus. */
export function OpenPopover({ button, label, onClose, from, children }: PopoverProps) {
  return (
    <InLanguage>
      <AriaPopover
        triggerRef={button}
        isOpen
        onOpenChange={onClose}
        className={styles.popover ?? ''}
        placement={`bottom ${from}`}
      >
        <AriaDialog className={styles.dialog ?? ''} aria-label={label}>
          {children}
        </AriaDialog>
      </AriaPopover>
    </InLanguage>
  );
}
