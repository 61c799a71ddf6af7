import { useEffect } from 'react';
import { onLeaving, usePlace } from '../routing/place';

interface Left {
  readonly scroll: number;
  /** The link that was taken. */
  readonly link: string | null;
}

/** How long a view that is gone back to may take to be as high as it was. */
const PATIENCE_MS = 1500;

const left = new Map<string, Left>();

/** Takes those who go back to where they were: the scroll position, and the focus on the link that they had taken. */
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
  const until = performance.now() + PATIENCE_MS;
  let frame = 0;
  const attempt = () => {
    scrollTo(0, scroll);
    const isThere = Math.abs(scrollY - scroll) < 2;
    const taken =
      link === null ? null : document.querySelector<HTMLElement>(`main a[href="${CSS.escape(link)}"]`);
    if (isThere && (taken !== null || link === null)) taken?.focus({ preventScroll: true });
    else if (performance.now() < until) frame = requestAnimationFrame(attempt);
  };
  frame = requestAnimationFrame(attempt);
  return () => cancelAnimationFrame(frame);
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
