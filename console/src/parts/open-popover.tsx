import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Popover as AriaPopover } from 'react-aria-components/Popover';
import type { PopoverProps } from './popover';
import { InLanguage } from './in-language';
import styles from './popover.module.css';

/** The window of `Popover`: takes the focus, closes with Esc or a press elsewhere, and gives the focus back. */
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
