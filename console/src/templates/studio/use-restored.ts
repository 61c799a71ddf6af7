import { useEffect, useRef } from 'react';
import { words } from '../../i18n/words';
import { toast } from '../../parts/toast-store';
import { studioTexts } from './words';

/** Says once that the text shown is one that was kept and not saved, with the way back to what is saved. */
export function useRestored(isRestored: boolean, undo: () => void): void {
  const undoNow = useRef(undo);
  useEffect(() => {
    undoNow.current = undo;
  });
  useEffect(() => {
    if (!isRestored) return;
    const t = words(studioTexts);
    toast.info(t.restored, { label: t.discardRestored, act: () => undoNow.current() });
  }, [isRestored]);
}
