import Handlebars from 'handlebars';
import mjml2html from 'mjml';
import { registerValueHelpers } from '../support/handlebars-helpers.js';
import { inlineStyles } from '../../src/rendering/formats/html/inliner/inline-styles.js';
import { textOf } from '../../src/rendering/staged/text-part.js';

/** The distinguishable parts of an email. MJML makes some names at random. */
export interface Outcome {
  readonly html: string;
  readonly text: string;
}

const handlebars = Handlebars.create();
registerValueHelpers(handlebars);

/** Renders in one go, in the plainest way, for comparison with staged rendering. */
export async function renderNaively(type: string, data: string, variables: object): Promise<Outcome> {
  const bound = handlebars.compile(data)(variables);
  if (type === 'mjml') {
    const { html } = await mjml2html(bound, { validationLevel: 'skip', ignoreIncludes: true, fonts: {} });
    return { html: comparable(html), text: textOf(html) };
  }
  const html = /<style/i.test(bound) ? inlineStyles(bound) : bound;
  return { html: comparable(html), text: textOf(html) };
}

/** Removes the names that are made at random. */
export function comparable(html: string): string {
  return html.replace(/[0-9a-f]{16}/g, 'random');
}
