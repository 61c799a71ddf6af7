import { useSyncExternalStore } from 'react';
import { type Preferences, preferences, shownTheme } from './preferences';

/** The preferences. A component that uses them is rendered again when they change. */
export function usePreferences(): Preferences {
  return useSyncExternalStore(preferences.listen, preferences.read);
}

/** The shown theme: that of the system unless the user has chosen one. */
export function useShownTheme(): 'light' | 'dark' {
  return useSyncExternalStore(preferences.listen, shownTheme);
}
