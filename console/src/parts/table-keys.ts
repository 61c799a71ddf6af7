import { useEffect } from 'react';

/** Elements that accept text, or that have keys of their own. */
const WRITING =
  'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="menu"], [role="dialog"][aria-modal], .cm-editor';

/** True for a plain letter that no other part of the page uses. */
export function isFreeKey(event: KeyboardEvent): boolean {
  const { target, metaKey, ctrlKey, altKey, defaultPrevented } = event;
  if (metaKey || ctrlKey || altKey || defaultPrevented) return false;
  const isModal = document.querySelector('[aria-modal="true"], [data-rac][role="dialog"]') !== null;
  return !isModal && !(target instanceof Element && target.closest(WRITING) !== null);
}

/**
 * Calls `move` with +1 or -1 for J and K, and for the arrows within a row. Calls `mark` for X, which selects or
 * deselects a row.
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
