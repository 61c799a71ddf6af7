import type { Language } from '../domain/email-request.js';
import { TemplateSource } from '../domain/template-source.js';
import { lookTexts } from './email-texts.js';

/** What a built-in look has of its own, in MJML with handlebars. */
interface LookParts {
  /** What mail programs show beside the subject. */
  readonly preview: string;
  /** Where to find a logo, if the kind has one. */
  readonly logo?: string;
  readonly heading: string;
  /** Paths of the name to greet; the first that there is. */
  readonly names: readonly string[];
  /** What the card says below the greeting: elements for a column. */
  readonly body: string;
  /** What comes before the line of who sends to whom: elements for a column. */
  readonly below?: string;
  /** What comes behind that line. */
  readonly end?: string;
}

/** For programs that know them; the others take what the elements say. Each text has a contrast of at least 4.5. */
const STYLES = `
body,td,div,p,a,h1{font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif!important}
.page{padding:24px 12px}
a{color:#0f5c56}
@media (max-width:480px){.card>table>tbody>tr>td{padding:28px 24px 12px!important}}
@media (prefers-color-scheme:dark){
body,.page>div{background-color:#111716!important}
.card,.card>table{background-color:#1b2423!important}
.card>table>tbody>tr>td{border-color:#2c3936!important}
.ink div{color:#eaf1ef!important}
.quiet div,.quiet a{color:#a3b3af!important}
.name div div{border-color:#7fd1c4!important}
a{color:#7fd1c4!important}
.main td,.main a{background-color:#7fd1c4!important;color:#0b2422!important}
.other td{border-color:#7fd1c4!important}
.other td,.other a{background-color:#1b2423!important;color:#7fd1c4!important}
}`;

/** A built-in look: who sends, a card with what it is about, and who it is for. */
export function builtInLook(language: Language, parts: LookParts): TemplateSource {
  const { preview, logo, heading, names, body, below = '', end = '' } = parts;
  const { greeting, sentTo, onBehalfOf } = lookTexts[language];
  const sender = `<mj-text align="center" font-size="18px" font-weight="bold" padding="0" css-class="ink">{{company.name}}</mj-text>`;
  const image = `<mj-image src="{{${logo}}}" alt="{{company.name}}" width="140px" padding="0" />`;
  const data = `<mjml lang="${language}">
  <mj-head>
    <mj-title>{{subject}}</mj-title>
    <mj-preview>${preview}</mj-preview>
    <mj-raw><meta name="color-scheme" content="light dark" /><meta name="supported-color-schemes" content="light dark" /></mj-raw>
    <mj-attributes>
      <mj-all font-family="Arial,sans-serif" />
      <mj-text font-size="16px" line-height="24px" color="#24312f" padding="0 0 16px" />
      <mj-button font-size="16px" font-weight="bold" inner-padding="14px 28px" border-radius="8px" padding="8px 0" align="left" />
    </mj-attributes>
    <mj-style>${STYLES}</mj-style>
  </mj-head>
  <mj-body background-color="#f1f5f4" css-class="page">
    <mj-section padding="8px 0 20px">
      <mj-column>
        ${logo === undefined ? sender : `{{#if ${logo}}}${image}{{else}}${sender}{{/if}}`}
      </mj-column>
    </mj-section>
    <mj-section background-color="#ffffff" border="1px solid #dfe7e5" border-radius="12px" padding="36px 40px 20px" css-class="card">
      <mj-column>
        <mj-text css-class="ink"><h1 style="margin:0;font-size:26px;line-height:32px">${heading}</h1></mj-text>
        <mj-text css-class="ink">${greeting}${firstOf(names)},</mj-text>
        ${body}
      </mj-column>
    </mj-section>
    <mj-section padding="24px 16px 8px">
      <mj-column>
        ${below}
        <mj-text align="center" font-size="13px" line-height="20px" color="#52615e" padding="0" css-class="quiet">${sentTo} <span dir="auto">{{email}}</span>{{#if company.name}} ${onBehalfOf} <span dir="auto">{{company.name}}</span>{{/if}}, {{year}}.${end}</mj-text>
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>`;
  return new TemplateSource('mjml', 'hbs', data);
}

/** The first of these variables that there is, with a blank before it, and safe from letters that turn the direction. */
function firstOf(paths: readonly string[]): string {
  const branches = paths.map((path) => `if ${path}}} <span dir="auto">{{${path}}}</span>`);
  return `{{#${branches.join('{{else ')}{{/if}}`;
}

/** A paragraph. */
export function paragraph(text: string): string {
  return `<mj-text css-class="ink">${text}</mj-text>`;
}

/** The name of the document, set off from the text around, if it has one. */
export const documentName = `{{#if document.data.name}}<mj-text font-weight="bold" padding="4px 0 20px" css-class="ink name"><div style="border-left:4px solid #0f5c56;padding:6px 0 6px 16px">{{document.data.name}}</div></mj-text>{{/if}}`;

/** The button that leads on, and another one that does not compete with it. */
export function mainButton(link: string): string {
  return `<mj-button href="{{${link}.href}}" css-class="main" background-color="#0f5c56" color="#ffffff">{{${link}.text}}</mj-button>`;
}

export function otherButton(link: string): string {
  return `<mj-button href="{{${link}.href}}" css-class="other" background-color="#ffffff" color="#0f5c56" border="2px solid #0f5c56" inner-padding="12px 26px">{{${link}.text}}</mj-button>`;
}

/** The address of a link in plain letters, for who cannot use its button. */
export function plainAddress(language: Language, link: string): string {
  return `<mj-text font-size="13px" line-height="20px" color="#52615e" padding="12px 0" css-class="quiet">${lookTexts[language].withoutButton}<br /><a href="{{${link}.href}}">{{${link}.href}}</a></mj-text>`;
}
