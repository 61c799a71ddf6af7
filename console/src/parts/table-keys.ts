import { useEffect } from 'react';

/** Elements in which letters are written, or that have keys of their own. */
const WRITING =
  'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="menu"], [role="dialog"][aria-modal], .cm-editor';

/** True for a plain letter that nothing else on the page wants. */
export function isFreeKey(event: KeyboardEvent): boolean {
  const { target, metaKey, ctrlKey, altKey, defaultPrevented } = event;
  if (metaKey || ctrlKey || altKey || defaultPrevented) return false;
  const isModal = document.querySelector('[aria-modal="true"], [data-rac][role="dialog"]') !== null;
  return !isModal && !(target instanceof Element && target.closest(WRITING) !== null);
}

/** J and K: to the next row and to the one before; `move` is given +1 or -1. X: ticks a row, or takes its tick away. */
export function useRowKeys(move: (by: 1 | -1) => void, mark: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      if (!['j', 'k', 'x'].includes(key) || !isFreeKey(event)) return;
      event.preventDefault();
      if (key === 'x') mark();
      else move(key === 'j' ? 1 : -1);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [move, mark]);
}
