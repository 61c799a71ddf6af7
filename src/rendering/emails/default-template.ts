import type { Language } from '../domain/email-request.js';
import { TemplateSource } from '../domain/template-source.js';
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
  /** The content of the card below the greeting: elements of a column. */
  readonly body: string;
  /** Shown above the line that names sender and recipient: elements of a column. */
  readonly below?: string;
  /** Added to the end of that line. */
  readonly end?: string;
}

/** Invisible characters that fill the preview line of an inbox, which would otherwise continue with the greeting. */
const FILLER = ' &#847;&zwnj;&nbsp;'.repeat(60);

/** For mail programs that support them; the others use the attributes. Each text has a contrast of at least 4.5. */
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
.logo img{color:#eaf1ef!important}
.other td{border-color:#7fd1c4!important}
.other td,.other a{background-color:#1b2423!important;color:#7fd1c4!important}
}`;

/** The default template of a kind: the sender, a card with the message, and a line that names the recipient. */
export function defaultTemplate(language: Language, parts: DefaultTemplateParts): TemplateSource {
  const { preview, logo, heading, names, body, below = '', end = '' } = parts;
  const { greeting, sentTo, onBehalfOf } = defaultTemplateTexts[language];
  const sender = `<mj-text align="center" font-size="18px" font-weight="bold" padding="0" css-class="ink">{{company.name}}</mj-text>`;
  const image = `<mj-image src="{{${logo}}}" alt="{{company.name}}" width="140px" padding="0" css-class="logo" />`;
  const data = `<mjml lang="${language}">
  <mj-head>
    <mj-title>{{subject}}</mj-title>
    <mj-preview>${preview}${FILLER}</mj-preview>
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

/** The first of these variables that has a value, after a space, isolated from characters that change the direction. */
function firstOf(paths: readonly string[]): string {
  const branches = paths.map((path) => `if ${path}}} <span dir="auto">{{${path}}}</span>`);
  return `{{#${branches.join('{{else ')}{{/if}}`;
}

/** A paragraph. */
export function paragraph(text: string): string {
  return `<mj-text css-class="ink">${text}</mj-text>`;
}

/** The name of the document, if it has one, set off from the text. */
export const documentName = `{{#if document.data.name}}<mj-text font-weight="bold" padding="4px 0 20px" css-class="ink name"><div style="border-left:4px solid #0f5c56;padding:6px 0 6px 16px">{{document.data.name}}</div></mj-text>{{/if}}`;

/** The main button. */
export function mainButton(link: string): string {
  return `<mj-button href="{{${link}.href}}" css-class="main" background-color="#0f5c56" color="#ffffff">{{${link}.text}}</mj-button>`;
}

/** A second button, less prominent than the main one. */
export function otherButton(link: string): string {
  return `<mj-button href="{{${link}.href}}" css-class="other" background-color="#ffffff" color="#0f5c56" border="2px solid #0f5c56" inner-padding="12px 26px">{{${link}.text}}</mj-button>`;
}

/** The address of a link in plain text, for recipients whose program does not show its button. */
export function plainAddress(language: Language, link: string): string {
  return `<mj-text font-size="13px" line-height="20px" color="#52615e" padding="12px 0" css-class="quiet">${defaultTemplateTexts[language].withoutButton}<br /><a href="{{${link}.href}}">{{${link}.href}}</a></mj-text>`;
}
