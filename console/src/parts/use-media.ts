import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds, as it changes: `useMedia('(max-width: 767px)')`. */
export function useMedia(query: string): boolean {
  const listen = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(listen, () => matchMedia(query).matches);
}
