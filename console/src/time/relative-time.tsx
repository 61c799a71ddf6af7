import { useSyncExternalStore } from 'react';
import { usePreferences } from '../shell/preferences';
import { absoluteTime, relativeTime } from './format';

const TICK_MS = 10_000;
let now = Date.now();

/** The time, which moves on every ten seconds. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

/** A point in time as people say it; in full when pointed at. */
export function RelativeTime({ at }: { readonly at: string }) {
  usePreferences();
  const present = useNow();
  return (
    <time dateTime={at} title={absoluteTime(at)}>
      {relativeTime(at, Math.max(present, Date.now() - TICK_MS))}
    </time>
  );
}

/** A point in time in full, in the chosen zone. */
export function AbsoluteTime({ at }: { readonly at: string }) {
  usePreferences();
  return (
    <time dateTime={at} title={at}>
      {absoluteTime(at)}
    </time>
  );
}

function subscribe(listener: () => void): () => void {
  const timer = setInterval(() => {
    now = Date.now();
    listener();
  }, TICK_MS);
  return () => clearInterval(timer);
}
