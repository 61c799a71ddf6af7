import { currentLanguage, type Language, useLanguage } from './language';

/** A text, or a function that makes one from its parts. */
type Entry = string | ((...parts: never[]) => string);

/** Other languages have all texts of English, with the same parts. */
type Translated<English> = {
  readonly [Name in keyof English]: English[Name] extends (...parts: infer Parts) => string
    ? (...parts: Parts) => string
    : string;
};

export interface Catalogue<English> {
  readonly en: English;
  readonly sv: Translated<English>;
}

/** The texts of one feature folder, in every language. The compiler reports missing ones. */
export function catalogue<English extends Readonly<Record<string, Entry>>>(
  texts: Catalogue<English>,
): Catalogue<English> {
  return texts;
}

/** The texts in the language of the console. */
export function useWords<English>(texts: Catalogue<English>): Translated<English> {
  return inLanguage(texts, useLanguage());
}

/** Like `useWords`, but outside of components. */
export function words<English>(texts: Catalogue<English>): Translated<English> {
  return inLanguage(texts, currentLanguage());
}

function inLanguage<English>(texts: Catalogue<English>, language: Language): Translated<English> {
  return texts[language] as Translated<English>;
}
