import { useSyncExternalStore } from 'react';
import { usePreferences } from '../shell/use-preferences';
import { absoluteTime, relativeTime } from './format';

const TICK_MS = 10_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

/** The present time, updated every ten seconds. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

/** A point in time relative to now; in full on hover. */
export function RelativeTime({ at }: { readonly at: string }) {
  usePreferences();
  const present = useNow();
  return (
    <time dateTime={at} title={absoluteTime(at)}>
      {relativeTime(at, Math.max(present, Date.now() - TICK_MS))}
    </time>
  );
}

/** Like `RelativeTime`, for something that will happen. It is “now” if it is due, but has not happened yet. */
export function UpcomingTime({ at }: { readonly at: string }) {
  usePreferences();
  const due = Date.parse(at);
  return (
    <time dateTime={at} title={absoluteTime(at)}>
      {relativeTime(at, Math.min(due, Math.max(useNow(), Date.now() - TICK_MS)))}
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

/** One timer for all components that show times. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    // The timer was stopped while no time was shown.
    now = Date.now();
    timer = setInterval(tick, TICK_MS);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}
