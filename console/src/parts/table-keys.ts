import { useEffect } from 'react';

/** Elements in which letters are written, or that have keys of their own. */
const WRITING =
  'input, textarea, select, [contenteditable="true"], [role="menu"], [role="dialog"][aria-modal], .cm-editor';

/** True for a plain letter that nothing else on the page wants. */
export function isFreeKey(event: KeyboardEvent): boolean {
  const { target, metaKey, ctrlKey, altKey, defaultPrevented } = event;
  if (metaKey || ctrlKey || altKey || defaultPrevented) return false;
  const isModal = document.querySelector('[aria-modal="true"], [data-rac][role="dialog"]') !== null;
  return !isModal && !(target instanceof Element && target.closest(WRITING) !== null);
}

/** J and K: to the next row and to the one before. `move` is given +1 or -1. */
export function useRowKeys(move: (by: 1 | -1) => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      if ((key !== 'j' && key !== 'k') || !isFreeKey(event)) return;
      event.preventDefault();
      move(key === 'j' ? 1 : -1);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [move]);
}
