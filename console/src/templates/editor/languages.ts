import { autocompletion } from '@codemirror/autocomplete';
import { html } from '@codemirror/lang-html';
import { json } from '@codemirror/lang-json';
import type { Extension } from '@codemirror/state';
import { completionsFor } from './completions';
import { handlebarsColours } from './handlebars-colours';
import type { Known } from './known';

export type EditorLanguage = 'mjml' | 'html' | 'json';

/**
 * What an editor knows of a language: colours, folding, tags that close themselves, completion. Its code is as much as
 * the editor's own, so it comes after it, when the text can be read and edited already.
 */
export function languageExtension(language: EditorLanguage, known: () => Known): Extension {
  if (language === 'json') return [json(), completing([])];
  return [coloured(language), completing([completionsFor(() => language === 'mjml', known)])];
}

/** The colours and folds alone, for texts that are compared. */
export function coloured(language: EditorLanguage): Extension {
  if (language === 'json') return json();
  return [html({ autoCloseTags: true, matchClosingTags: true, selfClosingTags: true }), handlebarsColours];
}

function completing(override: ReturnType<typeof completionsFor>[]): Extension {
  return autocompletion({ override, icons: false, maxRenderedOptions: 60 });
}
