import type { TemplateSource } from '../domain/template-source.js';
import { hbs } from './hbs.js';
import { html } from './html.js';
import { mjml } from './mjml.js';
import type { TemplateParser, TemplateType } from './shared/format.js';

/** Every value of a template's `type`. To add one, add its file and a line. */
export const templateTypes: Readonly<Record<string, TemplateType>> = { html, mjml };

/** Every value of a template's `parser`. To add one, add its file and a line. */
export const templateParsers: Readonly<Record<string, TemplateParser>> = { hbs };

export const templateTypeNames: readonly string[] = Object.keys(templateTypes);

export const templateParserNames: readonly string[] = Object.keys(templateParsers);

/** The offset of the part that is most likely to make a render slow or large; 0 if there is none. */
export function costliestPart({ parser, data }: Pick<TemplateSource, 'parser' | 'data'>): number {
  return parser === null ? 0 : (templateParsers[parser]?.costliest(data) ?? 0);
}
