import { autocompletion } from '@codemirror/autocomplete';
import { html } from '@codemirror/lang-html';
import { json } from '@codemirror/lang-json';
import type { Extension } from '@codemirror/state';
import { completionsFor } from './completions';
import { handlebarsColours } from './handlebars-colours';
import type { Known } from './known';

export type EditorLanguage = 'mjml' | 'html' | 'json';

/**
 * The support for a language: colours, folding, automatic end tags, completion. Its code is as large as the editor's
 * own, so it is loaded later, when the text can already be edited.
 */
export function languageExtension(language: EditorLanguage, known: () => Known): Extension {
  if (language === 'json') return [json(), completing([])];
  return [coloured(language), completing([completionsFor(() => language === 'mjml', known)])];
}

/** Only the colours and folds, for comparisons. */
export function coloured(language: EditorLanguage): Extension {
  if (language === 'json') return json();
  return [html({ autoCloseTags: true, matchClosingTags: true, selfClosingTags: true }), handlebarsColours];
}

function completing(override: ReturnType<typeof completionsFor>[]): Extension {
  return autocompletion({ override, icons: false, maxRenderedOptions: 60 });
}
