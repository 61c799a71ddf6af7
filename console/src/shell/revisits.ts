import { useEffect } from 'react';
import { onLeaving, usePlace } from '../routing/place';

interface Left {
  readonly scroll: number;
  /** The link that was followed. */
  readonly link: string | null;
}

/** How long a loaded view may take to reach its former height. */
const PATIENCE_MS = 1500;
/** Input of a user who has not waited for the former position. */
const INPUTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

const left = new Map<string, Left>();

/** Returns users who go back to their former scroll position, and the focus to the link that they had followed. */
export function useRevisits(): void {
  const { view, segments } = usePlace();
  const path = `${view}/${segments.join('/')}`;
  useEffect(() => {
    const before = arrivedBack() ? left.get(location.hash) : undefined;
    if (before === undefined) scrollTo(0, 0);
    else return returnTo(before);
  }, [path]);
}

function returnTo({ scroll, link }: Left): () => void {
  let until = performance.now() + PATIENCE_MS;
  let frame = 0;
  const stop = () => {
    cancelAnimationFrame(frame);
    for (const input of INPUTS) removeEventListener(input, stop);
  };
  const attempt = () => {
    const isLoading = document.querySelector('main [aria-busy="true"]') !== null;
    if (isLoading) until = performance.now() + PATIENCE_MS;
    scrollTo(0, scroll);
    const isThere = Math.abs(scrollY - scroll) < 2;
    const taken =
      link === null ? null : document.querySelector<HTMLElement>(`main a[href="${CSS.escape(link)}"]`);
    if (isThere && (taken !== null || link === null)) taken?.focus({ preventScroll: true });
    else if (performance.now() < until) {
      frame = requestAnimationFrame(attempt);
      return;
    }
    stop();
  };
  for (const input of INPUTS) addEventListener(input, stop, { passive: true });
  frame = requestAnimationFrame(attempt);
  return stop;
}

let isBack = false;

function arrivedBack(): boolean {
  const was = isBack;
  isBack = false;
  return was;
}

history.scrollRestoration = 'manual';
onLeaving((address, by) => {
  isBack = by === 'history';
  const link = document.activeElement?.closest('a')?.getAttribute('href') ?? null;
  left.set(address, { scroll: scrollY, link });
});
