import type { Language } from '../domain/email-request.js';
import type { TemplateSource } from '../domain/template-source.js';
import { emailFrame } from './email-frame.js';
import { defaultTemplateTexts } from './email-texts.js';

/** The parts that are specific to a kind of email, in MJML with handlebars. */
interface DefaultTemplateParts {
  /** Shown next to the subject by mail programs. */
  readonly preview: string;
  /** The path of the logo's URL, if the kind has one. */
  readonly logo?: string;
  readonly heading: string;
  /** Paths of names for the greeting; the first one with a value is used. */
  readonly names: readonly string[];
  /** The card's content below the greeting: elements of a column. */
  readonly body: string;
  /** Content above the line that names sender and recipient: elements of a column. */
  readonly below?: string;
  /** Added to the end of that line. */
  readonly end?: string;
}

/** Builds a default template: the sender, a card with the message, and a line that names the recipient. */
export function defaultTemplate(language: Language, parts: DefaultTemplateParts): TemplateSource {
  const { preview, logo, heading, names, body, below = '', end = '' } = parts;
  const { greeting, sentTo, onBehalfOf } = defaultTemplateTexts[language];
  const sender = `<mj-text align="center" font-size="18px" font-weight="bold" padding="0" css-class="ink">{{company.name}}</mj-text>`;
  const image = `<mj-image src="{{${logo}}}" alt="{{company.name}}" width="140px" padding="0" css-class="logo" />`;
  return emailFrame(language, {
    preview,
    header: logo === undefined ? sender : `{{#if ${logo}}}${image}{{else}}${sender}{{/if}}`,
    card: [
      `<mj-text css-class="ink"><h1 style="margin:0;font-size:26px;line-height:32px">${heading}</h1></mj-text>`,
      `<mj-text css-class="ink">${greeting}${firstOf(names)},</mj-text>`,
      body,
    ],
    below: [
      below,
      `<mj-text align="center" font-size="13px" line-height="20px" color="#52615e" padding="0" css-class="quiet">${sentTo} <span dir="auto">{{email}}</span>{{#if company.name}} ${onBehalfOf} <span dir="auto">{{company.name}}</span>{{/if}}, {{year}}.${end}</mj-text>`,
    ],
  });
}

/** Prints a space and the first of these variables with a value, isolated from characters that change the direction. */
function firstOf(paths: readonly string[]): string {
  const branches = paths.map((path) => `if ${path}}} <span dir="auto">{{${path}}}</span>`);
  return `{{#${branches.join('{{else ')}{{/if}}`;
}

export function paragraph(text: string): string {
  return `<mj-text css-class="ink">${text}</mj-text>`;
}

/** The name of the document as a paragraph of its own, if there is one. */
export const documentName = `{{#if document.data.name}}<mj-text font-weight="bold" padding="4px 0 20px" css-class="ink name"><div style="border-left:4px solid #0f5c56;padding:6px 0 6px 16px">{{document.data.name}}</div></mj-text>{{/if}}`;

export function mainButton(link: string): string {
  return `<mj-button href="{{${link}.href}}" css-class="main" background-color="#0f5c56" color="#ffffff">{{${link}.text}}</mj-button>`;
}

/** A second button, less prominent than the main one. */
export function otherButton(link: string): string {
  return `<mj-button href="{{${link}.href}}" css-class="other" background-color="#ffffff" color="#0f5c56" border="2px solid #0f5c56" inner-padding="12px 26px">{{${link}.text}}</mj-button>`;
}

/** The address of a link as text, for mail programs that do not show the button. */
export function plainAddress(language: Language, link: string): string {
  return `<mj-text font-size="13px" line-height="20px" color="#52615e" padding="12px 0" css-class="quiet">${defaultTemplateTexts[language].withoutButton}<br /><a href="{{${link}.href}}">{{${link}.href}}</a></mj-text>`;
}
