import type { ReactNode } from 'react';
import { Menu as AriaMenu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Check } from 'lucide-react';
import styles from './menu.module.css';

export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly isChosen?: boolean;
  readonly isDangerous?: boolean;
  readonly act: () => void;
}

/** A button (the first child) that opens a list of acts or choices. */
export function Menu({ label, entries, children, isOpenAtFirst = false }: MenuProps) {
  return (
    <MenuTrigger defaultOpen={isOpenAtFirst}>
      {children}
      <Popover className={styles.popover} placement="bottom end">
        <AriaMenu className={styles.menu} aria-label={label}>
          {entries.map(({ id, label: text, icon, isChosen = false, isDangerous = false, act }) => (
            <MenuItem
              key={id}
              id={id}
              textValue={text}
              className={styles.entry ?? ''}
              data-danger={isDangerous}
              onAction={act}
            >
              {icon}
              <span>{text}</span>
              {isChosen && <Check aria-hidden className={styles.check} />}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

interface MenuProps {
  readonly isOpenAtFirst?: boolean;
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  /** A Button or IconButton. */
  readonly children: ReactNode;
}
