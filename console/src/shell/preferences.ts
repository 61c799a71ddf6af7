/**
 * The user’s preferences, kept in the browser and tied to no account. The page’s first script applies theme and language
 * before React starts.
 */
export interface Preferences {
  readonly language: 'en' | 'sv';
  readonly theme: 'system' | 'light' | 'dark';
  readonly timeZone: 'local' | 'utc';
  readonly isSidebarNarrow: boolean;
  /** The width of the side panel, in pixels. */
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
    keep(current);
    changed();
  },
  /** @returns how to stop listening */
  listen: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Applies theme and language to the page: `data-theme` selects the tokens, `lang` is for screen readers. */
export function applyTheme(): void {
  const { language } = current;
  document.documentElement.lang = language;
  document.documentElement.dataset.theme = shownTheme();
}

/** That of the system unless the user has chosen one. */
export function shownTheme(): 'light' | 'dark' {
  const { theme } = current;
  if (theme !== 'system') return theme;
  return darkness.matches ? 'dark' : 'light';
}

function changed(): void {
  applyTheme();
  for (const listener of listeners) listener();
}

/** If the browser refuses storage, which it does in frames of other sites, preferences are lost with the page. */
function keep(kept: Preferences): void {
  try {
    localStorage.setItem(NAME, JSON.stringify(kept));
  } catch {
    return;
  }
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
darkness.addEventListener('change', changed);
applyTheme();
