import { useSyncExternalStore } from 'react';
import { type Preferences, preferences, shownTheme } from './preferences';

/** The preferences; a component that uses them is drawn again when they change. */
export function usePreferences(): Preferences {
  return useSyncExternalStore(preferences.listen, preferences.read);
}

/** The theme that is shown: that of the system where none was chosen. */
export function useShownTheme(): 'light' | 'dark' {
  return useSyncExternalStore(preferences.listen, shownTheme);
}
