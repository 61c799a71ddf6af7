import { useEffect, useRef } from 'react';
import { words } from '../i18n/words';
import { partTexts } from './texts';
import { toast } from './toast-store';

/** Tells the user once that an unsaved draft was restored, and offers to discard it. */
export function useRestored(isRestored: boolean, undo: () => void): void {
  const undoNow = useRef(undo);
  useEffect(() => {
    undoNow.current = undo;
  });
  useEffect(() => {
    if (!isRestored) return;
    const t = words(partTexts);
    toast.info(t.restored, { label: t.discardRestored, act: () => undoNow.current() });
  }, [isRestored]);
}
