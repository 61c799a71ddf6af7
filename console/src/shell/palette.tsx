import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useState } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useWords } from '../i18n/words';
import { navigate } from '../routing/place';
import { useCanWrite } from '../session/scopes';
import { commandsFor } from './commands';
import { earlyTyping } from './early-typing';
import { InLanguage } from '../parts/in-language';
import styles from './palette.module.css';
import { shellTexts } from './texts';

/** Ctrl+K: type a place or an action. Arrows choose, Enter goes there. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const t = useWords(shellTexts);
  const id = useId();
  const [typed, setTyped] = useState('');
  useLayoutEffect(() => setTyped(earlyTyping.take()), []);
  const [chosen, setChosen] = useState(0);
  const commands = commandsFor(typed, useCanWrite());
  useEffect(() => {
    document.querySelector(`[id="${id}-${chosen}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [id, chosen]);
  const take = (index: number) => {
    const command = commands[index];
    if (command === undefined) return;
    onClose();
    navigate(command.to);
  };
  const press = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by !== 0) {
      event.preventDefault();
      setChosen((chosen + by + commands.length) % Math.max(1, commands.length));
    }
    if (event.key === 'Enter') take(chosen);
  };
  return (
    <InLanguage>
      <ModalOverlay className={styles.scrim} isOpen isDismissable onOpenChange={onClose}>
        <Modal className={styles.window}>
          <AriaDialog className={styles.dialog} aria-label={t.palette}>
            <input
              // The dialog is opened to type.
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus
              className={styles.input}
              role="combobox"
              aria-label={t.palette}
              aria-expanded
              aria-controls={`${id}-list`}
              aria-activedescendant={commands.length > 0 ? `${id}-${chosen}` : undefined}
              placeholder={t.search}
              value={typed}
              spellCheck={false}
              autoComplete="off"
              onKeyDown={press}
              onChange={({ target }) => {
                setTyped(target.value);
                setChosen(0);
              }}
            />
            <div id={`${id}-list`} role="listbox" aria-label={t.palette} className={styles.list}>
              {commands.map((command, index) => (
                // The keys are those of the field above.
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
                <div
                  key={command.id}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={index === chosen}
                  className={styles.option}
                  onClick={() => take(index)}
                  onPointerMove={() => setChosen(index)}
                >
                  {command.label}
                </div>
              ))}
            </div>
          </AriaDialog>
        </Modal>
      </ModalOverlay>
    </InLanguage>
  );
}
