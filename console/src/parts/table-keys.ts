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

/**
 * J and K, and within a row the arrows: to the next row and to the one before; `move` is given +1 or -1. X: ticks a row,
 * or takes its tick away.
 */
export function useRowKeys(move: (by: 1 | -1) => void, mark: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      const by = MOVES.get(key);
      if ((by === undefined && key !== 'x') || !isFreeKey(event)) return;
      if (key.startsWith('arrow') && !isInRow(event.target)) return;
      event.preventDefault();
      if (by === undefined) mark();
      else move(by);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [move, mark]);
}

const MOVES: ReadonlyMap<string, 1 | -1> = new Map([
  ['j', 1],
  ['arrowdown', 1],
  ['k', -1],
  ['arrowup', -1],
]);

function isInRow(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-row]') !== null;
}
