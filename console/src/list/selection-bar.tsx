import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords } from '../i18n/words';
import { IconButton } from '../parts/button';
import { number } from '../time/format';
import styles from './selection-bar.module.css';
import { listTexts } from './words';

interface SelectionBarProps {
  readonly count: number;
  readonly onClear: () => void;
  readonly children: ReactNode;
}

/** The number of selected rows, and the actions on them. It covers the end of the list, which does not move. */
export function SelectionBar({ count, onClear, children }: SelectionBarProps) {
  const t = useWords(listTexts);
  return (
    <div className={styles.bar} role="region" aria-label={t.selection}>
      <strong aria-live="polite">{t.selected(number(count))}</strong>
      {children}
      <IconButton label={t.clear} icon={<X aria-hidden />} onPress={onClear} />
    </div>
  );
}
