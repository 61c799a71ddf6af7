import { preferences } from '../shell/preferences';
import { usePreferences } from '../shell/use-preferences';

/** The languages of the console. */
export type Language = 'en' | 'sv';

/** The locale for dates and numbers of a language. English uses the European order: day before month. */
const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', sv: 'sv-SE' };

/** The present language, for texts made outside of components. */
export function currentLanguage(): Language {
  return preferences.read().language;
}

/** The present language. A component that uses it is rendered again when it changes. */
export function useLanguage(): Language {
  return usePreferences().language;
}

/** For `Intl`. */
export function localeOf(language: Language): string {
  return LOCALES[language];
}
