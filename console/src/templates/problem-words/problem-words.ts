import { inputProblemSv } from '../../i18n/input-problems-sv';
import type { Language } from '../../i18n/language';
import { commonSv, phrasesSv } from './common-sv';
import { elementsSv } from './elements-sv';
import { emailsSv } from './emails-sv';
import { handlebarsSv } from './handlebars-sv';
import { helpersSv } from './helpers-sv';
import { stylesSv } from './styles-sv';
import { translator } from './translator';

const sentencesSv = [handlebarsSv, helpersSv, elementsSv, stylesSv, emailsSv, commonSv].flat();
const messageSv = translator(sentencesSv, phrasesSv);
const MAX_KEPT = 500;
/** The list of problems and the editor ask for the same ones at every change. */
const kept = new Map<string, string>();

/** The service's message about a template, in the language of the console. Unknown messages stay as they are. */
export function problemIn(language: Language, message: string): string {
  if (language === 'en') return message;
  const found = kept.get(message) ?? messageSv(message) ?? inputProblemSv(message);
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(message, found);
  return found;
}
