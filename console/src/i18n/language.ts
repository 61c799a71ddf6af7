import { preferences } from '../shell/preferences';
import { usePreferences } from '../shell/use-preferences';

/** The languages that the console speaks. */
export type Language = 'en' | 'sv';

/** The locale whose dates and numbers go with a language. English is written as in Europe: day before month. */
const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', sv: 'sv-SE' };

/** The language to speak now; for texts that are made outside of components. */
export function currentLanguage(): Language {
  return preferences.read().language;
}

/** The language to speak; a component that uses it is drawn again when it changes. */
export function useLanguage(): Language {
  return usePreferences().language;
}

/** For `Intl`. */
export function localeOf(language: Language): string {
  return LOCALES[language];
}
