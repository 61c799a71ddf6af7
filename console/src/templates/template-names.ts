import { templateTypes } from '../api/generated/names';
import type { EditorLanguage } from './editor/languages';
import type { Source } from './source';

type Type = Source['type'];

/** The types that come first in a choice. The service can have others. */
const FIRST: readonly Type[] = ['mjml', 'html'];

/** The text for a template type. An unknown one keeps its name. */
export function typeText(type: Type): string {
  return FIRST.includes(type) ? type.toUpperCase() : type;
}

/** The template types for a choice. */
export const typeOptions: readonly (readonly [Type, string])[] = [
  ...FIRST,
  ...templateTypes.filter((type) => !FIRST.includes(type)),
].map((type) => [type, typeText(type)]);

/** The language in which the editor shows templates of a type. */
export function editorLanguageOf(type: Type): EditorLanguage {
  return type === 'mjml' ? 'mjml' : 'html';
}
