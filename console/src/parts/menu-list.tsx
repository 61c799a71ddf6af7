import { Check } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { Menu as AriaMenu, MenuItem } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { InLanguage } from './in-language';
import styles from './menu.module.css';

export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly isChosen?: boolean;
  readonly isDangerous?: boolean;
  readonly act: () => void;
}

interface MenuListProps {
  readonly button: RefObject<HTMLElement | null>;
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly onClose: () => void;
}

/** The open list of a menu. Arrows and first letters choose, Esc closes it, and the focus returns to its button. */
export function MenuList({ button, label, entries, onClose }: MenuListProps) {
  return (
    <InLanguage>
      <Popover
        triggerRef={button}
        isOpen
        onOpenChange={onClose}
        className={styles.popover ?? ''}
        placement="bottom end"
      >
        {/* The list is opened to choose from it. */}
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
        <AriaMenu className={styles.menu ?? ''} aria-label={label} autoFocus="first" onClose={onClose}>
          {entries.map(({ id, label: text, icon, isChosen = false, isDangerous = false, act }) => (
            <MenuItem
              key={id}
              id={id}
              textValue={text}
              className={styles.entry ?? ''}
              data-danger={isDangerous}
              onAction={() => onceClosed(act)}
            >
              {icon}
              <span>{text}</span>
              {isChosen && <Check aria-hidden className={styles.check} />}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </InLanguage>
  );
}

/** Waits until the menu's button has the focus again, so that a dialog opened by `act` returns it there. */
function onceClosed(act: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(act));
}
