import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { Button, IconButton, type Tone } from './button';
import type { MenuEntry } from './menu-list';

const MenuList = lazy(async () => ({ default: (await import('./menu-list')).MenuList }));

interface MenuProps {
  /** Names the list, and the button if that has no words. */
  readonly label: string;
  /** Called when the menu opens. */
  readonly entries: () => readonly MenuEntry[];
  readonly icon?: ReactNode;
  readonly words?: string;
  readonly tone?: Tone;
  readonly isDisabled?: boolean;
}

/** A button that opens a list of actions or choices, whose code is loaded when the first one opens. */
export function Menu({ label, entries, icon, words, ...look }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const ref = useRef<HTMLButtonElement>(null);
  const button = { ...look, ref, opens: 'menu', isOpen, onPress: () => setOpen(true) } as const;
  return (
    <>
      {words === undefined ? (
        <IconButton label={label} icon={icon} {...button} />
      ) : (
        <Button icon={icon} {...button}>
          {words}
        </Button>
      )}
      <Suspense>
        {isOpen && <MenuList button={ref} label={label} entries={entries()} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
