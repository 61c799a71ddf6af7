import type { Language } from '../domain/email-request.js';
import type { TemplateSource } from '../domain/template-source.js';
import { mainButton, plainAddress } from './default-template.js';
import { emailFrame } from './email-frame.js';

// Emails of the service to the people of its partners.

/** How serious a notice is. */
export type NoticeTone = 'warning' | 'danger' | 'loss';

/** The variables of a notice's template. */
export type NoticeVariables = {
  readonly subject: string;
  /** One or two words above the heading. */
  readonly label: string;
  readonly heading: string;
  readonly partner: string;
  readonly paragraphs: readonly string[];
  readonly facts: readonly { readonly label: string; readonly value: string; readonly isMain: boolean }[];
  readonly link: { readonly href: string; readonly text: string };
  /** Why the recipient gets the notice. */
  readonly reason: string;
};

/** The variables of a digest's template. */
export type DigestVariables = Omit<NoticeVariables, 'facts' | 'label'> & {
  readonly entries: readonly { readonly title: string; readonly detail: string; readonly href: string }[];
  /** A sentence with the number of further notices; empty if all are shown. */
  readonly rest: string;
};

/** Background and text in light mode, then in dark mode. Each pair has a contrast of at least 4.5. */
const TONES: Readonly<Record<NoticeTone, readonly [string, string, string, string]>> = {
  warning: ['#fdf0d5', '#7a4a00', '#4a3512', '#ffd58a'],
  danger: ['#fde2dd', '#96230f', '#55221a', '#ffb4a6'],
  loss: ['#e6eaf0', '#38445a', '#2e3746', '#c7d3e6'],
};

const STYLES = `
.list td{word-break:break-word}
@media (prefers-color-scheme:dark){
.list td{border-color:#2c3936!important;color:#eaf1ef!important}
.list .faint{color:#a3b3af!important}
.list a{color:#7fd1c4!important}
}`;

const HEADING = `<mj-text css-class="ink"><h1 style="margin:0;font-size:26px;line-height:32px">{{heading}}</h1></mj-text>`;
const PARAGRAPHS = `{{#each paragraphs}}<mj-text css-class="ink">{{this}}</mj-text>{{/each}}`;
const CELL = 'padding:10px 0;border-top:1px solid #dfe7e5;vertical-align:top';
const FAINT = 'font-size:13px;line-height:18px;color:#52615e';

/** The email of one notice: what happened, the facts, and a button. */
export function noticeTemplate(language: Language, tone: NoticeTone): TemplateSource {
  const [background, color, darkBackground, darkColor] = TONES[tone];
  const label = `<mj-text padding="0 0 12px" css-class="label"><span class="tone" style="display:inline-block;padding:3px 12px;border-radius:999px;font-size:13px;line-height:20px;font-weight:bold;background-color:${background};color:${color}">{{label}}</span></mj-text>`;
  const facts = `<mj-table font-size="16px" line-height="22px" color="#24312f" padding="4px 0 20px" css-class="list">{{#each facts}}<tr><td style="${CELL}"><div class="faint" style="${FAINT}">{{label}}</div>{{#if isMain}}<strong>{{value}}</strong>{{else}}{{value}}{{/if}}</td></tr>{{/each}}</mj-table>`;
  return emailFrame(language, {
    preview: '{{heading}}',
    header: HEADER,
    card: [label, HEADING, PARAGRAPHS, facts, mainButton('link'), plainAddress(language, 'link')],
    below: [REASON],
    styles: `${STYLES}
@media (prefers-color-scheme:dark){.label .tone{background-color:${darkBackground}!important;color:${darkColor}!important}}`,
  });
}

/** The email of several notices, each with a link. */
export function digestTemplate(language: Language): TemplateSource {
  const entries = `<mj-table font-size="16px" line-height="22px" color="#24312f" padding="4px 0 20px" css-class="list">{{#each entries}}<tr><td style="${CELL}"><a href="{{href}}" style="font-weight:bold">{{title}}</a><div class="faint" style="${FAINT}">{{detail}}</div></td></tr>{{/each}}</mj-table>`;
  const rest = `{{#if rest}}<mj-text css-class="ink">{{rest}}</mj-text>{{/if}}`;
  return emailFrame(language, {
    preview: '{{heading}}',
    header: HEADER,
    card: [HEADING, PARAGRAPHS, entries, rest, mainButton('link'), plainAddress(language, 'link')],
    below: [REASON],
    styles: STYLES,
  });
}

/** The variables of the email for confirming an address. */
export type ConfirmationVariables = Pick<
  NoticeVariables,
  'subject' | 'heading' | 'partner' | 'paragraphs' | 'link' | 'reason'
>;

/** The email that asks the owner of an address to confirm it. */
export function confirmationTemplate(language: Language): TemplateSource {
  return emailFrame(language, {
    preview: '{{heading}}',
    header: HEADER,
    card: [HEADING, PARAGRAPHS, mainButton('link'), plainAddress(language, 'link')],
    below: [REASON],
  });
}

const HEADER = `<mj-text align="center" font-size="18px" font-weight="bold" padding="0" css-class="ink"><span dir="auto">{{partner}}</span></mj-text>`;
const REASON = `<mj-text align="center" font-size="13px" line-height="20px" color="#52615e" padding="0" css-class="quiet">{{reason}}</mj-text>`;
