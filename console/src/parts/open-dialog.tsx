import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { InLanguage } from './in-language';
import styles from './dialog.module.css';

export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons. The one that confirms comes last. */
  readonly actions?: ReactNode;
  readonly width?: 'narrow' | 'wide' | 'full';
  readonly role?: 'dialog' | 'alertdialog';
}

/** The open state of `Dialog`: keeps the focus within, closes with Esc, and returns the focus. */
export function OpenDialog({
  title,
  isOpen,
  onClose,
  children,
  actions,
  width = 'narrow',
  role,
}: DialogProps) {
  return (
    <InLanguage>
      <ModalOverlay
        className={styles.scrim}
        isOpen={isOpen}
        isDismissable
        onOpenChange={(isNowOpen) => {
          if (!isNowOpen) onClose();
        }}
      >
        <Modal className={styles.window} data-width={width} data-dialog>
          <AriaDialog className={styles.dialog} role={role ?? 'dialog'}>
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            <div className={styles.content}>{children}</div>
            {actions !== undefined && <div className={styles.actions}>{actions}</div>}
          </AriaDialog>
        </Modal>
      </ModalOverlay>
    </InLanguage>
  );
}
