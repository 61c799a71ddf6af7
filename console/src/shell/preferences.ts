import { useSyncExternalStore } from 'react';

/** How somebody likes the console. Kept in the browser: nothing in it says whose it is. */
export interface Preferences {
  readonly language: 'en' | 'sv';
  readonly theme: 'system' | 'light' | 'dark';
  readonly timeZone: 'local' | 'utc';
  readonly isSidebarNarrow: boolean;
  /** Of the side panel, in pixels. */
  readonly panelWidth: number;
}

const NAME = 'livery-console-preferences';
const listeners = new Set<() => void>();

let current = stored();

/** Reads and changes the preferences; a change is shown at once and kept for the next visit. */
export const preferences = {
  read: (): Preferences => current,
  change(changes: Partial<Preferences>): void {
    current = { ...current, ...changes };
    localStorage.setItem(NAME, JSON.stringify(current));
    applyTheme();
    for (const listener of listeners) listener();
  },
};

/** The preferences; a component that uses them is drawn again when they change. */
export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, preferences.read);
}

/** Puts theme and language on the page: `data-theme` picks the tokens, `lang` is for readers. */
export function applyTheme(): void {
  const { theme, language } = current;
  document.documentElement.lang = language;
  document.documentElement.dataset.theme = theme === 'system' ? systemTheme() : theme;
}

function systemTheme(): 'light' | 'dark' {
  return darkness.matches ? 'dark' : 'light';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function stored(): Preferences {
  const language = navigator.language.startsWith('sv') ? 'sv' : 'en';
  const usual: Preferences = {
    language,
    theme: 'system',
    timeZone: 'local',
    isSidebarNarrow: false,
    panelWidth: 560,
  };
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(NAME) ?? '{}') as Partial<Preferences>) };
  } catch {
    return usual;
  }
}

const darkness = matchMedia('(prefers-color-scheme: dark)');
darkness.addEventListener('change', applyTheme);
applyTheme();
