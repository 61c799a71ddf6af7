import { catalogue } from '../../i18n/words';

const swedish = {
  Find: 'Sök',
  Replace: 'Ersätt',
  next: 'nästa',
  previous: 'föregående',
  all: 'alla',
  'match case': 'skilj på stora och små',
  'by word': 'hela ord',
  regexp: 'reguljärt uttryck',
  replace: 'ersätt',
  'replace all': 'ersätt alla',
  close: 'stäng',
  'Go to line': 'Gå till rad',
  go: 'gå',
  Diagnostics: 'Problem',
  'No diagnostics': 'Inga problem',
  'Fold line': 'Fäll ihop',
  'Unfold line': 'Fäll ut',
  Completions: 'Förslag',
  '$ unchanged lines': '$ oförändrade rader',
};

/** The texts of the editor itself. `phrases` is its catalogue as JSON; '' for English. */
export const editorTexts = catalogue({
  en: { phrases: '', leave: 'Press Esc, then Tab to leave the text' },
  sv: { phrases: JSON.stringify(swedish), leave: 'Tryck Esc och sedan Tabb för att lämna texten' },
});
