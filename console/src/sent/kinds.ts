import { words } from '../i18n/words';
import { sentTexts } from './words';

/** The text for a kind of email. An unknown one keeps its name. */
export function kindText(kind: string): string {
  const t = words(sentTexts);
  return kind === 'document' ? t.documentKind : kind === 'clientPdf' ? t.clientPdfKind : kind;
}

export function languageText(language: string): string {
  const t = words(sentTexts);
  return language === 'sv' ? t.swedish : language === 'en' ? t.english : language;
}
