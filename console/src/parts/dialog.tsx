import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import styles from './dialog.module.css';

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

/** A window over the page that has to be dealt with first; Esc closes it and the focus goes back. */
export function Dialog({ title, isOpen, onClose, children, actions, width = 'narrow', role }: DialogProps) {
  return (
    <ModalOverlay
      className={styles.scrim}
      isOpen={isOpen}
      isDismissable
      onOpenChange={(isNowOpen) => {
        if (!isNowOpen) onClose();
      }}
    >
      <Modal className={styles.window} data-width={width}>
        <AriaDialog className={styles.dialog} role={role ?? 'dialog'}>
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          <div className={styles.content}>{children}</div>
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
